import type { Bar } from '../../../shared/domain/market/bar.js'
import type { DayLine, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/market/quote.js'
import type { Result } from '../../../shared/domain/result.js'
import type { BarQuery, QuotePatch, SnapshotPurpose } from '../../core/market/market-port.js'
import type { CallFailure } from '../http/call-failure.js'

/** Market data of one category over HTTP. Counts above the provider's maximum are reduced to it. */
export interface ProductData {
  /** Maximum number of symbols per snapshot call. */
  readonly batch: number
  /** Fetches the snapshots of one call, which fails as a whole for an unknown symbol. */
  snapshots(
    symbols: readonly Symbol[],
    purpose?: SnapshotPurpose,
  ): Promise<Result<readonly QuotePatch[], CallFailure>>
  /** Fetches what no stream carries of up to `batch` symbols, where there is such a thing. */
  readonly details?: (
    symbols: readonly Symbol[],
  ) => Promise<Result<readonly SymbolDetails[], CallFailure>>
  /** Fetches the lines of the day of up to `batch` symbols, where bars of several can be read. */
  readonly dayLines?: (
    symbols: readonly Symbol[],
  ) => Promise<Result<readonly DayLine[], CallFailure>>
  depth(symbol: Symbol, levels: number): Promise<Result<Depth, CallFailure>>
  /** Returns trades, oldest first. */
  ticks(symbol: Symbol, count: number): Promise<Result<readonly Tick[], CallFailure>>
  /** Returns bars in any order, possibly more than requested. */
  bars(query: BarQuery): Promise<Result<readonly Bar[], CallFailure>>
}

/** Limits a count to the provider's bounds and formats it. */
export const bounded = (count: number, max: number): string =>
  String(Math.max(1, Math.min(count, max)))

/** Maximum number of bars per call (MARKET-1). */
export const MAX_BARS = 1_200

/**
 * Returns the number of bars to request where only the newest are available: for older bars the
 * maximum, from which they are selected. Only stocks support bars before a given time.
 */
export const newestBars = (query: BarQuery): string =>
  bounded(query.before === null ? query.count : MAX_BARS, MAX_BARS)

/**
 * Returns the row of a symbol in a response about several; the provider may return a continuous
 * contract under its month.
 */
export const rowOf = <T extends { readonly symbol: string }>(
  rows: readonly T[],
  symbol: Symbol,
): T | undefined =>
  rows.find((row) => row.symbol === symbol) ?? (rows.length === 1 ? rows[0] : undefined)

/** Builds a book from its top, where the provider offers no more. */
export const topOnly = (patch: QuotePatch): Depth => ({
  symbol: patch.symbol,
  bids:
    patch.bid == null || patch.bidSize == null ? [] : [{ price: patch.bid, size: patch.bidSize }],
  asks:
    patch.ask == null || patch.askSize == null ? [] : [{ price: patch.ask, size: patch.askSize }],
  time: patch.time ?? null,
  receivedAt: patch.receivedAt,
})
