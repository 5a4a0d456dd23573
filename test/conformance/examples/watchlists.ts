import { expect } from 'vitest'
import { WATCHLIST_OPERATIONS } from '../../../shared/wire/families/market-data/watchlists.js'
import type { Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const NOT_FOUND: ToolAnswer = [417, 'WATCHLIST_NOT_FOUND']
const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const unknownList = { what: 'an unknown list', with: { watchlist_id: 'NOSUCH' }, answer: NOT_FOUND }
const unknownSymbol = {
  what: 'an unknown symbol',
  with: { instruments: [{ symbol: 'NOSUCH', category: 'US_STOCK', sort: 1 }] },
  answer: SYMBOL,
}
const AAPL = { symbol: 'AAPL', category: 'US_STOCK' } as const

/** Returns a list with one stock. Lists of other examples are deleted to limit their number. */
const list = async ({ call }: Context): Promise<string> => {
  for (const { watchlist_id: old } of await call(WATCHLIST_OPERATIONS.listWatchlists, {})) {
    await call(WATCHLIST_OPERATIONS.deleteWatchlist, { watchlist_id: old })
  }
  const { watchlist_id: id } = await call(WATCHLIST_OPERATIONS.createWatchlist, {
    name: 'Example',
  })
  await call(WATCHLIST_OPERATIONS.addWatchlistInstruments, {
    watchlist_id: id,
    instruments: [AAPL],
  })
  return id
}
const symbolsOf = async ({ call }: Context, id: string) =>
  (await call(WATCHLIST_OPERATIONS.listWatchlistInstruments, { watchlist_id: id })).instruments.map(
    ({ symbol, sort }) => [symbol, sort],
  )

/** Examples of MARKET-7. */
export const WATCHLISTS: Examples = {
  'market.watchlists.list': {
    request: async (context) => {
      await list(context)
      return {}
    },
    shows: (answer) => expect(answer.map(({ name }) => name)).toEqual(['Example']),
  },
  'market.watchlists.create': {
    request: () => ({ name: 'Created', sort: 3 }),
    shows: async (answer, _request, { call }) => {
      expect(await call(WATCHLIST_OPERATIONS.listWatchlists, {})).toContainEqual(
        expect.objectContaining({ watchlist_id: answer.watchlist_id, name: 'Created', sort: 3 }),
      )
      expect(
        await call(WATCHLIST_OPERATIONS.deleteWatchlist, { watchlist_id: answer.watchlist_id }),
      ).toBe(true)
    },
  },
  'market.watchlists.update': {
    request: async (context) => ({ watchlist_id: await list(context), name: 'Renamed', sort: 5 }),
    shows: async (_answer, request, { call }) =>
      expect(await call(WATCHLIST_OPERATIONS.listWatchlists, {})).toContainEqual(
        expect.objectContaining({ watchlist_id: request.watchlist_id, name: 'Renamed', sort: 5 }),
      ),
    refuses: [unknownList],
  },
  'market.watchlists.delete': {
    request: async (context) => ({ watchlist_id: await list(context) }),
    shows: async (_answer, request, { call }) =>
      expect(
        (await call(WATCHLIST_OPERATIONS.listWatchlists, {})).map(({ watchlist_id: id }) => id),
      ).not.toContain(request.watchlist_id),
    refuses: [unknownList],
  },
  'market.watchlists.instruments': {
    request: async (context) => ({ watchlist_id: await list(context) }),
    shows: (answer) => expect(answer.instruments.map(({ symbol }) => symbol)).toEqual(['AAPL']),
    refuses: [unknownList],
  },
  'market.watchlists.instruments-add': {
    request: async (context) => ({
      watchlist_id: await list(context),
      instruments: [{ symbol: 'SPY', category: 'US_ETF', sort: 7 }],
    }),
    shows: async (_answer, request, context) =>
      expect(await symbolsOf(context, request.watchlist_id)).toContainEqual(['SPY', 7]),
    refuses: [unknownList, unknownSymbol],
  },
  'market.watchlists.instruments-remove': {
    request: async (context) => ({ watchlist_id: await list(context), instruments: [AAPL] }),
    shows: async (_answer, request, context) =>
      expect(await symbolsOf(context, request.watchlist_id)).toEqual([]),
    refuses: [unknownList],
  },
  'market.watchlists.instruments-update': {
    request: async (context) => ({
      watchlist_id: await list(context),
      instruments: [{ ...AAPL, sort: 9 }],
    }),
    shows: async (_answer, request, context) =>
      expect(await symbolsOf(context, request.watchlist_id)).toEqual([['AAPL', 9]]),
    refuses: [unknownList],
  },
}
