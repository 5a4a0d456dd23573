import { tradingDay, type ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { hash3, hashText } from '../math/random.js'

/** A change of the number of shares that is still to come when the market is made. */
export interface ShareSplit {
  readonly symbol: string
  /** The trading day before whose first trade it takes effect. */
  readonly day: ExchangeDay
  readonly announced: ExchangeDay
  /** `from` old shares become `to` new ones; one of them is 1. */
  readonly from: number
  readonly to: number
}

/**
 * Who may split, into how many or out of how many, how many trading days after the market's first
 * day, and known how long before.
 */
interface Candidate {
  readonly symbol: string
  readonly kind: 'forward' | 'reverse'
  readonly ratios: readonly number[]
  readonly earliest: number
  readonly within: number
  readonly notice: number
}

/**
 * None of them has listed options, whose contracts would have to be adjusted, nor pays dividends,
 * which would be told per share of
 * another size before and after.
 */
const CANDIDATES: readonly Candidate[] = [
  { symbol: 'BRK.B', kind: 'forward', ratios: [2, 3, 4], earliest: 8, within: 12, notice: 20 },
  { symbol: 'PLUG', kind: 'reverse', ratios: [10], earliest: 15, within: 20, notice: 12 },
  { symbol: 'IBIT', kind: 'forward', ratios: [2], earliest: 35, within: 30, notice: 20 },
  { symbol: 'CTM', kind: 'reverse', ratios: [5, 10], earliest: 50, within: 40, notice: 12 },
]

/**
 * The splits of the first months of a market that begins on `first`, a trading day: always the same
 * for a seed, in order of their days.
 */
export function plannedSplits(seed: string, first: ExchangeDay): readonly ShareSplit[] {
  const planned = CANDIDATES.map(
    ({ symbol, kind, ratios, earliest, within, notice }): ShareSplit => {
      const key = hashText(`split:${seed}:${symbol}`)
      const ratio = ratios[hash3(key, 1, 0) % ratios.length] ?? 2
      const day = tradingDay(first, earliest + (hash3(key, 2, 0) % within))
      return {
        symbol,
        day,
        announced: tradingDay(day, -notice),
        from: kind === 'forward' ? 1 : ratio,
        to: kind === 'forward' ? ratio : 1,
      }
    },
  )
  return planned.sort((a, b) =>
    a.day < b.day || (a.day === b.day && a.symbol < b.symbol) ? -1 : 1,
  )
}
