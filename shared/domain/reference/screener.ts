import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { Message } from '../../messages/message.js'
import type { Symbol } from '../ids.js'
import type { EpochMs } from '../time.js'

/**
 * One stock of a ranking. Ratios are fractions (0.0123 = 1.23%); members that the account has no
 * right to see are null.
 */
export interface ScreenerRow {
  readonly symbol: Symbol
  readonly name: string | null
  readonly exchange: string | null
  readonly currency: string | null
  /** The price of the list's own session, which may be an extended one. */
  readonly last: Price | null
  readonly close: Price | null
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly previousClose: Price | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  /** Today's volume relative to the ten-day average. */
  readonly relativeVolume: Decimal | null
  readonly turnover: Money | null
  readonly turnoverRatio: Decimal | null
  readonly marketValue: Money | null
  readonly amplitude: Decimal | null
  readonly priceToEarnings: Decimal | null
  /** High-dividend lists only. */
  readonly dividendYield: Decimal | null
  readonly dividend: Money | null
  readonly exDate: string | null
  /** 52-week lists only. */
  readonly price52w: Price | null
  readonly changeRatio52w: Decimal | null
}

/** A sector of the market and its leading stocks. */
export interface MarketSector {
  readonly sectorId: string
  readonly name: string | null
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  readonly marketValue: Money | null
  readonly advanced: Decimal
  readonly declined: Decimal
  readonly flat: Decimal
  readonly leaders: readonly { readonly symbol: Symbol; readonly name: string | null }[]
}

/** The spans of gainers and losers. */
export const MOVER_PERIODS = ['pre', 'post', '3m', '5m', '1d', '5d', '1mo', '3mo', '52w'] as const
export type MoverPeriod = (typeof MOVER_PERIODS)[number]

/** What makes a stock active; each is a figure of its row. */
export const ACTIVE_MEASURES = [
  'volume',
  'relativeVolume',
  'turnover',
  'turnoverRatio',
  'amplitude',
] as const satisfies readonly (keyof ScreenerRow)[]
export type ActiveMeasure = (typeof ACTIVE_MEASURES)[number]

export const YEAR_EXTREMES = ['new-high', 'near-high', 'new-low', 'near-low'] as const
export type YearExtreme = (typeof YEAR_EXTREMES)[number]

export const SECTOR_PERIODS = ['1d', '5d', '1mo', '3mo'] as const
export type SectorPeriod = (typeof SECTOR_PERIODS)[number]
export const SECTOR_MEASURES = ['marketValue', 'volume'] as const

/** The figures that the broker ranks by; each is a figure of a row. */
export const RANKING_SORTS = [
  'changeRatio',
  'relativeVolume',
  'marketValue',
  'close',
  'last',
  'priceToEarnings',
  'high',
  'low',
  'amplitude',
  'turnover',
  'volume',
] as const satisfies readonly (keyof ScreenerRow)[]
export type RankingSort = (typeof RANKING_SORTS)[number]
export const DIVIDEND_SORTS = ['dividendYield', 'dividend', ...RANKING_SORTS] as const
export type DividendSort = (typeof DIVIDEND_SORTS)[number]
export const YEAR_SORTS = ['changeRatio52w', ...RANKING_SORTS] as const

export const SORT_DIRECTIONS = ['descending', 'ascending'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** The rows of a ranking in the broker's order, and its sector where it has one. */
export interface Ranking {
  readonly rows: readonly ScreenerRow[]
  readonly sector: MarketSector | null
}

/**
 * A list that is read again and again. `absent`: the broker does not serve it to this key;
 * `failed`: the last read failed, and the value comes from an earlier one.
 */
export interface PolledList<T> {
  readonly state: 'loading' | 'ready' | 'absent' | 'failed'
  /** Null before the first answer. */
  readonly value: T | null
  /** This computer's time of the answer that has the value. */
  readonly readAt: EpochMs | null
  /** Why the last read failed. */
  readonly problem: Message | null
}
export type RankingView = PolledList<Ranking>
export type SectorsView = PolledList<readonly MarketSector[]>
