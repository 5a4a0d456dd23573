import { LOOPBACK_NETWORK } from '../../electron/core/net-ports.js'
import { create, toBinary } from '@bufbuild/protobuf'
import { asPrice, asQuantity, dec } from '../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../shared/domain/ids.js'
import { SubscribeResponseSchema, type EventType } from '../../shared/wire/gen/trade-events_pb.js'
import { SECURITIES } from '../../electron/practice/market/securities/listings.js'
import { systemClock } from '../../electron/adapters/clock.js'
import { nodeCrypto } from '../../electron/adapters/crypto.js'
import { systemRandom } from '../../electron/adapters/random.js'
import { systemTimers } from '../../electron/adapters/timers.js'
import { MarketDataService } from '../../electron/core/market/market-data-service.js'
import { createOrderReports } from '../../electron/core/orders/reconcile/order-reports.js'
import type { OrderObservation } from '../../electron/core/orders/order-observation.js'
import { createProjection } from '../../electron/core/orders/order-projection.js'
import { PUBLISHED_ENDPOINTS } from '../../electron/provider/http/hosts.js'
import { createTradeEvents } from '../../electron/provider/events/trade-events.js'
import { HttpClient } from '../contract/practice/client/http-client.js'
import { limitBuy } from '../contract/practice/client/orders.js'
import { nodeProvider, restingBuy } from './node-session.js'
import { startPracticeProcess } from './practice-process.js'
import { atLeast, atMost, atMostTimes } from './report/bounds.js'
import { median, metricRow, ms, percentile, perSecond, type MetricRow } from './report/table.js'
import { inEnglish } from '../../shared/messages/format-message.js'
import { pause } from './pause.js'

const ROUNDS = 5

async function timed(count: number, call: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return times
}

/** P8, P9 and P10. */
export const wire = async (): Promise<MetricRow[]> => [
  ...(await signedRequest()),
  ...(await tradeEvents()),
  ...(await marketMessages()),
]

/**
 * P8: the same signed request through the client's gateway and through plain `node:https`, in
 * alternating rounds.
 */
async function signedRequest(): Promise<MetricRow[]> {
  const practice = await startPracticeProcess()
  const provider = nodeProvider(practice)
  const bare = new HttpClient(practice.ready)
  try {
    await bare.signIn()
    const baseline: number[] = []
    const ours: number[] = []
    const accounts = (await bare.get('/trading/accounts/list')).json as readonly {
      readonly account_id: string
    }[]
    const account = accounts[0]?.account_id ?? ''
    const order = limitBuy('AAPL', '10.00')
    const throughNode = async (): Promise<void> => {
      const reply = await bare.post('/trading/orders/preview', {
        account_id: account,
        new_orders: [order],
      })
      if (reply.status !== 200) {
        throw new Error(`bare request: ${reply.status} ${reply.text.slice(0, 100)}`)
      }
    }
    const throughGateway = async (): Promise<void> => {
      const answer = await provider.trade.preview(
        restingBuy(accountId(account)),
        clientOrderId('0123456789abcdef0123456789abcdef'),
      )
      if (!answer.ok) {
        throw new Error(`gateway: ${answer.error.kind} ${inEnglish(answer.error.message)}`)
      }
    }
    // The preview has the widest published rate limit of all operations, 150 in 10 s; the client
    // respects it here too.
    await timed(25, throughNode)
    await timed(20, throughGateway)
    for (let round = 0; round < ROUNDS; round += 1) {
      baseline.push(...(await timed(25, throughNode)))
      ours.push(...(await timed(25, throughGateway)))
    }
    return [
      metricRow({
        id: 'P8',
        metric: 'signed request through the gateway, p50',
        baseline: median(baseline),
        ours: median(ours),
        format: ms,
        bounds: [atMostTimes(1.5, 'bare Node')],
        note: `p95 ${ms(percentile(baseline, 0.95))} with bare Node, ${ms(percentile(ours, 0.95))} through the gateway`,
      }),
    ]
  } finally {
    bare.close()
    provider.close()
    await practice.stop()
  }
}

/** Returns the order as Order Detail reported it before its events. */
const placed = (order: number): OrderObservation => ({
  source: 'detail',
  accountId: accountId('A'),
  clientOrderId: clientOrderId(`c${order}`),
  orderId: orderId(`o${order}`),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  status: 'working',
  quantity: asQuantity(dec('50')),
  amount: null,
  filledQuantity: asQuantity(dec('0')),
  averageFillPrice: null,
  limitPrice: asPrice(dec('188')),
  stopPrice: null,
  trail: null,
  fees: null,
  placedAt: systemClock.now(),
  filledAt: null,
  reason: null,
  observedAt: systemClock.now(),
})

/**
 * P9: bytes of trade events to rows of the projection: protobuf, JSON, schema, duplicate check,
 * reduction.
 */
