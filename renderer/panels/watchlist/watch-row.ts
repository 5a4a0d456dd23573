import type { Symbol } from '../../../shared/domain/ids.js'

/** One row of the watchlist. */
export interface WatchRow {
  readonly symbol: Symbol
}
