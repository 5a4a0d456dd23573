import type { MarketSession } from '../../../../shared/domain/market/quote.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Instrument } from '../../model/instrument.js'
import type { MarketStep } from '../../model/market-step.js'
import type { CashUnits, PriceUnits, SizeUnits } from '../../model/units.js'
import type { ReferencePrices } from '../../model/venue.js'
import type { Contract } from '../futures/contracts.js'
import type { FuturesSettlementFigures } from '../futures/settlement-figures.js'
import type { ShareSplit } from './splits.js'

/**
 * One tradable symbol, as the instrument list serves it (TRADING-6). Ratios are decimal
 * text.
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
  /** Daily multiple that the fund promises, "3" or "-1"; null for everything else. */
  readonly leverageFactor: string | null
  readonly initialMarginLong: string
  readonly initialMarginShort: string
  readonly intradayMarginLong: string
  readonly intradayMarginShort: string
  readonly maintenanceMarginLong: string
  readonly maintenanceMarginShort: string
  readonly lotSize: string
  readonly currency: string
  /** The price around which the history ends and the live market begins. */
  readonly referencePrice: PriceUnits
}

/** One trade on the tape. */
export interface TapePrint {
  readonly time: EpochMs
  readonly price: PriceUnits
  readonly size: SizeUnits
  readonly aggressor: 'buy' | 'sell'
  readonly session: MarketSession
}

/** One print as it is passed through; `buy` tells whether the buyer was the aggressor. */
export type PrintVisitor = (
  time: number,
  price: PriceUnits,
  size: SizeUnits,
  buy: boolean,
  session: MarketSession,
) => void

/** One bar; `time` is the start of its span. Spans without a trade have no bar. */
export interface BarData {
  readonly time: EpochMs
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  readonly volume: SizeUnits
  /** The session of the bar's first trade. */
  readonly session: MarketSession
}

/**
 * What traded in the pre-market or after-hours session next to the regular day. `change` is against
 * the regular last.
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

/**
 * The state of one symbol. The "day" is the regular session: from its open on it is today's, before
 * that (pre-market)
 * still the last one's. Null where nothing has traded.
 */
export interface SnapshotData {
  readonly symbol: string
  readonly session: MarketSession
  /** Market time of this snapshot. */
  readonly time: EpochMs
  readonly last: PriceUnits
  readonly lastTime: EpochMs | null
  readonly open: PriceUnits | null
  readonly high: PriceUnits | null
  readonly low: PriceUnits | null
  readonly previousClose: PriceUnits
  /** `last - previousClose`. */
  readonly change: PriceUnits
  readonly volume: SizeUnits
  /** What the volume was worth; of futures and crypto, finished minutes count at their close. */
  readonly turnover: CashUnits
  readonly extended: ExtendedHours | null
  readonly high52Weeks: PriceUnits
  readonly low52Weeks: PriceUnits
}

/**
 * Which bars are asked for. `start` and `end` bound bar times, both inclusive; of what remains the
 * newest `count` are given.
 */
export interface BarQuery {
  readonly count: number
  readonly start?: EpochMs
  readonly end?: EpochMs
  /**
   * Sessions that intraday bars are made of; default regular only. D, W, M and Y are always the
   * regular session's.
   */
  readonly sessions?: readonly MarketSession[]
  /** Whether the bar that is still being made is given too. */
  readonly includeRunning: boolean
  /**
   * True brings bars of less than a day to the shares of now too, for whoever compares prices over
   * days; others get them as traded.
   */
  readonly adjusted?: boolean
}

export interface MarketOptions {
  readonly seed: string
  /**
   * Anchors the price paths: days before this instant's session end at the listings' reference
   * prices. Keep it over restarts.
   */
  readonly startAt: EpochMs
  /** Where the live tape continues after a restart; default `startAt`. */
  readonly resumeAt?: EpochMs
  /** House levels a side in every step, 1 to 50; default 10. */
  readonly depthLevels?: number
}