async function tradeEvents(): Promise<MetricRow[]> {
  const ORDERS = 400
  const FILLS = 50
  const messages: Uint8Array[] = []
  for (let fill = 1; fill <= FILLS; fill += 1) {
    for (let order = 0; order < ORDERS; order += 1) {
      const payload = JSON.stringify({
        account_id: 'A',
        client_order_id: `c${order}`,
        order_id: `o${order}`,
        request_id: `r${order}-${fill}`,
        symbol: 'AAPL',
        category: 'US_STOCK',
        side: 'BUY',
        order_type: 'LIMIT',
        order_status: fill === FILLS ? 'FILLED' : 'PARTIAL_FILLED',
        qty: String(FILLS),
        filled_qty: String(fill),
        filled_price: '187.4200',
        filled_time: '2026-11-18T15:00:00.000Z',
        scene_type: fill === FILLS ? 'FINAL_FILLED' : 'FILLED',
      })
      messages.push(
        toBinary(
          SubscribeResponseSchema,
          create(SubscribeResponseSchema, {
            eventType: 1_024 as EventType,
            payload,
            requestId: `${fill}-${order}`,
            timestamp: BigInt(Date.now()),
          }),
        ),
      )
    }
  }
  const rates: number[] = []
  const costs: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const projection = createProjection()
    const intake = createOrderReports({
      projection,
      journal: { append: () => Promise.resolve({ ok: true, value: undefined }) },
    })
    let deliver: (bytes: Uint8Array) => void = () => undefined
    const events = createTradeEvents({
      endpoints: PUBLISHED_ENDPOINTS.sandbox,
      credentials: { appKey: 'key', appSecret: 'secret', algorithm: 'HMAC-SHA256' },
      ports: {
        clock: systemClock,
        timers: systemTimers,
        random: systemRandom,
        crypto: nodeCrypto,
        log: { event: () => undefined },
        network: LOOPBACK_NETWORK,
        grpc: () =>
          Promise.resolve({
            openStream: (_request, handlers) => {
              deliver = (bytes) => handlers.onMessage(bytes)
              return () => undefined
            },
          }),
      },
    })
    for (let order = 0; order < ORDERS; order += 1) intake.observe(placed(order))
    let seen = 0
    const stop = events.start([accountId('A')], {
      onOrder: ({ observation, eventType }) => {
        seen += 1
        intake.observe(observation, eventType)
      },
      onSubscribed: () => undefined,
      onLost: () => undefined,
      onHealth: () => undefined,
    })
    await pause(5)
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    for (const message of messages) deliver(message)
    const took = performance.now() - began
    const used = process.cpuUsage(cpu)
    stop()
    if (seen !== messages.length) throw new Error(`${messages.length - seen} events were lost`)
    const final = projection.get(clientOrderId(`c${ORDERS - 1}`))
    if (final?.status !== 'filled') {
      throw new Error(`the last order is ${final?.status ?? 'not there'}`)
    }
    if (round === 0) continue
    rates.push((messages.length / took) * 1_000)
    costs.push((used.user + used.system) / messages.length)
  }
  const rate = median(rates)
  return [
    metricRow({
      id: 'P9',
      metric: 'trade events decoded and projected',
      ours: rate,
      format: perSecond,
      bounds: [atLeast(20_000)],
      note: `${median(costs).toFixed(0)} µs of a core each; fewer when other programs take their share of it`,
    }),
  ]
}

/**
 * P10: CPU per message of the whole client side of the stream (TLS, MQTT, protobuf, hub), with
 * every symbol subscribed.
 */
async function marketMessages(): Promise<MetricRow[]> {
  const practice = await startPracticeProcess()
  const provider = nodeProvider(practice)
  let messages = 0
  const counted = {
    ...provider.stream,
    start: (listener: Parameters<typeof provider.stream.start>[0]) =>
      provider.stream.start({
        ...listener,
        onQuote: (patch) => {
          messages += 1
          listener.onQuote(patch)
        },
        onOverLimit: () => undefined,
        onTick: (tick) => {
          messages += 1
          listener.onTick(tick)
        },
      }),
  }
  const marketData = new MarketDataService({
    market: provider.market,
    stream: counted,
    clock: systemClock,
    timers: systemTimers,
  })
  try {
    marketData.start()
    const symbols = SECURITIES.map(({ listing }) => symbol(listing.symbol))
    const stops = [
      marketData.watches.quotes(symbols).subscribe(() => undefined),
      ...symbols.map((name) => marketData.watches.ticks(name).subscribe(() => undefined)),
    ]
    await pause(3_000)
    // Not every market step has a trade; this many steps make about 10,000 messages per second.
    await practice.command({ command: 'tick-rate', perSecond: 24_000 })
    await pause(1_500)
    const costs: number[] = []
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [cpu, began, before] = [process.cpuUsage(), performance.now(), messages]
      await pause(2_000)
      const used = process.cpuUsage(cpu)
      const count = messages - before
      costs.push((used.user + used.system) / count)
      rates.push((count / (performance.now() - began)) * 1_000)
    }
    for (const stop of stops) stop()
    return [
      metricRow({
        id: 'P10',
        metric: 'market message into the hub at 10,000/s, processor time',
        ours: median(costs),
        format: (cost) => `${cost.toFixed(1)} µs`,
        bounds: [atMost(20)],
        note: `at ${perSecond(median(rates))}`,
      }),
    ]
  } finally {
    marketData.dispose()
    provider.close()
    await practice.stop()
  }
}
