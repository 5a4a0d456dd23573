import type { Symbol } from '../ids.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Unknown } from '../unknown.js'
import type { EpochMs } from '../time.js'

/**
 * A watchlist that the provider stores for the person; `order` is its position among the others.
 */
export interface Watchlist {
  readonly watchlistId: string
  readonly name: string
  readonly order: number
  readonly createdAt: EpochMs | null
  readonly updatedAt: EpochMs | null
}

export interface WatchlistEntry {
  readonly symbol: Symbol
  readonly name: string | null
  readonly exchange: string | null
  readonly assetClass: AssetClass | Unknown
  readonly order: number
  readonly addedAt: EpochMs | null
}
