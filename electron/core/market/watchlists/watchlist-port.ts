import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Watchlist } from '../../../../shared/domain/reference/watchlist.js'
import type { WatchlistContent } from '../../../../shared/domain/reference/watchlist-book.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { ProviderFailure } from '../../provider-failure.js'

type Answer<T> = Promise<Result<T, ProviderFailure>>

/** The watchlists that the broker stores for the person. */
export interface WatchlistPort {
  watchlists(): Answer<readonly Watchlist[]>
  /** Returns the symbols of a list in its order. */
  watchlistSymbols(id: string): Answer<readonly Symbol[]>
  /** Creates an empty list; returns its id. */
  createWatchlist(name: string, order: number): Answer<string>
  updateWatchlist(
    id: string,
    change: { readonly name?: string; readonly order?: number },
  ): Answer<void>
  deleteWatchlist(id: string): Answer<void>
  /**
   * Changes the symbols of a list from one content to another: removes, adds, then sets the order.
   * After a failure a part of it may have happened.
   */
  changeWatchlist(
    id: string,
    from: readonly Symbol[],
    to: WatchlistContent['symbols'],
  ): Answer<void>
}
