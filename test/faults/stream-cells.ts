import { LOOPBACK_NETWORK } from '../../electron/core/net-ports.js'
import { create, toBinary } from '@bufbuild/protobuf'
import { nodeCrypto } from '../../electron/adapters/crypto.js'
import { Batches } from '../../electron/app/streams/batches.js'
import type { TimerPort } from '../../electron/core/ports.js'
import { serveStream, type StreamPort } from '../../electron/app/streams/stream-host.js'
import { createSenderRegistry } from '../../electron/app/ipc/sender-registry.js'
import type { GrpcPort, MqttPort } from '../../electron/core/net-ports.js'
import { eventsFeed } from '../../electron/handlers/feeds.js'
import { createTradeEvents } from '../../electron/provider/events/trade-events.js'
import type { Caller } from '../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS } from '../../electron/provider/http/hosts.js'
import type { Categories } from '../../electron/provider/market-data/categories.js'
import { createMarketStream } from '../../electron/provider/market-data/market-stream.js'
import { accountId, symbol } from '../../shared/domain/ids.js'
import { ok } from '../../shared/domain/result.js'
import { epochMs } from '../../shared/domain/time.js'
import { INITIAL_CREDIT } from '../../shared/ipc/stream-credit.js'
import type { Frame } from '../../shared/ipc/streams.js'
import { SubscribeResponseSchema, type EventType } from '../../shared/wire/gen/trade-events_pb.js'
import { flush, VirtualTime } from '../property/provider/virtual-time.js'
import type { Cell, Fault, FaultOutcome } from './faults.js'
import { FaultFixture } from './order-cells.js'

type GrpcHandlers = Parameters<GrpcPort['openStream']>[1]
type MqttHandlers = Parameters<MqttPort['open']>[1]

const [SUCCESS, ORDER] = [0, 1024] as const
const MINUTE_MS = 60_000
const CREDENTIALS = { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' } as const

/** gRPC statuses by fault; a connection that cannot be made or breaks is UNAVAILABLE. */
const STATUS: Partial<Record<Fault, number>> = { 'rate-limit-storm': 8, 'clock-skew': 16 }
const UNAVAILABLE = 14

const payload = (filled: string): string =>
  JSON.stringify({
    account_id: 'A',
    client_order_id: 'c1',
    order_id: 'o1',
    symbol: 'AAPL',
    scene_type: 'FILLED',
    order_status: 'PARTIAL_FILLED',
    filled_qty: filled,
  })

const CATEGORIES: Categories = {
  categoryOf: () => 'US_STOCK',
  resolve: () => Promise.resolve(),
  learn: () => undefined,
}

/** The event stream of the provider's client; a test plays the server. */
class EventFixture {
  readonly time = new VirtualTime()
  readonly streams: GrpcHandlers[] = []
  orders = 0
  subscribed = 0
  isFinal = false
  readonly #stop

  constructor() {
    const { time } = this
    const port: GrpcPort = {
      openStream: (_request, handlers) => {
        this.streams.push(handlers)
        return () => undefined
      },
    }
    this.#stop = createTradeEvents({
      endpoints: PUBLISHED_ENDPOINTS.sandbox,
      credentials: CREDENTIALS,
      ports: {
        clock: time,
        timers: time,
        random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
        crypto: nodeCrypto,
        log: { event: () => undefined },
        network: LOOPBACK_NETWORK,
        grpc: () => Promise.resolve(port),
      },
    }).start([accountId('A')], {
      onOrder: () => {
        this.orders += 1
      },
      onSubscribed: () => {
        this.subscribed += 1
      },
      onLost: ({ final }) => {
        this.isFinal = final
      },
      onHealth: () => undefined,
    })
  }

  deliver(type: number, text = '', requestId = ''): void {
    this.streams.at(-1)?.onMessage(
      toBinary(
        SubscribeResponseSchema,
        create(SubscribeResponseSchema, {
          eventType: type as EventType,
          payload: text,
          requestId,
          timestamp: BigInt(this.time.now()),
        }),
      ),
    )
  }

  /** Ends the open stream as a fault does; a silent one is left open. */
  strike({ fault }: Cell): void {
    if (fault === 'silent-stream' || fault === 'delay') return
    this.streams.at(-1)?.onEnd({ status: STATUS[fault] ?? UNAVAILABLE, detail: 'fault' })
  }

  close(): void {
    this.#stop()
  }
}

