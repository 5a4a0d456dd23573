import type { Decimal, Price, Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { Tradable } from './instrument.js'
import type { EpochMs } from '../time.js'

/** A group of futures products ("Equity Index", "Energy"). */
export interface FuturesProductClass {
  readonly classId: number
  readonly name: string
}

/** A family of futures contracts on one underlying ("ES"). */
export interface FuturesProduct {
  readonly code: string
  readonly name: string
  readonly classId: number | null
  readonly className: string | null
  readonly exchange: string | null
}

/**
 * One contract of a product. Dates are yyyy-MM-dd, the contract's month is yyyy-MM; sizes are in
 * units of the underlying.
 */
export interface FuturesContract {
  readonly assetClass: 'futures'
  readonly symbol: Symbol
  readonly instrumentId: string
  readonly code: string
  readonly name: string
  readonly exchange: string
  readonly classId: number | null
  readonly className: string | null
  readonly currency: string
  readonly month: string | null
  /** The continuous contract follows the front month and cannot be traded. */
  readonly kind: 'month' | 'continuous' | 'unknown'
  readonly tradable: Tradable
  readonly size: Decimal | null
  readonly unit: string | null
  readonly minTick: Decimal | null
  readonly settlement: 'cash' | 'physical' | 'unknown'
  readonly settlementDate: string | null
  readonly firstTradingDate: string | null
  readonly lastTradingDate: string | null
  readonly firstNoticeDate: string | null
  readonly lastNoticeDate: string | null
}

/**
 * Returns the month that trades now: the one that the continuous contract follows; without one, the
 * first that has not ended on `today` (yyyy-MM-dd). Null where no month is open.
 */
export function frontContract(contracts: readonly FuturesContract[], today: string): Symbol | null {
  const open = contracts
    .flatMap(({ kind, symbol, lastTradingDate: last }) =>
      kind === 'continuous' || last === null || last < today ? [] : [{ symbol, last }],
    )
    .toSorted((a, b) => a.last.localeCompare(b.last, 'en'))
  const followed = contracts.find(({ kind }) => kind === 'continuous')?.lastTradingDate
  return (open.find(({ last }) => last === followed) ?? open[0])?.symbol ?? null
}

/** The latest state of one futures contract. */
export interface FuturesSnapshot {
  readonly symbol: Symbol
  readonly last: Price | null
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly previousClose: Price | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  readonly openInterest: Quantity | null
  readonly bid: Price | null
  readonly bidSize: Quantity | null
  readonly ask: Price | null
  readonly askSize: Quantity | null
  readonly settlePrice: Price | null
  readonly settleDate: string | null
  readonly time: EpochMs | null
  readonly receivedAt: EpochMs
}
