import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UNKNOWN } from '../../../shared/wire/fields.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  Type,
} from '../../../shared/wire/gen/broker-events_pb.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { GrpcPort, GrpcStreamRequest } from '../../../electron/core/net-ports.js'
import {
  createBrokerEvents,
  type BrokerEventNotice,
} from '../../../electron/provider/events/broker-events.js'
import { flush, VirtualTime } from './virtual-time.js'

type Handlers = Parameters<GrpcPort['openStream']>[1]
interface Fields {
  readonly id?: string
  readonly eventType?: string
  readonly position?: string
  readonly payload?: string
}

async function createFixture(
  positions: Readonly<Record<string, string>> = {},
  types: readonly ('TRADE' | 'ACCOUNT')[] = ['TRADE', 'ACCOUNT'],
) {
  const time = new VirtualTime()
  const streams: { request: GrpcStreamRequest; handlers: Handlers }[] = []
  const port: GrpcPort = {
    openStream: (request, handlers) => {
      streams.push({ request, handlers })
      return () => undefined
    },
  }
  let nonce = 0
  let saved = { ...positions }
  const received = {
    events: [] as BrokerEventNotice[],
    subscribed: 0,
    gaps: [] as { type: string; reason: string }[],
    lost: [] as { reason: string; final: boolean }[],
  }
  const push = createBrokerEvents({
    address: { host: 'h', port: 1 },
    credentials: { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' },
    positions: {
      load: () => Promise.resolve(saved),
      save: (positions) => {
        saved = { ...positions }
        return Promise.resolve()
      },
    },
    ports: {
      clock: time,
      timers: time,
      random: { bytes: (count) => new Uint8Array(count).fill((nonce += 1)), fraction: () => 0.5 },
      crypto: nodeCrypto,
      log: { event: () => undefined },
      network: LOOPBACK_NETWORK,
      grpc: () => Promise.resolve(port),
    },
  })
  const stop = push.start(types, {
    onEvent: (event) => received.events.push(event),
    onSubscribed: () => {
      received.subscribed += 1
    },
    onGap: (why) => received.gaps.push(why),
    onLost: (why) => received.lost.push(why),
    onHealth: () => undefined,
  })
  await flush()
  const deliver = (type: Type, fields: Fields = {}) =>
    streams.at(-1)?.handlers.onMessage(
      toBinary(
        SubscribeResponseSchema,
        create(SubscribeResponseSchema, {
          type,
          timestamp: '2026-12-11T14:40:00.000000000Z',
          version: '1.0',
          ...fields,
        }),
      ),
    )
  const requestedPositions = () =>
    fromBinary(
      SubscribeRequestSchema,
      streams.at(-1)?.request.message ?? new Uint8Array(),
    ).events.map(({ eventType, position }) => [eventType, position])
  /** Advances time until the next attempt and no further. */
  const waitForReconnect = async () => {
    const before = streams.length
    for (let waited = 0; streams.length === before && waited < 31_000; waited += 50) {
      await time.advance(50)
    }
  }
  const cut = async () => {
    streams.at(-1)?.handlers.onEnd({ status: 14, detail: 'gone' })
    await waitForReconnect()
  }
  return {
    waitForReconnect,
    time,
    streams,
    received,
    stop,
    deliver,
    requestedPositions,
    cut,
    saved: () => saved,
  }
}

describe('the event push of the Broker API', () => {
  it('requests each type from its last position, newly signed each time', async () => {
    const { streams, requestedPositions, cut } = await createFixture({ TRADE: 'p7' })
    expect(streams[0]?.request).toMatchObject({
      host: 'h',
      port: 1,
      method: '/grpc.event.EventService/Subscribe',
    })
    expect(requestedPositions()).toEqual([
      ['TRADE', 'p7'],
      ['ACCOUNT', ''],
    ])
    await cut()
    expect(streams).toHaveLength(2)
    expect(streams[0]?.request.metadata['x-signature-nonce']).not.toBe(
      streams[1]?.request.metadata['x-signature-nonce'],
    )
  })

  it('starts at the position of the first subscription, so an early cut loses nothing', async () => {
    const { deliver, requestedPositions, cut, saved, received } = await createFixture()
    deliver(Type.SubscribeSuccess, { position: 'p0' })
    await flush()
    expect(received.subscribed).toBe(1)
    expect(saved()).toEqual({ TRADE: 'p0', ACCOUNT: 'p0' })
    await cut()
    expect(requestedPositions()).toEqual([
      ['TRADE', 'p0'],
      ['ACCOUNT', 'p0'],
    ])
  })

  it('loses and repeats nothing, wherever the connection is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            type: fc.constantFrom('TRADE', 'ACCOUNT'),
            cut: fc.boolean(),
            twice: fc.boolean(),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        async (script) => {
          const { deliver, received, requestedPositions, cut, saved } = await createFixture()
          // A server with one log: it serves each type after the requested position, and cuts where
          // the script says.
          const log = script.map(({ type }, index) => ({
            type,
            id: `e${index}`,
            position: String(index + 1).padStart(4, '0'),
          }))
          let resumeIndex = 0
          const serve = () => {
            const from = new Map(
              requestedPositions().map(([type, position]) => [
                type,
                position === '' ? '0000' : position,
              ]),
            )
            deliver(Type.SubscribeSuccess, { position: '0000' })
            for (let index = 0; index < log.length; index += 1) {
              const event = log[index]
              if (event === undefined || event.position <= (from.get(event.type) ?? '')) continue
              deliver(Type.Event, {
                id: event.id,
                eventType: event.type,
                position: event.position,
                payload: '{}',
              })
              if (script[index]?.twice === true) {
                deliver(Type.Event, {
                  id: event.id,
                  eventType: event.type,
                  position: event.position,
                  payload: '{}',
                })
              }
              if (script[index]?.cut === true && index >= resumeIndex) {
                resumeIndex = index + 1
                return true
              }
            }
            return false
          }
          while (serve()) await cut()
          expect(received.events.map((event) => event.id).sort()).toEqual(
            log.map((event) => event.id).sort(),
          )
          await flush()
          for (const type of ['TRADE', 'ACCOUNT']) {
            expect(saved()[type]).toBe(
              log.filter((event) => event.type === type).at(-1)?.position ?? '0000',
            )
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('continues from the earliest available position when its own is too old, and reports a gap', async () => {
    const { deliver, received, requestedPositions, waitForReconnect } = await createFixture({
      TRADE: 'old',
      ACCOUNT: 'p1',
    })
    deliver(Type.SubscribeExpired, {
      eventType: 'TRADE',
      position: 'p5',
      payload: '{"reason":"POSITION_EXPIRED"}',
    })
    await waitForReconnect()
    expect(received.gaps).toEqual([{ type: 'TRADE', reason: 'POSITION_EXPIRED' }])
    expect(requestedPositions()).toEqual([
      ['TRADE', 'p5'],
      ['ACCOUNT', 'p1'],
    ])
    expect(received.lost).toMatchObject([{ final: false }])
  })

  it('subscribes again after an expiry without a gap, and rarely after a refusal', async () => {
    const plain = await createFixture({ TRADE: 'p1' })
    plain.deliver(Type.SubscribeExpired)
    await plain.waitForReconnect()
    expect([plain.streams.length, plain.received.gaps]).toEqual([2, []])
    for (const [type, fields] of [
      [Type.AuthError, {}],
      [
        Type.SubscribeExpired,
        { eventType: 'NONSENSE', payload: '{"reason":"EVENT_TYPE_UNKNOWN"}' },
      ],
    ] as const) {
      const { deliver, received, streams, time } = await createFixture()
      for (let round = 1; round <= 5; round += 1) {
        expect(streams).toHaveLength(round)
        deliver(type, fields)
        await time.advance(5 * 60_000)
      }
      expect(received.lost.every(({ final }) => final)).toBe(true)
    }
  })

  it('goes on, less often, for as long as a subscription of the same key counts', async () => {
    const { deliver, received, streams, time } = await createFixture()
    for (let round = 1; round <= 12; round += 1) {
      expect(streams).toHaveLength(round)
      deliver(Type.NumOfConnExceed)
      await time.advance(round <= 6 ? 30_000 : 5 * 60_000)
    }
    expect(received.lost.every(({ final }) => !final)).toBe(true)
  })

  it('reports unknown modules and text payloads, and depends on pings', async () => {
    const { deliver, received, time } = await createFixture()
    deliver(Type.SubscribeSuccess)
    deliver(Type.Event, { id: '1', eventType: 'MOON', position: 'p', payload: 'plain' })
    deliver(Type.Event, { id: '2', eventType: 'TRADE', position: 'q', payload: '{"fee":"1.00"}' })
    expect(received.events).toMatchObject([
      { type: UNKNOWN, payload: 'plain' },
      { type: 'TRADE', payload: { fee: '1.00' }, position: 'q', version: '1.0' },
    ])
    for (let round = 0; round < 4; round += 1) {
      await time.advance(60_000)
      deliver(Type.Ping)
    }
    expect(received.lost).toEqual([])
    await time.advance(90_001)
    expect(received.lost).toMatchObject([{ final: false }])
  })

  it('reports nothing after it was stopped', async () => {
    const { deliver, received, stop, time } = await createFixture()
    deliver(Type.SubscribeSuccess)
    stop()
    deliver(Type.Event, { id: '1', eventType: 'TRADE', position: 'p' })
    await time.advance(600_000)
    expect([received.events, time.pendingCount]).toEqual([[], 0])
  })
})
