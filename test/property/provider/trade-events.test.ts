import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { accountId } from '../../../shared/domain/ids.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type EventType,
} from '../../../shared/wire/gen/trade-events_pb.js'
import type { GrpcPort, GrpcStreamRequest } from '../../../electron/core/net-ports.js'
import type { ChannelReport } from '../../../electron/core/channel.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { publishedEndpoints } from '../../../electron/provider/hosts.js'
import { createTradeEvents } from '../../../electron/provider/trade-events.js'
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

async function rig() {
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
  const heard = {
    orders: 0,
    positions: [] as unknown[],
    options: [] as unknown[],
    subscribed: 0,
    lost: [] as { reason: string; final: boolean }[],
    health: [] as ChannelReport[],
  }
  const events = createTradeEvents({
    endpoints: publishedEndpoints('sandbox'),
    credentials: { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' },
    world: {
      clock: time,
      timers: time,
      random: { bytes: (count) => new Uint8Array(count).fill((nonce += 1)), fraction: () => 0.5 },
      crypto: nodeCrypto,
      log: { event: () => {} },
      grpc: () => Promise.resolve(port),
    },
  })
  const stop = events.start([accountId('A')], {
    onOrder: () => {
      heard.orders += 1
    },
    onPosition: (notice) => heard.positions.push(notice),
    onOption: (notice) => heard.options.push(notice),
    onSubscribed: () => {
      heard.subscribed += 1
    },
    onLost: (why) => heard.lost.push(why),
    onHealth: (report) => heard.health.push(report),
  })
  await flush()
  const say = (type: number, payload = '', requestId = '') =>
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
  return { time, streams, heard, stop, say }
}

describe('trade event stream', () => {
  it('signs each attempt anew and asks for the accounts', async () => {
    const { streams, time } = await rig()
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

  it('delivers events once, however often they are delivered', async () => {
    const { say, heard } = await rig()
    say(0)
    expect(heard.subscribed).toBe(1)
    say(1024, PAYLOAD, 'r1')
    say(1024, PAYLOAD, 'r1')
    say(1024, PAYLOAD.replace('"1"', '"2"'), 'r1')
    say(1024, PAYLOAD, 'r2')
    say(1024, 'garbage', 'r3')
    say(1032, '{"anything":1}', 'r4')
    say(4711)
    expect(heard.orders).toBe(3)
    expect(heard.health.at(-1)).toMatchObject({ state: 'live', latencyMs: 40 })
    expect(heard.lost).toEqual([])
  })

  it('reads settlements of event contracts, and keeps option events as they come', async () => {
    const { say, heard } = await rig()
    say(0)
    const settled = {
      event_name: 'Rate cuts',
      yes_condition: '3 or more',
      settle_result: 'Yes',
      settle_side: 'No',
      quantity: '5',
      cost: '2.50',
      settle_amount: '0E-10',
    }
    say(1028, JSON.stringify(settled), 'p1')
    say(1028, JSON.stringify(settled), 'p1')
    say(
      1028,
      JSON.stringify({ ...settled, account_id: 'A', symbol: 'KX-T3', settle_result: 'Perhaps' }),
      'p2',
    )
    say(1028, '[]', 'p3')
    say(1032, '{"account_id":"A","what":"ASSIGNMENT"}', 'o1')
    say(1032, 'not even JSON', 'o2')
    expect(heard.positions).toMatchObject([
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
    expect(heard.options).toMatchObject([
      { accountId: 'A', symbol: null, raw: '{"account_id":"A","what":"ASSIGNMENT"}' },
      { accountId: null, raw: 'not even JSON' },
    ])
    expect(heard.orders).toBe(0)
    expect(heard.lost).toEqual([])
  })

  it('survives bytes that are not a message', async () => {
    const { streams, heard } = await rig()
    streams[0]?.handlers.onMessage(new Uint8Array([255, 255, 255, 255, 1]))
    expect(heard.lost).toEqual([])
  })

  it('is alive while pings come, dead after 90 s of silence', async () => {
    const { time, say, heard, streams } = await rig()
    say(0)
    for (let round = 0; round < 5; round += 1) {
      await time.advance(60_000)
      say(1)
    }
    expect(heard.lost).toEqual([])
    await time.advance(89_999)
    expect(heard.lost).toEqual([])
    await time.advance(2)
    expect(heard.lost).toMatchObject([{ final: false }])
    expect(streams[0]?.closed).toBe(true)
    await time.advance(2_000)
    expect(streams).toHaveLength(2)
  })

  it('tries again when nobody answers, waiting longer each time, never above the cap', async () => {
    const { time, streams, heard } = await rig()
    for (let round = 0; round < 12; round += 1) {
      const before = streams.length
      streams.at(-1)?.handlers.onEnd({ status: 14, detail: '' })
      const from = time.monotonic()
      while (streams.length === before && time.monotonic() - from <= 30_000) await time.advance(100)
      expect(streams.length).toBe(before + 1)
    }
    await time.advance(15_001)
    expect(heard.lost.at(-1)?.reason).toContain('no answer')
  })

  it('stops for good at a refused key, a forbidden status, and a subscription held by somebody else', async () => {
    for (const end of ['auth', 'status', 'many', 'exhausted'] as const) {
      const { time, streams, heard, say } = await rig()
      if (end === 'auth') say(2, 'bad key')
      if (end === 'many') say(3)
      if (end === 'status') streams[0]?.handlers.onEnd({ status: 16, detail: '' })
      if (end === 'exhausted') streams[0]?.handlers.onEnd({ status: 8, detail: '' })
      await time.advance(3_600_000)
      expect(heard.lost).toMatchObject([{ final: true }])
      expect(heard.health.at(-1)?.state).toBe('stopped')
      expect(streams).toHaveLength(1)
      expect(time.waiting).toBe(0)
    }
  })

  it('takes "too many" for its own ghost after it was subscribed, a few times', async () => {
    const { time, streams, heard, say } = await rig()
    say(0)
    streams[0]?.handlers.onEnd({ status: 14, detail: '' })
    await time.advance(2_000)
    say(3)
    expect(heard.lost.at(-1)?.final).toBe(false)
    for (let round = 0; round < 10; round += 1) {
      await time.advance(30_001)
      say(3)
    }
    expect(heard.lost.at(-1)?.final).toBe(true)
  })

  it('subscribes again after expiry, also when the stream ends cleanly', async () => {
    const { time, streams, heard, say } = await rig()
    say(0)
    say(4)
    streams[0]?.handlers.onEnd({ status: 0, detail: '' })
    await time.advance(2_000)
    expect(streams).toHaveLength(2)
    say(0)
    expect(heard.subscribed).toBe(2)
    expect(heard.lost).toHaveLength(1)
  })

  it('is silent after it was stopped', async () => {
    const { time, streams, heard, say, stop } = await rig()
    say(0)
    const before = JSON.stringify(heard)
    stop()
    say(1024, PAYLOAD, 'r9')
    streams[0]?.handlers.onEnd({ status: 1, detail: '' })
    await time.advance(600_000)
    expect(JSON.stringify(heard)).toBe(before)
    expect(streams).toHaveLength(1)
    expect(time.waiting).toBe(0)
  })
})
