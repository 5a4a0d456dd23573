import { expect } from 'vitest'
import { OPTION_OPERATIONS } from '../../../shared/wire/families/products/options.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import type { Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'
import { HUNDRED_AND_ONE } from './stocks.js'

const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']
const CATEGORY = 'US_OPTION' as const
const unlisted = 'AAPL990115C00150000'

/**
 * Returns OCC symbols of the calls nearest to the money of the second expiry. They trade a lot, and
 * have bids: of the first, which may be today, some are worthless.
 */
const calls = async ({ call }: Context, count: number): Promise<readonly string[]> => {
  const price = Number(
    (await call(STOCK_DATA_OPERATIONS.stockSnapshots, { symbols: 'AAPL', category: 'US_STOCK' }))[0]
      ?.price,
  )
  const { data } = await call(OPTION_OPERATIONS.listOptionContracts, {
    category: CATEGORY,
    underlying_symbols: 'AAPL',
    option_type: 'CALL',
    strike_price_gte: (price * 0.95).toFixed(2),
    strike_price_lte: (price * 1.05).toFixed(2),
  })
  const far = (strike: string): number => Math.abs(Number(strike) - price)
  const expiries = [...new Set(data.map((contract) => contract.expiration_date))].sort()
  return data
    .filter((contract) => contract.expiration_date === expiries[1])
    .sort((a, b) => far(String(a.strike_price)) - far(String(b.strike_price)))
    .slice(0, count)
    .map(({ symbol }) => symbol)
}

/** Examples of MARKET-2 and TRADING-6. */
export const OPTIONS: Examples = {
  'trading.options.contracts': {
    request: () => ({
      category: CATEGORY,
      underlying_symbols: 'AAPL',
      option_type: 'PUT',
      show_deliverables: 'true',
    }),
    shows: ({ data }) =>
      expect(
        data.every(
          (contract) =>
            contract.underlying_symbol === 'AAPL' &&
            contract.option_type === 'PUT' &&
            /^AAPL\d{6}P\d{8}$/.test(contract.symbol),
        ),
      ).toBe(true),
    refuses: [
      { what: 'a day that is none', with: { start_date: 'today' }, answer: INVALID },
      { what: 'a strike that is no number', with: { strike_price_gte: 'low' }, answer: INVALID },
    ],
  },
  'market.options.ticks': {
    request: async (context) => ({
      symbol: (await calls(context, 1))[0] ?? '',
      category: CATEGORY,
      count: '20',
    }),
    shows: ({ result }) =>
      expect(result.map(({ time }) => time)).toEqual(
        result.map(({ time }) => time).sort((a, b) => b - a),
      ),
    refuses: [
      { what: 'an unlisted contract', with: { symbol: unlisted }, answer: SYMBOL },
      { what: 'more ticks than are given', with: { count: '1201' }, answer: ILLEGAL },
    ],
  },
  'market.options.snapshots': {
    request: async (context) => ({
      symbols: (await calls(context, 2)).join(','),
      category: CATEGORY,
    }),
    shows: (rows, request) => {
      expect(rows.map(({ symbol }) => symbol)).toEqual(request.symbols.split(','))
      for (const row of rows) {
        expect(Number(row.delta) > 0 && Number(row.delta) <= 1 && Number(row.gamma) >= 0).toBe(true)
      }
    },
    refuses: [
      { what: 'an unlisted contract', with: { symbols: unlisted }, answer: SYMBOL },
      {
        what: 'more than twenty contracts',
        with: { symbols: HUNDRED_AND_ONE.slice(0, 21).join(',') },
        answer: [417, 'TOO_MANY_SYMBOLS'],
      },
    ],
  },
  'market.options.bars': {
    request: async (context) => ({
      symbols: (await calls(context, 1)).join(','),
      category: CATEGORY,
      timespan: 'M30',
      count: '5',
      real_time_required: 'false',
    }),
    shows: ([first]) => expect(first?.result.length).toBeGreaterThan(0),
    refuses: [
      { what: 'an unlisted contract', with: { symbols: unlisted }, answer: SYMBOL },
      {
        what: 'seconds',
        with: (request) => ({ ...request, timespan: 'S5' }),
        answer: [417, 'UNSUPPORTED_TIMESPAN'],
      },
    ],
  },
}