/** Runs a cell in which the event stream cannot be opened, or breaks. */
async function runEventConnection(cell: Cell): Promise<FaultOutcome> {
  const fixture = new EventFixture()
  await flush()
  const isRunning = cell.phase === 'effect' || STATUS[cell.fault] === 8
  if (isRunning) fixture.deliver(SUCCESS)
  const before = fixture.subscribed
  fixture.strike(cell)
  const opened = fixture.streams.length
  for (let second = 0; second < 120 && fixture.streams.length === opened; second += 1) {
    await fixture.time.advance(1_000)
  }
  if (fixture.isFinal) return 'reported'
  if (fixture.streams.length < 2) throw new Error('the stream was not opened again')
  fixture.deliver(SUCCESS)
  fixture.deliver(ORDER, payload('1'), 'r1')
  fixture.close()
  if (fixture.subscribed !== before + 1 || fixture.orders !== 1) throw new Error('not subscribed')
  return 'reconnects'
}

/** Runs a cell of deliveries that are repeated, out of order, late or unreadable. */
async function runEventDelivery({ fault }: Cell): Promise<FaultOutcome> {
  const fixture = new EventFixture()
  await flush()
  fixture.deliver(SUCCESS)
  if (fault === 'delay') await fixture.time.advance(3_000)
  if (fault === 'truncate') fixture.streams.at(-1)?.onMessage(new Uint8Array([255, 255, 255]))
  fixture.deliver(ORDER, payload('1'), 'r1')
  if (fault === 'duplicate') fixture.deliver(ORDER, payload('1'), 'r1')
  fixture.close()
  if (fixture.orders !== 1) throw new Error(`${fixture.orders} events instead of one`)
  return fault === 'delay' || fault === 'clock-jump' ? 'fine' : 'ignored'
}

/** Runs a cell in which the reports of an order are lost or arrive in another order. */
async function runOrderReports(cell: Cell): Promise<FaultOutcome> {
  const { fault } = cell
  const fixture = new FaultFixture(cell)
  const session = await fixture.start('detail')
  const { exchange } = fixture.desk
  const [order] = exchange.orders.values()
  if (order === undefined) throw new Error('no order')
  const early = { ...exchange.observation(order, 'event') }
  order.status = 'filled'
  order.filled = order.quantity
  const late = { ...exchange.observation(order, 'event') }
  if (fault === 'reorder') {
    exchange.listener?.onOrder({ eventType: 'final-fill', observation: late })
    exchange.listener?.onOrder({ eventType: 'other', observation: early })
    fixture.expectTruth(session)
  }
  await fixture.run(30_000)
  fixture.expectTruth(session)
  return fault === 'reorder' ? 'ignored' : 'corrected'
}

/** The market stream of the provider's client; a test plays the server. */
class MarketFixture {
  readonly time = new VirtualTime()
  readonly connections: MqttHandlers[] = []
  subscribed = 0
  quotes = 0
  state = ''
  readonly #stop

  constructor() {
    const { time } = this
    const port: MqttPort = {
      open: (_request, handlers) => {
        this.connections.push(handlers)
        return () => undefined
      },
    }
    const stream = createMarketStream({
      endpoints: PUBLISHED_ENDPOINTS.sandbox,
      credentials: CREDENTIALS,
      caller: {
        call: () => Promise.resolve(ok(undefined)),
        close: () => undefined,
      } as unknown as Caller,
      categories: CATEGORIES,
      onToken: () => () => undefined,
      ports: {
        clock: time,
        timers: time,
        random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
        log: { event: () => undefined },
        network: LOOPBACK_NETWORK,
        mqtt: () => Promise.resolve(port),
      },
    })
    stream.setInterest({ quotes: [symbol('AAPL')], depth: [], ticks: [] })
    this.#stop = stream.start({
      onSubscribed: () => {
        this.subscribed += 1
      },
      onQuote: () => {
        this.quotes += 1
      },
      onDepth: () => undefined,
      onOverLimit: () => undefined,
      onTick: () => undefined,
      onHealth: ({ state }) => {
        this.state = state
      },
    })
  }

  close(): void {
    this.#stop()
  }
}

