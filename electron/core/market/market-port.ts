import type { Bar, BarSession, Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Instrument, StockKind } from '../../../shared/domain/instruments/instrument.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { DayLine, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../channel-report.js'
import type { ProviderFailure } from '../provider-failure.js'

/**
 * The values of a symbol that one message carried. Absent members keep their last value. A message
 * with a whole book has null for a side that nobody is on.
 */
export type QuotePatch = { readonly symbol: Symbol; readonly receivedAt: EpochMs } & {
  readonly [K in Exclude<keyof Quote, 'symbol' | 'receivedAt' | 'polledAt' | BookMember>]?:
    | NonNullable<Quote[K]>
    | undefined
} & { readonly [K in BookMember]?: Quote[K] | undefined }

/** The members of a quote that a message with a whole book carries. */
export type BookMember = 'bid' | 'bidSize' | 'ask' | 'askSize'

export interface BarQuery {
  readonly symbol: Symbol
  readonly timespan: Timespan
  /** At most 1200. */
  readonly count: number
  /** Only bars that start before this time; null for the newest. */
  readonly before: EpochMs | null
  /** True to end the list with the bar that is still running. */
  readonly includeRunning: boolean
  /**
   * The sessions included in bars shorter than a day (stocks only). Absent: from before the open
   * until after the close, as on the chart.
   */
  readonly sessions?: readonly BarSession[]
}

/** Why snapshots are read: something waits for them (the default), or they are read in turns. */
export type SnapshotPurpose = 'request' | 'polling'

/**
 * Market data over HTTP. Implementations respect the rate limits and know the product category of
 * each symbol.
 */
export interface MarketPort {
  /** Returns every stock and ETF that the provider lists (all pages), or only one kind. */
  instruments(kind?: StockKind): Promise<Result<readonly Instrument[], ProviderFailure>>
  /**
   * Returns snapshots of up to 100 symbols; symbols that the provider does not know are missing.
   * Polling leaves a part of the request budget to everything else.
   */
  snapshots(
    symbols: readonly Symbol[],
    purpose?: SnapshotPurpose,
  ): Promise<Result<readonly QuotePatch[], ProviderFailure>>
  /**
   * Returns what no stream carries of up to 100 symbols; those without such figures are missing.
   * Leaves a part of the request budget to everything else.
   */
  details(symbols: readonly Symbol[]): Promise<Result<readonly SymbolDetails[], ProviderFailure>>
  /** Returns the lines of the day of up to 100 symbols, as {@link details} does. */
  dayLines(symbols: readonly Symbol[]): Promise<Result<readonly DayLine[], ProviderFailure>>
  /** Returns the book with up to `levels` per side, best first. */
  depth(symbol: Symbol, levels: number): Promise<Result<Depth, ProviderFailure>>
  /** Returns the latest `count` trades, oldest first. */
  ticks(symbol: Symbol, count: number): Promise<Result<readonly Tick[], ProviderFailure>>
  /** Returns bars, oldest first. */
  bars(query: BarQuery): Promise<Result<readonly Bar[], ProviderFailure>>
}

/** Everything that should be streamed now: the complete set, not a change. */
export interface MarketInterest {
  readonly quotes: readonly Symbol[]
  readonly depth: readonly Symbol[]
  readonly ticks: readonly Symbol[]
}

export interface MarketStreamListener {
  onQuote(patch: QuotePatch): void
  onDepth(depth: Depth): void
  onTick(tick: Tick): void
  /**
   * The stream is live for these symbols from now on (first subscription and every reconnect).
   * Earlier updates were missed, so a snapshot is needed.
   */
  onSubscribed(interest: MarketInterest): void
  /**
   * Replaces the symbols that the provider does not stream because it allows no more subscriptions;
   * their quotes have to be read.
   */
  onOverLimit(symbols: readonly Symbol[]): void
  onHealth(report: ChannelReport): void
}

/**
 * The provider's market stream. It reconnects by itself and subscribes to the latest interest
 * again.
 */
export interface MarketStreamPort {
  start(listener: MarketStreamListener): Disposer
  /** Replaces the interest; the port computes what to subscribe and unsubscribe. */
  setInterest(interest: MarketInterest): void
}