/** Why a symbol is watched: orders in it are open (the usual reason), or it is merely shown. */
export type WatchReason = 'orders' | 'shown'

/** The seeded market: what everybody but the customers does. Same seed and times, same steps. */
export interface Market {
  /** As the market began. */
  readonly listings: readonly Listing[]
  /** As it is now: a split changes its reference price. */
  listing(symbol: string): Listing | undefined
  /** Every split that is planned, past ones too, in order of their days. */
  readonly splits: readonly ShareSplit[]
  /** How many shares of now make one of the market's first day: 1 unless it was split. */
  sharesNow(symbol: string): number
  /**
   * Whatever trades here: stock, futures contracts and their continuous names ("ESmain"), crypto
   * pairs.
   */
  instrument(symbol: string): Instrument | undefined
  /** The time up to which the tape has been told. */
  now(): EpochMs
  /**
   * Tells, in time order over all symbols, every step after the last call up to and with `to`,
   * however the calls are cut.
   */
  advance(to: EpochMs, sink: (step: MarketStep) => void): void
  /**
   * Moves on to `to`, for hours that take no time. Of stock nothing is told, nor of what is only
   * shown; it is in history all the
   * same. What has orders is told, so that no order sleeps through a price at which it would have
   * traded.
   */
  skipTo(to: EpochMs, sink?: (step: MarketStep) => void): void
  /** True while a skip has something to tell, which takes its time. */
  skipEmitsSteps(): boolean
  /**
   * The contract behind a continuous name ("ESmain" is "ESZ6" until it rolls); every other symbol
   * is itself.
   */
  resolve(symbol: string): string
  /** A contract month, or the one behind a continuous name; undefined for what is no future. */
  contract(symbol: string): Contract | undefined
  /** Open interest and newest settlement of a future. */
  figures(symbol: string): FuturesSettlementFigures | undefined
  /** What a future that has ended is finally worth; null before, and for everything else. */
  settlement(symbol: string): PriceUnits | null
  /**
   * From now on the symbol's steps are told. Stock is told in any case; everything else only while
   * somebody watches. Counted:
   * every watch has its own disposer. Nothing happens for unknown symbols. A continuous name
   * watches the contract behind it now.
   */
  watch(symbol: string, why?: WatchReason): Disposer
  /**
   * The house's standing book as a step without a trade, with up to 50 levels; undefined for
   * unknown symbols.
   */
  book(symbol: string, levels?: number): MarketStep | undefined
  /**
   * A customer's print against house liquidity: joins tape, running bar, and the day's figures. Its
   * time is put to `now()`
   * when it differs: the tape is written in order.
   */
  recordPrint(
    symbol: string,
    time: EpochMs,
    price: PriceUnits,
    size: SizeUnits,
    aggressor: 'buy' | 'sell',
  ): void
  /** The last price and the close before of `snapshot`, without the work for the rest. */
  reference(symbol: string): ReferencePrices | undefined
  snapshot(symbol: string): SnapshotData | undefined
  /** The newest prints of the named sessions as they were traded, newest first. */
  ticks(symbol: string, count: number, sessions: readonly MarketSession[]): TapePrint[]
  /**
   * Tells every print of the named sessions with `from <= time <= to` in order, without keeping
   * any.
   */
  visitPrints(
    symbol: string,
    from: EpochMs,
    to: EpochMs,
    sessions: readonly MarketSession[],
    visitor: PrintVisitor,
  ): void
  /**
   * Bars, oldest first; none for unknown symbols. Up to hours they are as traded, from days on
   * adjusted for splits.
   */
  bars(symbol: string, timespan: Timespan, query: BarQuery): BarData[]
  /**
   * Load mode: steps a second over all symbols (never fewer trades than the natural tape has); null
   * is the natural rate.
   */
  setTickRate(perSecond: number | null): void
}
