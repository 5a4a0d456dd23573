import { z } from 'zod'
import { W_CATEGORIES } from '../../enums.js'
import { zOpenEnum, zOptionalText, zOptionalTime } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  paging: 'none',
  rate: LIMITS.marketData,
} as const
const reads = { ...data, effect: 'read', method: 'GET', encoding: 'query' } as const
const writes = { ...data, effect: 'session', method: 'POST', encoding: 'json' } as const

const zId = z.string().min(1)
const zSort = z.number().int().min(0).max(1_000_000)
const zMember = z.object({ symbol: z.string().min(1), category: z.enum(W_CATEGORIES) })

/**
 * The response of a write: observed as a bare boolean, documented as `{success}`, or empty. All
 * three mean done unless they say false.
 */
export const zWatchlistDone = z
  .union([z.boolean(), z.object({ success: z.boolean() }), z.undefined(), z.null()])
  .transform((answer): boolean =>
    typeof answer === 'boolean' ? answer : (answer?.success ?? true),
  )

/** A watchlist (MARKET-7). */
export const zWatchlist = z.object({
  watchlist_id: z.string(),
  name: z.string(),
  sort: z.number().int(),
  create_time: zOptionalTime,
  update_time: zOptionalTime,
})

export const zWatchlistInstrument = z.object({
  instrument_id: z.string(),
  symbol: z.string(),
  name: zOptionalText,
  exchange_code: zOptionalText,
  category: zOpenEnum(W_CATEGORIES).nullish(),
  sort: z.number().int(),
  added_time: zOptionalTime,
})

/** The watchlists that the provider stores for a person. */
export const WATCHLIST_OPERATIONS = {
  listWatchlists: operation({
    ...reads,
    id: 'market.watchlists.list',
    name: 'List Watchlists',
    path: '/market-data/watchlists/list',
    request: z.object({}),
    response: z.array(zWatchlist),
  }),

  createWatchlist: operation({
    ...writes,
    id: 'market.watchlists.create',
    name: 'Create Watchlist',
    path: '/market-data/watchlists/create',
    request: z.object({ name: z.string(), sort: zSort.optional() }),
    response: z.object({ watchlist_id: z.string() }),
  }),

  updateWatchlist: operation({
    ...writes,
    id: 'market.watchlists.update',
    name: 'Update Watchlist',
    path: '/market-data/watchlists/update',
    request: z.object({ watchlist_id: zId, name: z.string().optional(), sort: zSort.optional() }),
    response: zWatchlistDone,
  }),

  deleteWatchlist: operation({
    ...writes,
    id: 'market.watchlists.delete',
    name: 'Delete Watchlist',
    path: '/market-data/watchlists/delete',
    request: z.object({ watchlist_id: zId }),
    response: zWatchlistDone,
  }),

  listWatchlistInstruments: operation({
    ...reads,
    id: 'market.watchlists.instruments',
    name: 'List Watchlist Instruments',
    path: '/market-data/watchlists/instruments/list',
    request: z.object({ watchlist_id: zId }),
    response: z.object({ watchlist_id: z.string(), instruments: z.array(zWatchlistInstrument) }),
  }),

  addWatchlistInstruments: operation({
    ...writes,
    id: 'market.watchlists.instruments-add',
    name: 'Add Watchlist Instruments',
    path: '/market-data/watchlists/instruments/add',
    request: z.object({
      watchlist_id: zId,
      instruments: z.array(zMember.extend({ sort: zSort.optional() })),
    }),
    response: zWatchlistDone,
  }),

  removeWatchlistInstruments: operation({
    ...writes,
    id: 'market.watchlists.instruments-remove',
    name: 'Remove Watchlist Instruments',
    path: '/market-data/watchlists/instruments/remove',
    request: z.object({ watchlist_id: zId, instruments: z.array(zMember) }),
    response: zWatchlistDone,
  }),

  updateWatchlistInstruments: operation({
    ...writes,
    id: 'market.watchlists.instruments-update',
    name: 'Update Watchlist Instruments',
    path: '/market-data/watchlists/instruments/update',
    request: z.object({ watchlist_id: zId, instruments: z.array(zMember.extend({ sort: zSort })) }),
    response: zWatchlistDone,
  }),
} as const
