import type { Bar } from '../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/market/quote.js'
import type { Result } from '../../../shared/domain/result.js'
import type { BarQuery, QuotePatch } from '../../core/market/market-port.js'
import type { CallFailure } from '../http/call-failure.js'

/** Market data of one category over HTTP. Counts above the provider's bounds are cut to them. */
export interface ProductData {
  /** The most symbols that one snapshot call may name. */
  readonly batch: number
  /** One call's snapshots; an unknown symbol refuses all of them. */
  snapshots(symbols: readonly Symbol[]): Promise<Result<readonly QuotePatch[], CallFailure>>
  depth(symbol: Symbol, levels: number): Promise<Result<Depth, CallFailure>>
  /** Oldest first. */
  ticks(symbol: Symbol, count: number): Promise<Result<readonly Tick[], CallFailure>>
  /** In any order, and perhaps more than were asked for. */
  bars(query: BarQuery): Promise<Result<readonly Bar[], CallFailure>>
}

/** A count in the provider's bounds, as text. */
export const bounded = (count: number, max: number): string =>
  String(Math.max(1, Math.min(count, max)))

/** The most bars of one call (MARKET-1). */
export const MAX_BARS = 1_200

/**
 * How many bars to ask for where only the newest can be had: a page of older ones is cut from the
 * most that there is.
 * Only stocks can be asked for bars before an instant.
 */
export const newestBars = (query: BarQuery): string =>
  bounded(query.before === null ? query.count : MAX_BARS, MAX_BARS)

/**
 * The row of a symbol in an answer about several; the provider may resolve a continuous contract to
 * its month.
 */
export const rowOf = <T extends { readonly symbol: string }>(
  rows: readonly T[],
  symbol: Symbol,
): T | undefined =>
  rows.find((row) => row.symbol === symbol) ?? (rows.length === 1 ? rows[0] : undefined)

/** The top of a book as the whole of it, where the provider shows no more. */
export const topOnly = (patch: QuotePatch): Depth => ({
  symbol: patch.symbol,
  bids:
    patch.bid === undefined || patch.bidSize === undefined
      ? []
      : [{ price: patch.bid, size: patch.bidSize }],
  asks:
    patch.ask === undefined || patch.askSize === undefined
      ? []
      : [{ price: patch.ask, size: patch.askSize }],
  time: patch.time ?? null,
  receivedAt: patch.receivedAt,
})
