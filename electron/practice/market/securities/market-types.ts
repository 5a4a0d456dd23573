import type { RuledSession } from '../../../../shared/domain/market/quote.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Instrument } from '../../model/instrument.js'
import type { MarketStep } from '../../model/market-step.js'
import type { CashUnits, PriceUnits, SizeUnits } from '../../model/units.js'
import type { ExecutionPrint, ReferencePrices } from '../../model/venue.js'
import type { Contract } from '../futures/contracts.js'
import type { Shock } from '../shocks/shock.js'
import type { FuturesSettlementFigures } from '../futures/settlement-figures.js'
import type { RecordedBars } from '../../../../shared/practice/recorded-bars.js'
import type { ShareSplit } from './splits.js'

/**
 * One tradable symbol, as the instrument list serves it (TRADING-6). Ratios are decimal strings.
 */
export interface Listing {
  readonly symbol: string
  readonly name: string
  readonly exchangeCode: string
  readonly kind: 'stock' | 'etf'
  readonly subCategory: 'COMMON_STOCK' | 'ETF'
  readonly instrumentId: string
  /** `OC` tradable, `CO` liquidate only, `NT` not tradable. */
  readonly status: 'OC' | 'CO' | 'NT'
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly marginable: boolean
  readonly overnight: boolean
  readonly easyToBorrow: boolean
  readonly cryptoEtf: boolean
  /** Daily leverage of the fund, "3" or "-1"; null for everything else. */
  readonly leverageFactor: string | null
  readonly initialMarginLong: string
  readonly initialMarginShort: string
  readonly intradayMarginLong: string
  readonly intradayMarginShort: string
  readonly maintenanceMarginLong: string
  readonly maintenanceMarginShort: string
  readonly lotSize: string
  readonly currency: string
  /** The price at which the history ends and the live market begins. */
  readonly referencePrice: PriceUnits
}

/** One trade on the tape. */
export interface TapePrint {
  readonly time: EpochMs
  readonly price: PriceUnits
  readonly size: SizeUnits
  readonly aggressor: 'buy' | 'sell'
  readonly session: RuledSession
}

/** The prints of the given sessions with `from <= time <= to`. */
export interface PrintRange {
  readonly from: EpochMs
  readonly to: EpochMs
  readonly sessions: readonly RuledSession[]
}

/** Receives one print; `buy` is true when the buyer was the aggressor. */
export type PrintVisitor = (
  time: number,
  price: PriceUnits,
  size: SizeUnits,
  buy: boolean,
  session: RuledSession,
) => void

/** One bar; `time` is the start of its interval. Intervals without a trade have no bar. */
export interface BarData {
  readonly time: EpochMs
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  readonly volume: SizeUnits
  /** The session of the bar's first trade. */
  readonly session: RuledSession
}

/**
 * Figures of the pre-market or after-hours session next to the regular day. `change` is relative to
 * the regular last price.
 */
export interface ExtendedHours {
  readonly session: 'pre' | 'post'
  readonly last: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly volume: SizeUnits
  readonly change: PriceUnits
  readonly lastTime: EpochMs
}

/** Figures of the overnight session, which exist while it lasts. */
export type OvernightHours = Omit<ExtendedHours, 'session'> & { readonly session: 'overnight' }

/** The figures of one regular session. Null where nothing has traded. */
export interface RegularFigures {
  readonly last: PriceUnits
  readonly open: PriceUnits | null
  readonly high: PriceUnits | null
  readonly low: PriceUnits | null
  readonly previousClose: PriceUnits
  /** `last - previousClose`. */
  readonly change: PriceUnits
  readonly volume: SizeUnits
  /** Traded value; for futures and crypto, finished minutes count at their close. */
  readonly turnover: CashUnits
}

/**
 * The state of one symbol. The day is the trade date, as of positions: from its start at 20:00 on
 * the eve until its open it has the last regular close as last price and previous close.
 */
export interface SnapshotData extends RegularFigures {
  readonly symbol: string
  readonly session: RuledSession
  /** Market time of this snapshot. */
  readonly time: EpochMs
  readonly lastTime: EpochMs | null
  /** The newest regular session that has begun, for rankings: before an open the day before's. */
  readonly regular: RegularFigures
  readonly extended: ExtendedHours | null
  readonly overnight: OvernightHours | null
  readonly high52Weeks: PriceUnits
  readonly low52Weeks: PriceUnits
}

/**
 * The requested bars. `start` and `end` bound bar times, both inclusive; the newest `count` within
 * them are returned.
 */
export interface BarQuery {
  readonly count: number
  readonly start?: EpochMs
  readonly end?: EpochMs
  /**
   * Sessions included in intraday bars; default regular only. D, W, M and Y bars always cover the
   * regular session.
   */
  readonly sessions?: readonly RuledSession[]
  /** True to include the unfinished bar. */
  readonly includeRunning: boolean
  /**
   * True to adjust intraday bars to current shares too, for comparing prices across days; by
   * default they are as traded.
   */
  readonly adjusted?: boolean
}

