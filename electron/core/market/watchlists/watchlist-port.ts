import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Watchlist } from '../../../../shared/domain/reference/watchlist.js'
import type { WatchlistContent } from '../../../../shared/domain/reference/watchlist-book.js'
import type { ProviderResult } from '../../provider-failure.js'

/** The watchlists that the broker stores for the person. */
export interface WatchlistPort {
  watchlists(): ProviderResult<readonly Watchlist[]>
  /** Returns the symbols of a list in its order. */
  watchlistSymbols(id: string): ProviderResult<readonly Symbol[]>
  /** Creates an empty list; returns its id. */
  createWatchlist(name: string, order: number): ProviderResult<string>
  updateWatchlist(
    id: string,
    change: { readonly name?: string; readonly order?: number },
  ): ProviderResult<void>
  deleteWatchlist(id: string): ProviderResult<void>
  /**
   * Changes the symbols of a list from one content to another: removes, adds, then sets the order.
   * After a failure a part of it may have happened.
   */
  changeWatchlist(
    id: string,
    from: readonly Symbol[],
    to: WatchlistContent['symbols'],
  ): ProviderResult<void>
}
