import { expect } from 'vitest'
import type { ToolAnswer, Examples } from '../session/example.js'

const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
const unknown = { what: 'an unknown symbol', with: { symbol: 'NOSUCH' }, answer: SYMBOL }
const fund = { what: 'a fund', with: { symbol: 'SPY' }, answer: SYMBOL }
const company = { what: 'a company', with: { symbol: 'KO' }, answer: SYMBOL }
const KO = { symbol: 'KO', category: 'US_STOCK' } as const
const SPY = { symbol: 'SPY', category: 'US_ETF' } as const

const ofCompany = { request: () => KO, refuses: [unknown, fund] } as const
const ofFund = { request: () => SPY, refuses: [unknown, company] } as const
const reports = {
  request: () => ({ ...KO, type: 'ANNUAL', count: '2' }) as const,
  refuses: [unknown, fund, { what: 'a count of zero', with: { count: '0' }, answer: ILLEGAL }],
} as const
const GROUPS = [{ category: 'US_STOCK' as const, symbols: ['AAPL', 'KO'] }]
/** Bodies that are bare arrays; derived refusals support objects only. */
const groups = [
  { what: 'no groups', with: () => [], answer: ILLEGAL },
  { what: 'an object', with: () => ({}), answer: [400, 'ILLEAGAL_PARAMETER'] as const },
  {
    what: 'a group without symbols',
    with: () => [{ category: 'US_STOCK', symbols: [] }],
    answer: ILLEGAL,
  },
  {
    what: 'another category',
    with: () => [{ category: 'US_BOND', symbols: ['KO'] }],
    answer: [417, 'UNSUPPORTED_CATEGORY'] as const,
  },
  {
    what: 'an unknown symbol',
    with: () => [{ category: 'US_STOCK', symbols: ['NOSUCH'] }],
    answer: SYMBOL,
  },
]
const dates = [
  { what: 'a day that does not exist', with: { start_date: '2026-13-01' }, answer: ILLEGAL },
  { what: 'an unknown event', with: { event_types: 'PARTY' }, answer: ILLEGAL },
]

/** Examples of MARKET-8 and MARKET-9. */
export const FUNDAMENTALS: Examples = {
  'market.fundamentals.profile': {
    ...ofCompany,
    shows: (answer) => expect(answer.symbol).toBe('KO'),
  },
  'market.fundamentals.rating': {
    ...ofCompany,
    shows: (a) =>
      expect(Number(a.number)).toBe(
        [a.strong_buy, a.buy, a.hold, a.under_perform, a.sell].reduce(
          (sum, member) => sum + Number(member),
          0,
        ),
      ),
  },
  'market.fundamentals.target': {
    ...ofCompany,
    shows: (a) =>
      expect(Number(a.low) <= Number(a.median) && Number(a.median) <= Number(a.high)).toBe(true),
  },
  'market.fundamentals.capital-flow': {
    request: () => ({ ...KO, count: '5' }),
    shows: (answer) => expect(answer).toHaveLength(5),
    refuses: [unknown],
  },
  'market.fundamentals.forecast-eps': ofCompany,
  'market.fundamentals.earnings': ofCompany,
  'market.fundamentals.dividends': {
    request: () => KO,
    shows: (answer) => expect(answer.every(({ symbol }) => symbol === 'KO')).toBe(true),
    refuses: [unknown],
  },
  'market.fundamentals.filings': {
    ...ofCompany,
    shows: (answer) => expect(answer.filings.length).toBeGreaterThan(0),
  },
  'market.fundamentals.industry': {
    ...ofCompany,
    shows: (answer) => expect(answer.data.map(({ symbol }) => symbol)).toContain('KO'),
  },
  'market.fundamentals.alert': ofCompany,
  'market.fundamentals.indicators': {
    ...reports,
    shows: (answer) =>
      expect(Object.values(answer.values).every((rows) => rows.length === 2)).toBe(true),
  },
  'market.fundamentals.income': { ...reports, shows: (answer) => expect(answer).toHaveLength(2) },
  'market.fundamentals.balance': { ...reports, shows: (answer) => expect(answer).toHaveLength(2) },
  'market.fundamentals.cash-flow': {
    ...reports,
    shows: (answer) => expect(answer).toHaveLength(2),
  },
  'market.funds.brief': {
    ...ofFund,
    shows: (answer) => expect(answer.managers.length).toBeGreaterThan(0),
  },
  'market.funds.performance': ofFund,
  'market.funds.net-value': {
    request: () => ({ ...SPY, count: '3' }),
    shows: (answer) => expect(answer).toHaveLength(3),
    refuses: [unknown, company],
  },
  'market.funds.holdings': ofFund,
  'market.funds.dividends': ofFund,
  'market.funds.rating': ofFund,
  'market.funds.splits': { ...ofFund, mayBeEmpty: 'a fund that was never split' },
  'market.funds.files': ofFund,
  'market.funds.allocation': ofFund,
  'market.corporate-actions': {
    request: () => ({ symbol: 'KO', category: 'US_STOCK', start_date: '2024-01-01' }),
    shows: ({ data }) => expect(data.every(({ symbol }) => symbol === 'KO')).toBe(true),
    refuses: [unknown, ...dates],
  },
  'market.corporate-actions-by-market': {
    request: () => ({ market: 'US', start_date: '2025-01-01', event_types: 'CASH_DIVIDEND' }),
    shows: ({ data }) =>
      expect(data.every((action) => action.event_type === 'CASH_DIVIDEND')).toBe(true),
    refuses: dates,
  },
  'market.news.summary': {
    request: () => ({ category_symbols: GROUPS, lang: 'en' }),
    shows: (answer) =>
      expect(answer.map(({ type }) => type)).toEqual(['meta', 'text', 'text', 'table', 'text']),
    refuses: [
      {
        what: 'an unknown symbol',
        with: { category_symbols: [{ category: 'US_STOCK', symbols: ['NOSUCH'] }] },
        answer: SYMBOL,
      },
    ],
  },
  'market.display.profiles': {
    request: () => GROUPS,
    shows: (answer) => expect(answer.map(({ symbol }) => symbol)).toEqual(['AAPL', 'KO']),
    refuses: groups,
  },
  'market.display.logos': {
    request: () => GROUPS,
    shows: (answer) => expect(answer.map(({ symbol }) => symbol)).toEqual(['AAPL', 'KO']),
    refuses: groups,
  },
}
