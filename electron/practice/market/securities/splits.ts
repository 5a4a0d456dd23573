import { tradingDay, type ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { hash3, hashText } from '../math/random.js'

/** A stock split planned when the market is created. */
export interface ShareSplit {
  readonly symbol: string
  /** The split takes effect before the first trade of this trading day. */
  readonly day: ExchangeDay
  readonly announced: ExchangeDay
  /** `from` old shares become `to` new ones; one of them is 1. */
  readonly from: number
  readonly to: number
}

/**
 * A stock that may split: the possible ratios, the number of trading days after the market's first
 * day, and the notice before.
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
 * None of them has listed options, whose contracts would need adjustment, or pays dividends, which
 * would refer to shares of different sizes before and after.
 */
const CANDIDATES: readonly Candidate[] = [
  { symbol: 'BRK.B', kind: 'forward', ratios: [2, 3, 4], earliest: 8, within: 12, notice: 20 },
  { symbol: 'PLUG', kind: 'reverse', ratios: [10], earliest: 15, within: 20, notice: 12 },
  { symbol: 'IBIT', kind: 'forward', ratios: [2], earliest: 35, within: 30, notice: 20 },
  { symbol: 'CTM', kind: 'reverse', ratios: [5, 10], earliest: 50, within: 40, notice: 12 },
]

/**
 * Returns the splits in the first months of a market that begins on the trading day `first`, by
 * day; always the same for a seed.
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
