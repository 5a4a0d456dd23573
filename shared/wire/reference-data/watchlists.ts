import { WATCHLIST_OPERATIONS } from '../families/market-data/watchlists.js'
import { word } from './parameters.js'
import type { ReferenceDataRows } from './reference-data-tool.js'

/** The person's watchlists at the broker. */
export const WATCHLIST_ROWS = {
  get_watchlists: [
    'Watchlists',
    'The person’s watchlists at the brokerage.',
    WATCHLIST_OPERATIONS.listWatchlists,
    {},
  ],
  get_watchlist_instruments: [
    'One watchlist',
    'What stands in one of the person’s watchlists.',
    WATCHLIST_OPERATIONS.listWatchlistInstruments,
    { watchlist_id: word('Of get_watchlists.', 64) },
  ],
} satisfies ReferenceDataRows
