import { exchangeInstant } from '../../shared/domain/market/exchange-time.js'
import { symbol } from '../../shared/domain/ids.js'
import { SECURITIES } from '../../electron/practice/market/securities/listings.js'
import { openMarketSimulation } from '../../electron/practice/simulation/market-simulation.js'
import { HttpClient } from '../contract/practice/client/http-client.js'
import { limitBuy } from '../contract/practice/client/orders.js'
import { nodeProvider } from './node-session.js'
import { startPracticeProcess } from './practice-process.js'
import { processorTime } from './process-time.js'
import { atLeast } from './report/bounds.js'
import { coresText } from './report/machine.js'
import {
  count,
  median,
  metricRow,
  ms,
  percentile,
  perSecond,
  type MetricRow,
} from './report/table.js'
import { pause } from './pause.js'

const ROUNDS = 5
const ORDERS = 2_000
const AT_ONCE = 32
const MIN_ORDERS = 2_000
const MIN_TRADES = 20_000
/**
 * Requested market steps per second: about every third is a trade, and a symbol has at most one
 * step per millisecond.
 */
const STEPS = 200_000

/**
 * P15: orders placed and accepted per second by direct calls of the exchange: validation,
 * reservations, book, events.
 */
function inProcess(): MetricRow {
  const now = exchangeInstant('2026-11-18', 10 * 60)
  const rates: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { exchange } = openMarketSimulation({
      seed: 'bench',
      anchor: now,
      now,
      clock: () => now,
      onPrint: () => undefined,
    })
    const account = exchange.accounts(exchange.userIds()[0] ?? '')[0]?.account_id ?? ''
    const bodies = Array.from({ length: 2_000 }, () => ({
      account_id: account,
      new_orders: [limitBuy('AAPL', '10.00')],
    }))
    const began = performance.now()
    for (const body of bodies) {
      const placed = exchange.place(body as Parameters<typeof exchange.place>[0])
      if (!placed.ok) throw new Error(`the exchange refused: ${placed.error.code}`)
    }
    if (round > 0) rates.push((bodies.length / (performance.now() - began)) * 1_000)
  }
  const rate = median(rates)
  return metricRow({
    id: 'P15',
    metric: 'exchange: place → ack, called directly',
    ours: rate,
    format: perSecond,
    bounds: [atLeast(MIN_ORDERS)],
  })
}

/**
 * Returns a note with the processor time of the exchange's process per unit of work; empty where
 * the system does not report it.
 */
const used = (before: number | null, after: number | null, count: number, unit: string): string =>
  before === null || after === null
    ? ''
    : `the exchange used ${Math.round(((after - before) / count) * 1_000)} µs of one core for each ${unit}`

/**
 * P15: the same over HTTPS from another process, 32 requests at a time, each answered after its
 * order is on disk.
 */
async function overHttp(): Promise<MetricRow> {
  const practice = await startPracticeProcess()
  const client = new HttpClient(practice.ready)
  try {
    await client.signIn()
    const account =
      (
        (await client.get('/trading/accounts/list')).json as readonly {
          readonly account_id: string
        }[]
      )[0]?.account_id ?? ''
    const rates: number[] = []
    const times: number[] = []
    let warm: number | null = null
    for (let round = 0; round <= ROUNDS; round += 1) {
      if (round === 1) warm = processorTime(practice.pid)
      let left = ORDERS
      const worker = async (): Promise<void> => {
        while (left > 0) {
          left -= 1
          const began = performance.now()
          const reply = await client.post('/trading/orders/place', {
            account_id: account,
            new_orders: [limitBuy('AAPL', '10.00')],
          })
          if (reply.status !== 200) {
            throw new Error(`the exchange refused: ${reply.text.slice(0, 120)}`)
          }
          if (round > 0) times.push(performance.now() - began)
        }
      }
      const began = performance.now()
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      if (round > 0) rates.push((ORDERS / (performance.now() - began)) * 1_000)
    }
    const rate = median(rates)
    return metricRow({
      id: 'P15',
      metric: 'exchange: place → ack over HTTPS, 32 at once',
      ours: rate,
      format: perSecond,
      bounds: [atLeast(MIN_ORDERS)],
      note: `p95 ${ms(percentile(times, 0.95))}; ${used(warm, processorTime(practice.pid), ROUNDS * ORDERS, 'order')}; the caller signs and encrypts on the same ${coresText()}`,
    })
  } finally {
    client.close()
    await practice.stop()
  }
}

/** P15: trades per second sent to one stream with every symbol, counted by the receiver. */
async function ticksOut(): Promise<MetricRow> {
  const practice = await startPracticeProcess()
  const provider = nodeProvider(practice)
  let ticks = 0
  let otherSteps = 0
  const symbols = SECURITIES.map(({ listing }) => symbol(listing.symbol))
  const stop = provider.stream.start({
    onQuote: () => {
      otherSteps += 1
    },
    onDepth: () => undefined,
    onOverLimit: () => undefined,
    onTick: () => {
      ticks += 1
    },
    onSubscribed: () => undefined,
    onHealth: () => undefined,
  })
  try {
    provider.stream.setInterest({ quotes: symbols, depth: [], ticks: symbols })
    await pause(2_500)
    await practice.command({ command: 'tick-rate', perSecond: STEPS })
    await pause(1_500)
    const rates: number[] = []
    const [counted, warm] = [ticks, processorTime(practice.pid)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const [before, began] = [ticks, performance.now()]
      await pause(1_200)
      rates.push(((ticks - before) / (performance.now() - began)) * 1_000)
    }
    const rate = median(rates)
    return metricRow({
      id: 'P15',
      metric: `exchange: trades out over MQTT, ${count(STEPS)} market steps/s requested`,
      ours: rate,
      format: perSecond,
      bounds: [atLeast(MIN_TRADES)],
      note: `${used(warm, processorTime(practice.pid), ticks - counted, 'trade, its share of the market included')}; the receiver shares the ${coresText()}; ${count(otherSteps)} quotes and snapshots came besides`,
    })
  } finally {
    stop()
    provider.close()
    await practice.stop()
  }
}

/** Runs P15 in its three forms. */
export const exchange = async (): Promise<MetricRow[]> => [
  inProcess(),
  await overHttp(),
  await ticksOut(),
]
