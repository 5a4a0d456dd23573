import type { z } from 'zod'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Watchlist, WatchlistEntry } from '../../../../shared/domain/reference/watchlist.js'
import type {
  zWatchlist,
  zWatchlistInstrument,
} from '../../../../shared/wire/families/market-data/watchlists.js'
import { assetClassOfCategory } from '../enums.js'
import { EXCHANGES } from '../instruments.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'

/** Longer names of other clients are cut; a name is one plain line. */
const MAX_NAME_CHARS = 100

/** Converts a watchlist (MARKET-7). */
export const toWatchlist = (record: z.output<typeof zWatchlist>): Watchlist => ({
  watchlistId: record.watchlist_id,
  name: plainLine(record.name, MAX_NAME_CHARS),
  order: record.sort,
  createdAt: record.create_time,
  updatedAt: record.update_time,
})

/** Converts an entry; without a category it is a stock, as in older lists. */
export const toWatchlistEntry = (
  record: z.output<typeof zWatchlistInstrument>,
): WatchlistEntry => ({
  symbol: symbol(record.symbol),
  name: record.name,
  exchange:
    record.exchange_code === null
      ? null
      : (EXCHANGES[record.exchange_code] ?? record.exchange_code),
  assetClass:
    record.category === null || record.category === undefined
      ? 'stock'
      : (assetClassOfCategory(record.category) ?? 'unknown'),
  order: record.sort,
  addedAt: record.added_time,
})
