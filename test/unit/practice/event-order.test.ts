import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { FaultName } from '../../../electron/practice/faults/fault-table.js'
import { Faults } from '../../../electron/practice/faults/faults.js'
import { EventServer } from '../../../electron/practice/grpc/event-server.js'
import type { RawCall } from '../../../electron/practice/grpc/wire.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type SubscribeResponse,
} from '../../../shared/wire/gen/trade-events_pb.js'

const ACCOUNT = 'A'
const NOW = epochMs(1)

/** An event server with one subscription, whose messages are collected. */
class StreamFixture {
  readonly faults = new Faults()
  readonly #received: SubscribeResponse[] = []
  readonly server = new EventServer({
    access: { authenticateGrpc: () => ok('key') } as never,
    faults: this.faults,
    owned: () => [ACCOUNT],
    now: () => NOW,
  })

  constructor(kind: FaultName) {
    const request = create(SubscribeRequestSchema, { subscribeType: 1, accounts: [] })
    const call = Object.assign(new EventEmitter(), {
      request: Buffer.from(toBinary(SubscribeRequestSchema, request)),
      metadata: { get: () => [] },
      write: (bytes: Buffer) => {
        this.#received.push(fromBinary(SubscribeResponseSchema, bytes))
        return true
      },
      end: () => undefined,
    })
    this.server.subscribe(call as unknown as RawCall)
    this.faults.add({ kind })
  }

  publish(...ids: readonly string[]): void {
    for (const id of ids) {
      this.server.publish({
        accountId: ACCOUNT,
        time: NOW,
        payload: { client_order_id: id },
        charges: {},
      } as never)
    }
  }

  get events(): readonly SubscribeResponse[] {
    return this.#received.filter(({ payload }) => payload !== '')
  }

  get ids(): readonly string[] {
    return this.events.map(
      ({ payload }) => (JSON.parse(payload) as { client_order_id: string }).client_order_id,
    )
  }
}

describe('the order of events in a stream', () => {
  it('is that in which they happened, except that one event waits for the next under the fault', () => {
    const fixture = new StreamFixture('reorder-events')

    fixture.publish('first', 'second', 'third')

    expect(fixture.ids).toEqual(['second', 'first', 'third'])
  })

  it('is restored by the next ping when no event follows', () => {
    const fixture = new StreamFixture('reorder-events')
    fixture.publish('first')
    expect(fixture.ids).toEqual([])

    fixture.server.ping()

    expect(fixture.ids).toEqual(['first'])
  })

  it('contains an old event again, in a new envelope, under the replay fault', () => {
    const fixture = new StreamFixture('replay-old-events')

    fixture.publish('first', 'second', 'third')

    expect(fixture.ids).toEqual(['first', 'second', 'first', 'third'])
    expect(new Set(fixture.events.map(({ requestId }) => requestId)).size).toBe(4)
  })
})