/** Runs a cell of the market stream. */
async function runMarket({ fault, phase }: Cell): Promise<FaultOutcome> {
  const fixture = new MarketFixture()
  await flush()
  const { connections, time } = fixture
  const wasConnected = phase === 'effect' || phase === 'response'
  if (wasConnected) {
    connections[0]?.onConnected()
    await time.advance(1_000)
  }
  if (fault === 'silent-stream') {
    await time.advance(20_000)
    const { state } = fixture
    fixture.close()
    return state === 'stale' ? 'reported' : 'fine'
  }
  if (phase === 'response' && fault !== 'rate-limit-storm') {
    const body = fault === 'truncate' ? new Uint8Array([255, 255]) : new Uint8Array()
    if (fault !== 'clock-jump') connections[0]?.onMessage('quote', body)
    fixture.close()
    if (fixture.quotes > 0) throw new Error('a quote was guessed')
    return fault === 'truncate' ? 'ignored' : 'fine'
  }
  if (fault === 'clock-jump') {
    fixture.close()
    return 'fine'
  }
  const subscribedBefore = fixture.subscribed
  connections[0]?.onEnd(
    fault === 'rate-limit-storm'
      ? { kind: 'refused', code: 105 }
      : { kind: fault === 'wrong-certificate' ? 'tls' : 'network', detail: 'fault' },
  )
  await time.advance(2 * MINUTE_MS)
  connections.at(-1)?.onConnected()
  await time.advance(5_000)
  fixture.close()
  if (connections.length < 2) throw new Error('not connected again')
  if (fixture.subscribed <= subscribedBefore) throw new Error('not subscribed again')
  return 'reconnects'
}

/** Runs a cell in which a window reads slower than events or quotes arrive. */
async function runSlowConsumer(): Promise<FaultOutcome> {
  const frames: Frame[] = []
  let due: (() => void)[] = []
  let receive: (event: { data: unknown }) => void = () => undefined
  let push: (items: readonly number[]) => void = () => undefined
  const port: StreamPort = {
    postMessage: (batch) => void frames.push(...(batch as Frame[])),
    on: ((event: string, listener: never) => {
      if (event === 'message') receive = listener
    }) as StreamPort['on'],
    start: () => undefined,
    close: () => undefined,
  }
  const timers: TimerPort = {
    after: (_ms, call) => {
      due.push(call)
      return () => undefined
    },
    every: () => () => undefined,
  }
  serveStream(port, [{ kind: 'orders' }], {
    senders: createSenderRegistry(),
    log: { event: () => undefined },
    clock: { now: () => epochMs(1), monotonic: () => 1 },
    timers,
    batches: new Batches(timers),
    feedOf: () =>
      Promise.resolve(
        eventsFeed<number>(
          () => [1, 2, 3],
          (listener) => {
            push = listener
            return () => undefined
          },
        ),
      ),
    onFeedsReplaced: () => () => undefined,
  })
  receive({ data: { kind: 'credit', frames: INITIAL_CREDIT } })
  const settle = async (): Promise<void> => {
    await flush()
    // A timer may start the next one: the pause between two batches ends with a batch.
    while (due.length > 0) {
      const now = due
      due = []
      for (const call of now) call()
      await flush()
    }
  }
  await settle()
  push(Array.from({ length: 5_000 }, (_, index) => index))
  await settle()
  const kinds = frames.map(({ kind }) => kind).join(' ')
  if (!kinds.includes('snapshot gap snapshot')) throw new Error(`frames: ${kinds}`)
  return 'corrected'
}

/** Runs a cell of a stream. */
export function runStream(cell: Cell): Promise<FaultOutcome> {
  const { fault, phase, operation } = cell
  if (fault === 'slow-consumer') return runSlowConsumer()
  if (operation === 'market') return runMarket(cell)
  if (fault === 'lost-event' || fault === 'reorder') return runOrderReports(cell)
  const isDelivery = phase === 'response' && STATUS[fault] === undefined
  return isDelivery || fault === 'clock-jump' ? runEventDelivery(cell) : runEventConnection(cell)
}
