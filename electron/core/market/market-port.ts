import type { Bar, BarSession, Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../channel-report.js'
import type { ProviderFailure } from '../provider-failure.js'

/**
 * What one message told about a symbol. Absent members were not told and keep their last value;
 * null is never sent.
 */
export type QuotePatch = { readonly symbol: Symbol; readonly receivedAt: EpochMs } & {
  readonly [K in Exclude<keyof Quote, 'symbol' | 'receivedAt'>]?: NonNullable<Quote[K]> | undefined
}

export interface BarQuery {
  readonly symbol: Symbol
  readonly timespan: Timespan
  /** At most 1200. */
  readonly count: number
  /** Bars that start before this instant; null for the newest. */
  readonly before: EpochMs | null
  /** Whether the bar that is still running closes the list. */
  readonly includeRunning: boolean
  /**
   * Of stocks, and of bars shorter than a day: what they are made of. Absent: from before the open
   * until after the close, as on the chart.
   */
  readonly sessions?: readonly BarSession[]
}

/**
 * Market data over HTTP. Implementations keep to the rate limits and know which product category a
 * symbol belongs to.
 */
export interface MarketPort {
  /** Every stock and ETF that the provider lists (all pages). */
  instruments(): Promise<Result<readonly Instrument[], ProviderFailure>>
  /**
   * The latest state of up to 100 symbols; symbols that the provider does not know are missing in
   * the answer.
   */
  snapshots(symbols: readonly Symbol[]): Promise<Result<readonly QuotePatch[], ProviderFailure>>
  /** The book with up to `levels` a side, best first. */
  depth(symbol: Symbol, levels: number): Promise<Result<Depth, ProviderFailure>>
  /** The latest `count` trades, oldest first. */
  ticks(symbol: Symbol, count: number): Promise<Result<readonly Tick[], ProviderFailure>>
  /** Bars, oldest first. */
  bars(query: BarQuery): Promise<Result<readonly Bar[], ProviderFailure>>
}

/** Everything that should be streamed now: the whole, not a change. */
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
   * The stream is live for these symbols from now on (first subscription and after every
   * reconnect): what happened before was
   * missed, so a snapshot is due.
   */
  onSubscribed(interest: MarketInterest): void
  onHealth(report: ChannelReport): void
}

/**
 * The provider's market stream. It reconnects by itself, and subscribes again to the latest
 * interest.
 */
export interface MarketStreamPort {
  start(listener: MarketStreamListener): Disposer
  /** Replaces the interest; the port works out what to subscribe and unsubscribe. */
  setInterest(interest: MarketInterest): void
}
