import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { accountId } from '../../../shared/domain/ids.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type EventType,
} from '../../../shared/wire/gen/trade-events_pb.js'
import type { GrpcPort, GrpcStreamRequest } from '../../../electron/core/net-ports.js'
import type { ChannelReport } from '../../../electron/core/channel-report.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { PUBLISHED_ENDPOINTS } from '../../../electron/provider/http/hosts.js'
import { createTradeEvents } from '../../../electron/provider/events/trade-events.js'
import { flush, VirtualTime } from './virtual-time.js'

type Handlers = Parameters<GrpcPort['openStream']>[1]
const PAYLOAD = JSON.stringify({
  account_id: 'A',
  client_order_id: 'c1',
  order_id: 'o1',
  symbol: 'AAPL',
  scene_type: 'FILLED',
  order_status: 'PARTIAL_FILLED',
  filled_qty: '1',
})

async function createFixture() {
  const time = new VirtualTime()
  const streams: { request: GrpcStreamRequest; handlers: Handlers; closed: boolean }[] = []
  let nonce = 0
  const port: GrpcPort = {
    openStream(request, handlers) {
      const stream = { request, handlers, closed: false }
      streams.push(stream)
      return () => {
        stream.closed = true
      }
    },
  }
  const received = {
    orders: 0,
    positions: [] as unknown[],
    options: [] as unknown[],
    subscribed: 0,
    lost: [] as { reason: string; final: boolean }[],
    health: [] as ChannelReport[],
  }
  const events = createTradeEvents({
    endpoints: PUBLISHED_ENDPOINTS.sandbox,
    credentials: { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' },
    ports: {
      clock: time,
      timers: time,
      random: { bytes: (count) => new Uint8Array(count).fill((nonce += 1)), fraction: () => 0.5 },
      crypto: nodeCrypto,
      log: { event: () => {} },
      network: LOOPBACK_NETWORK,
      grpc: () => Promise.resolve(port),
    },
  })
  const stop = events.start([accountId('A')], {
    onOrder: () => {
      received.orders += 1
    },
    onPosition: (notice) => received.positions.push(notice),
    onOption: (notice) => received.options.push(notice),
    onSubscribed: () => {
      received.subscribed += 1
    },
    onLost: (why) => received.lost.push(why),
    onHealth: (report) => received.health.push(report),
  })
  await flush()
  const deliver = (type: number, payload = '', requestId = '') =>
    streams.at(-1)?.handlers.onMessage(
      toBinary(
        SubscribeResponseSchema,
        create(SubscribeResponseSchema, {
          eventType: type as EventType,
          payload,
          requestId,
          timestamp: BigInt(time.now() - 40),
        }),
      ),
    )
  return { time, streams, received, stop, deliver }
}

describe('trade event stream', () => {
  it('signs each attempt again and requests the accounts', async () => {
    const { streams, time } = await createFixture()
    streams[0]?.handlers.onEnd({ status: 14, detail: 'gone' })
    await time.advance(2_000)
    expect(streams).toHaveLength(2)
    const [first, second] = streams
    expect(first?.request).toMatchObject({
      host: 'events-api.sandbox.webull.com',
      port: 443,
      method: '/grpc.trade.event.EventService/Subscribe',
    })
    expect(first?.request.metadata['x-signature-nonce']).not.toBe(
      second?.request.metadata['x-signature-nonce'],
    )
    expect(first?.request.metadata).not.toHaveProperty('x-access-token')
    expect(
      fromBinary(SubscribeRequestSchema, first?.request.message ?? new Uint8Array()),
    ).toMatchObject({ subscribeType: 7, accounts: ['A'] })
  })

  it('reports an event once, however often it is delivered', async () => {
    const { deliver, received } = await createFixture()
    deliver(0)
    expect(received.subscribed).toBe(1)
    deliver(1024, PAYLOAD, 'r1')
    deliver(1024, PAYLOAD, 'r1')
    deliver(1024, PAYLOAD.replace('"1"', '"2"'), 'r1')
    deliver(1024, PAYLOAD, 'r2')
    deliver(1024, 'garbage', 'r3')
    deliver(1032, '{"anything":1}', 'r4')
    deliver(4711)
    expect(received.orders).toBe(3)
    expect(received.health.at(-1)).toMatchObject({ state: 'live', latencyMs: 40 })
    expect(received.lost).toEqual([])
  })

  it('reads settlements of event contracts, and passes option events on unchanged', async () => {
    const { deliver, received } = await createFixture()
    deliver(0)
    const settled = {
      event_name: 'Rate cuts',
      yes_condition: '3 or more',
      settle_result: 'Yes',
      settle_side: 'No',
      quantity: '5',
      cost: '2.50',
      settle_amount: '0E-10',
    }
    deliver(1028, JSON.stringify(settled), 'p1')
    deliver(1028, JSON.stringify(settled), 'p1')
    deliver(
      1028,
      JSON.stringify({ ...settled, account_id: 'A', symbol: 'KX-T3', settle_result: 'Perhaps' }),
      'p2',
    )
    deliver(1028, '[]', 'p3')
    deliver(1032, '{"account_id":"A","what":"ASSIGNMENT"}', 'o1')
    deliver(1032, 'not even JSON', 'o2')
    expect(received.positions).toMatchObject([
      {
        accountId: null,
        symbol: null,
        eventName: 'Rate cuts',
        yesCondition: '3 or more',
        result: 'yes',
        side: 'no',
        quantity: '5',
        cost: '2.50',
        payout: '0',
      },
      { accountId: 'A', symbol: 'KX-T3', result: null, side: 'no' },
    ])
    expect(received.options).toMatchObject([
      { accountId: 'A', symbol: null, raw: '{"account_id":"A","what":"ASSIGNMENT"}' },
      { accountId: null, raw: 'not even JSON' },
    ])
    expect(received.orders).toBe(0)
    expect(received.lost).toEqual([])
  })

  it('ignores bytes that are not a message', async () => {
    const { streams, received } = await createFixture()
    streams[0]?.handlers.onMessage(new Uint8Array([255, 255, 255, 255, 1]))
    expect(received.lost).toEqual([])
  })

  it('is alive while pings come, and dead after 90 s without one', async () => {
    const { time, deliver, received, streams } = await createFixture()
    deliver(0)
    for (let round = 0; round < 5; round += 1) {
      await time.advance(60_000)
      deliver(1)
    }
    expect(received.lost).toEqual([])
    await time.advance(89_999)
    expect(received.lost).toEqual([])
    await time.advance(2)
    expect(received.lost).toMatchObject([{ final: false }])
    expect(streams[0]?.closed).toBe(true)
    await time.advance(2_000)
    expect(streams).toHaveLength(2)
  })

  it('reconnects with growing delays up to the cap', async () => {
    const { time, streams, received } = await createFixture()
    for (let round = 0; round < 12; round += 1) {
      const before = streams.length
      streams.at(-1)?.handlers.onEnd({ status: 14, detail: '' })
      const from = time.monotonic()
      while (streams.length === before && time.monotonic() - from <= 30_000) await time.advance(100)
      expect(streams.length).toBe(before + 1)
    }
    await time.advance(15_001)
    expect(received.lost.at(-1)?.reason).toContain('no answer')
  })

  it('is stopped while its key is refused, and tried again every five minutes', async () => {
    for (const end of ['auth', 'status'] as const) {
      const { time, streams, received, deliver } = await createFixture()
      const refuse = (): void => {
        if (end === 'auth') deliver(2, 'bad key')
        else streams.at(-1)?.handlers.onEnd({ status: 16, detail: '' })
      }
      for (let round = 1; round <= 12; round += 1) {
        expect(streams).toHaveLength(round)
        refuse()
        expect(received.health.at(-1)?.state).toBe('stopped')
        await time.advance(5 * 60_000 - 1)
        expect(streams).toHaveLength(round)
        await time.advance(1)
      }
      expect(received.lost.every(({ final }) => final)).toBe(true)
      deliver(0)
      expect(received.health.at(-1)?.state).toBe('live')
    }
  })

  it('REL-31: subscribes at a start while the server still counts a lost connection of the last run', async () => {
    const { time, received, deliver } = await createFixture()
    for (let round = 0; round < 3; round += 1) {
      deliver(3)
      await time.advance(30_001)
    }
    deliver(0)
    expect(received.lost.map(({ final }) => final)).toEqual([false, false, false])
    expect(received.health.at(-1)?.state).toBe('live')
  })

  it('REL-31: goes on, less often, for as long as a subscription of the same key counts', async () => {
    for (const end of ['many', 'exhausted'] as const) {
      const { time, streams, received, deliver } = await createFixture()
      for (let round = 1; round <= 20; round += 1) {
        expect(streams).toHaveLength(round)
        if (end === 'many') deliver(3)
        else streams.at(-1)?.handlers.onEnd({ status: 8, detail: '' })
        expect(received.health.at(-1)?.state).toBe('down')
        await time.advance(round <= 6 ? 30_000 : 5 * 60_000)
      }
      expect(received.lost.every(({ final }) => !final)).toBe(true)
      deliver(0)
      expect(received.health.at(-1)?.state).toBe('live')
    }
  })

  it('subscribes again after expiry, also when the stream ends cleanly', async () => {
    const { time, streams, received, deliver } = await createFixture()
    deliver(0)
    deliver(4)
    streams[0]?.handlers.onEnd({ status: 0, detail: '' })
    await time.advance(2_000)
    expect(streams).toHaveLength(2)
    deliver(0)
    expect(received.subscribed).toBe(2)
    expect(received.lost).toHaveLength(1)
  })

  it('reports nothing after it was stopped', async () => {
    const { time, streams, received, deliver, stop } = await createFixture()
    deliver(0)
    const before = JSON.stringify(received)
    stop()
    deliver(1024, PAYLOAD, 'r9')
    streams[0]?.handlers.onEnd({ status: 1, detail: '' })
    await time.advance(600_000)
    expect(JSON.stringify(received)).toBe(before)
    expect(streams).toHaveLength(1)
    expect(time.pendingCount).toBe(0)
  })
})
