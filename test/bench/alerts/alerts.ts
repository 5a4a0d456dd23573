import { asPrice, fromInteger } from '../../../shared/domain/decimal.js'
import { MAX_ALERTS } from '../../../shared/domain/alerts/alert.js'
import { openAlerts, priceTerms } from '../../unit/core/alerts/alert-fixture.js'
import { symbol } from '../../../shared/domain/ids.js'
import { atMostAbove } from '../report/bounds.js'
import { median, metricRow, percent, type MetricRow } from '../report/table.js'

const SYMBOLS = 50
const TICKS = 50_000
const TICKS_PER_SECOND = 10_000
const ROUNDS = 5
/** The share of a core that evaluating may take at this rate. */
const TARGET_SHARE = 0.05
const START_CENTS = 10_000

/** A repeatable walk: a cent up, a cent down, or nothing. */
function createWalk(): (index: number) => number {
  let state = 7
  const cents = Array.from({ length: SYMBOLS }, () => START_CENTS)
  return (index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const place = index % SYMBOLS
    cents[place] = (cents[place] ?? START_CENTS) + ((state >> 16) % 3) - 1
    return cents[place]
  }
}

/** Returns the milliseconds for all ticks with this many alerts, spread over all symbols. */
async function measure(alerts: number): Promise<{ readonly ms: number; readonly fired: number }> {
  const desk = await openAlerts()
  const names = Array.from({ length: SYMBOLS }, (_, index) => symbol(`S${index}`))
  for (let index = 0; index < alerts; index += 1) {
    const name = names[index % SYMBOLS] ?? names[0]
    if (name === undefined) continue
    await desk.create(
      priceTerms('1', 'through', {
        repeatMs: 1_000,
        condition: {
          kind: 'price',
          instrument: { assetClass: 'stock', symbol: name },
          when: 'through',
          price: asPrice(fromInteger(9_500 + (index % 1_001), 2)),
        },
      }),
    )
  }
  const walk = createWalk()
  const time = desk.exchangeNow()
  const receivedAt = desk.time.now()
  const began = performance.now()
  for (let index = 0; index < TICKS; index += 1) {
    desk.market.quotes.apply({
      symbol: names[index % SYMBOLS] ?? symbol('S0'),
      receivedAt,
      time,
      last: asPrice(fromInteger(walk(index), 2)),
    })
  }
  const ms = performance.now() - began
  const fired = desk.fired.length
  await desk.alerts.dispose()
  return { ms, fired }
}

/** The CPU of evaluating 1,000 alerts, beside the same quotes without an alert. */
export async function alertEvaluation(): Promise<readonly MetricRow[]> {
  const [base, ours]: [number[], number[]] = [[], []]
  let fired = 0
  await measure(MAX_ALERTS)
  for (let round = 0; round < ROUNDS; round += 1) {
    base.push((await measure(0)).ms)
    const full = await measure(MAX_ALERTS)
    ours.push(full.ms)
    fired = full.fired
  }
  const share = (ms: number): number => ms / ((TICKS / TICKS_PER_SECOND) * 1_000)
  return [
    metricRow({
      id: 'alerts',
      metric: '1,000 alerts at 10,000 ticks/s: share of a core',
      baseline: share(median(base)),
      ours: share(median(ours)),
      format: percent,
      bounds: [atMostAbove(TARGET_SHARE, 'no alert')],
      note: `${TICKS} ticks of ${SYMBOLS} symbols, median of ${ROUNDS}; ${fired} fired`,
    }),
  ]
}
