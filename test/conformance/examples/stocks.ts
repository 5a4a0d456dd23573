import { expect } from 'vitest'
import type { ToolAnswer, Examples } from '../session/example.js'

const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
const TOO_MANY: ToolAnswer = [417, 'TOO_MANY_SYMBOLS']
/** More symbols than any operation accepts. */
export const HUNDRED_AND_ONE = Array.from({ length: 101 }, (_, index) => `S${index}`)

const unknown = { what: 'an unknown symbol', answer: SYMBOL }
const badCount = { what: 'a count of zero', with: { count: '0' }, answer: ILLEGAL }

/** Examples of MARKET-1. */
export const STOCKS: Examples = {
  'market.stocks.snapshots': {
    request: () => ({
      symbols: 'AAPL,MSFT',
      category: 'US_STOCK',
      extend_hour_required: 'true',
      overnight_required: 'true',
    }),
    shows: (answer) => expect(answer.map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT']),
    refuses: [
      { ...unknown, with: { symbols: 'NOSUCH' } },
      { what: 'too many symbols', with: { symbols: HUNDRED_AND_ONE.join(',') }, answer: TOO_MANY },
    ],
  },
  'market.stocks.ticks': {
    request: () => ({
      symbol: 'AAPL',
      category: 'US_STOCK',
      count: '20',
      trading_sessions: 'PRE,RTH,ATH,OVN',
    }),
    shows: ({ result }) => {
      expect(result).toHaveLength(20)
      expect(result.map(({ time }) => time)).toEqual(
        result.map(({ time }) => time).sort((a, b) => b - a),
      )
    },
    lenient: { count: 'has a default of 30', trading_sessions: 'all sessions when absent' },
    refuses: [
      { ...unknown, with: { symbol: 'NOSUCH' } },
      badCount,
      { what: 'an unknown session', with: { trading_sessions: 'LUNCH' }, answer: ILLEGAL },
    ],
  },
  'market.stocks.depth': {
    request: () => ({
      symbol: 'AAPL',
      category: 'US_STOCK',
      depth: '5',
      overnight_required: 'false',
    }),
    shows: ({ asks, bids }) => {
      expect(asks.length).toBeGreaterThan(0)
      expect(asks.length).toBeLessThanOrEqual(5)
      expect(Number(asks[0]?.price)).toBeGreaterThan(Number(bids[0]?.price))
    },
    lenient: { depth: 'has a default of 10', overnight_required: 'false when absent' },
    refuses: [
      { ...unknown, with: { symbol: 'NOSUCH' } },
      { what: 'more levels than there are', with: { depth: '51' }, answer: ILLEGAL },
    ],
  },
  'market.stocks.bars': {
    request: () => ({
      symbols: ['AAPL', 'SPY'],
      category: 'US_STOCK',
      timespan: 'M5',
      count: 10,
      real_time_required: true,
    }),
    shows: ({ result }) =>
      expect(result.map((series) => [series.symbol, series.result.length])).toEqual([
        ['AAPL', 10],
        ['SPY', 10],
      ]),
    refuses: [
      { ...unknown, with: { symbols: ['NOSUCH'] } },
      { what: 'too many symbols', with: { symbols: HUNDRED_AND_ONE }, answer: TOO_MANY },
      { what: 'no symbols', with: { symbols: [] }, answer: ILLEGAL },
      { what: 'more bars than are given', with: { count: 1_651 }, answer: ILLEGAL },
    ],
  },
  'market.stocks.bars-single': {
    request: () => ({ symbol: 'AAPL', category: 'US_STOCK', timespan: 'D', count: '30' }),
    shows: (answer) => expect(answer).toHaveLength(30),
    refuses: [{ ...unknown, with: { symbol: 'NOSUCH' } }, badCount],
  },
  'market.stocks.footprint': {
    lenient: { real_time_required: 'the libraries leave it out' },
    request: () => ({
      symbols: 'AAPL',
      category: 'US_STOCK',
      timespan: 'M1',
      real_time_required: 'true',
      count: '5',
    }),
    shows: ([first]) => expect(first?.result).toHaveLength(5),
    refuses: [
      { ...unknown, with: { symbols: 'NOSUCH' } },
      {
        what: 'more than twenty symbols',
        with: { symbols: HUNDRED_AND_ONE.slice(0, 21).join(',') },
        answer: TOO_MANY,
      },
      {
        what: 'a timespan without footprints',
        with: { timespan: 'D' },
        answer: [417, 'UNSUPPORTED_TIMESPAN'],
      },
    ],
  },
  'market.stocks.noii-snapshot': {
    request: () => ({ symbol: 'AAPL', category: 'US_STOCK', imbalance_action_type: 'PRE_OPEN' }),
    shows: (answer) =>
      expect([answer.symbol, answer.imbalance_action_type]).toEqual(['AAPL', 'PRE_OPEN']),
    refuses: [{ ...unknown, with: { symbol: 'NOSUCH' } }],
  },
  'market.stocks.noii-bars': {
    request: () => ({ symbol: 'AAPL', category: 'US_STOCK', imbalance_action_type: 'PRE_OPEN' }),
    shows: (answer) => expect(answer.every(({ symbol }) => symbol === 'AAPL')).toBe(true),
    refuses: [{ ...unknown, with: { symbol: 'NOSUCH' } }],
  },
}