export interface MarketOptions {
  readonly seed: string
  /**
   * Anchors the price paths: days before this instant's session end at the listings' reference
   * prices. Must stay the same across restarts.
   */
  readonly startAt: EpochMs
  /** Where the live tape continues after a restart; default `startAt`. */
  readonly resumeAt?: EpochMs
  /** Simulated levels per side in every step, 1 to 50; default 10. */
  readonly depthLevels?: number
  /** Moves that a person has added to the seeded prices; default none. */
  readonly shocks?: readonly Shock[] | undefined
  /** The bars that one symbol follows instead of seeded prices; default none. */
  readonly recorded?: RecordedBars | null | undefined
}

/** Why a symbol is watched: it has working orders (the default), or it is only displayed. */
export type WatchReason = 'orders' | 'shown'

/**
 * The seeded market: all activity except the customers'. The same seed and times give the same
 * steps.
 */
export interface Market {
  /** The listings at the market's start. */
  readonly listings: readonly Listing[]
  /** Returns the current listing; a split changes its reference price. */
  listing(symbol: string): Listing | undefined
  /** Every planned split, past ones included, by day. */
  readonly splits: readonly ShareSplit[]
  /** Returns how many current shares equal one of the market's first day: 1 unless it was split. */
  sharesNow(symbol: string): number
  /**
   * Returns any instrument traded here: stocks, futures contracts and their continuous symbols
   * ("ESmain"), crypto pairs.
   */
  instrument(symbol: string): Instrument | undefined
  /** Returns the time up to which steps have been generated. */
  now(): EpochMs
  /**
   * Emits every step after the previous call up to and including `to`, in time order over all
   * symbols. Splitting the calls differently gives the same steps.
   */
  advance(to: EpochMs, sink: (step: MarketStep) => void): void
  /**
   * Moves the time to `to` without simulating the hours in between. Steps are emitted only for
   * symbols watched for orders, so that no order misses a price at which it would have traded. All
   * other trades still appear in the history.
   */
  skipTo(to: EpochMs, sink?: (step: MarketStep) => void): void
  /** True while a skip must emit steps, which takes time. */
  skipEmitsSteps(): boolean
  /**
   * Returns the contract of a continuous symbol ("ESmain" is "ESZ6" until it rolls), or any other
   * symbol itself.
   */
  resolve(symbol: string): string
  /**
   * Returns a contract month, or the month that a continuous symbol stands for; undefined for other
   * products.
   */
  contract(symbol: string): Contract | undefined
  /** Returns open interest and newest settlement of a future. */
  figures(symbol: string): FuturesSettlementFigures | undefined
  /**
   * Returns the final settlement price of an expired future; null before expiry and for everything
   * else.
   */
  settlement(symbol: string): PriceUnits | null
  /**
   * Starts generating the symbol's steps. Stock steps are always generated, all others only while
   * watched. Watches are counted: each has its own disposer. Unknown symbols are ignored. A
   * continuous symbol watches its current contract.
   */
  watch(symbol: string, why?: WatchReason): Disposer
  /**
   * Returns the simulated book as a step without a trade, with up to 50 levels; undefined for
   * unknown symbols.
   */
  book(symbol: string, levels?: number): MarketStep | undefined
  /**
   * Records a customer's print against simulated liquidity in the tape, the unfinished bar and the
   * day's figures. A different time is set to `now()`, because the tape is written in order.
   */
  recordPrint(print: ExecutionPrint): void
  /** Returns only the last price and previous close of `snapshot`, without computing the rest. */
  reference(symbol: string): ReferencePrices | undefined
  snapshot(symbol: string): SnapshotData | undefined
  /** Returns the newest prints of the given sessions as traded, newest first. */
  ticks(symbol: string, count: number, sessions: readonly RuledSession[]): TapePrint[]
  /** Visits every print of a range in order, without storing them. */
  visitPrints(symbol: string, range: PrintRange, visitor: PrintVisitor): void
  /**
   * Returns bars, oldest first; none for unknown symbols. Intraday bars are as traded, daily and
   * longer ones adjusted for splits.
   */
  bars(symbol: string, timespan: Timespan, query: BarQuery): BarData[]
  /**
   * Sets load mode: steps per second over all symbols (never fewer trades than the natural tape);
   * null is the natural rate.
   */
  setTickRate(perSecond: number | null): void
  /**
   * Replaces the moves that a person has added to the seeded prices. None that is added or removed
   * may have begun, so that what has been traded stays as it was.
   */
  setShocks(shocks: readonly Shock[]): void
  /** Returns what a person has added to the seeded prices. */
  shocks(): readonly Shock[]
}
