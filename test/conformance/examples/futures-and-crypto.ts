import { expect } from 'vitest'
import { FUTURES_OPERATIONS } from '../../../shared/wire/families/products/futures.js'
import type { Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'
import { HUNDRED_AND_ONE } from './stocks.js'

const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
const TOO_MANY: ToolAnswer = [417, 'TOO_MANY_SYMBOLS']
const FUTURES = 'US_FUTURES' as const
const CRYPTO = 'US_CRYPTO' as const
const HUNDRED = HUNDRED_AND_ONE.join(',')
const TWENTY_ONE = HUNDRED_AND_ONE.slice(0, 21).join(',')

/** Returns the most traded contract month, which the continuous symbol represents. */
const front = async ({ call }: Context): Promise<string> =>
  (await call(FUTURES_OPERATIONS.listFuturesContracts, { category: FUTURES, code: 'ES' })).find(
    ({ contract_type: type }) => type === 'MONTHLY',
  )?.symbol ?? ''
const unknown = { what: 'an unknown contract', with: { symbol: 'NOSUCH' }, answer: SYMBOL }
const unknowns = { what: 'an unknown symbol', with: { symbols: 'NOSUCH' }, answer: SYMBOL }
const tooMany = {
  what: 'more than twenty symbols',
  with: { symbols: TWENTY_ONE },
  answer: TOO_MANY,
}

/** Examples of MARKET-3 and MARKET-4. */
export const FUTURES_AND_CRYPTO: Examples = {
  'trading.futures.contracts': {
    // Physically delivered contracts have notice days; cash-settled ones have none.
    request: () => ({ category: FUTURES, status: 'OC' }),
    shows: async (rows, _request, { call }) => {
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['OC']))
      expect(
        (
          await call(FUTURES_OPERATIONS.listFuturesContracts, { category: FUTURES, code: 'ES' })
        ).every(({ code }) => code === 'ES'),
      ).toBe(true)
    },
    refuses: [
      { what: 'more than a hundred symbols', with: { symbols: HUNDRED }, answer: TOO_MANY },
    ],
  },
  'trading.futures.classes': { request: () => ({ category: FUTURES }) },
  'trading.futures.codes': {
    request: () => ({ category: FUTURES }),
    shows: (rows) => expect(rows.map(({ code }) => code)).toContain('ES'),
  },
  'market.futures.ticks': {
    request: async (context) => ({ symbol: await front(context), category: FUTURES, count: '20' }),
    shows: ({ result }) =>
      expect(result.map(({ time }) => time)).toEqual(
        result.map(({ time }) => time).sort((a, b) => b - a),
      ),
    refuses: [
      unknown,
      { what: 'more ticks than are given', with: { count: '1201' }, answer: ILLEGAL },
    ],
  },
  'market.futures.snapshots': {
    request: async (context) => ({ symbols: await front(context), category: FUTURES }),
    shows: (rows, request) => expect(rows.map(({ symbol }) => symbol)).toEqual([request.symbols]),
    refuses: [unknowns, tooMany],
  },
  'market.futures.depth': {
    request: async (context) => ({ symbol: await front(context), category: FUTURES, depth: '5' }),
    shows: ({ asks, bids }) =>
      expect(Number(asks[0]?.price)).toBeGreaterThan(Number(bids[0]?.price)),
    refuses: [
      unknown,
      { what: 'more levels than there are', with: { depth: '11' }, answer: ILLEGAL },
    ],
  },
  'market.futures.footprint': {
    lenient: { real_time_required: 'the libraries leave it out' },
    request: async (context) => ({
      symbols: await front(context),
      category: FUTURES,
      timespan: 'M1',
      real_time_required: 'true',
      count: '3',
    }),
    shows: ([first]) => expect(first?.result.length).toBeGreaterThan(0),
    refuses: [unknowns, tooMany],
  },
  'market.futures.bars': {
    request: async (context) => ({
      symbols: await front(context),
      category: FUTURES,
      timespan: 'M5',
      count: '10',
      real_time_required: 'true',
    }),
    shows: ([first]) => expect(first?.result).toHaveLength(10),
    refuses: [unknowns, tooMany],
  },
  'trading.crypto.list': {
    request: () => ({ category: CRYPTO, symbols: 'BTCUSD' }),
    shows: ({ data }) => expect(data.map(({ symbol }) => symbol)).toEqual(['BTCUSD']),
    refuses: [
      { what: 'more than a hundred symbols', with: { symbols: HUNDRED }, answer: TOO_MANY },
    ],
  },
  'market.crypto.snapshots': {
    request: () => ({ symbols: 'BTCUSD,ETHUSD', category: CRYPTO }),
    shows: (rows) => expect(rows.map(({ symbol }) => symbol)).toEqual(['BTCUSD', 'ETHUSD']),
    refuses: [unknowns, tooMany],
  },
  'market.crypto.bars': {
    lenient: { real_time_required: 'the libraries leave it out' },
    request: () => ({
      symbols: 'BTCUSD',
      category: CRYPTO,
      timespan: 'M5',
      count: '10',
      real_time_required: 'true',
    }),
    shows: ([first]) => expect(first?.result).toHaveLength(10),
    refuses: [unknowns, tooMany],
  },
}
