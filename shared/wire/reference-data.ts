import { z } from 'zod'
import type { ReferenceDataName } from '../domain/reference/reference-data.js'
import {
  W_EVENT_STATUSES,
  W_EVENT_TIMESPANS,
  W_INSTRUMENT_STATUSES,
  W_OPTION_TIMESPANS,
  W_STOCK_CATEGORIES,
} from './enums.js'
import { CRYPTO_OPERATIONS } from './families/products/crypto.js'
import { EVENT_DATA_OPERATIONS } from './families/products/event-data.js'
import { EVENT_INSTRUMENT_OPERATIONS } from './families/products/event-instruments.js'
import { FUNDAMENTAL_OPERATIONS } from './families/company/fundamentals.js'
import { FUTURES_OPERATIONS } from './families/products/futures.js'
import { OPTION_OPERATIONS } from './families/products/options.js'
import {
  SCREENER_OPERATIONS,
  W_ACTIVE_RANKS,
  W_GAINER_RANKS,
  W_SCREENER_SORTS,
  W_SECTOR_PERIODS,
  W_WEEK52_RANKS,
} from './families/market-data/screeners.js'
import { STOCK_DATA_OPERATIONS } from './families/market-data/stock-data.js'
import {
  STOCK_EXTRA_OPERATIONS,
  W_FOOTPRINT_TIMESPANS,
  W_IMBALANCE_ACTIONS,
} from './families/market-data/stock-extras.js'
import { WATCHLIST_OPERATIONS } from './families/market-data/watchlists.js'
import type { Operation } from './operation.js'
import { zSessionList } from './trading-sessions.js'

/**
 * A reference data tool of assistants: its published parameters, and the operation that answers it.
 */
export interface ReferenceDataTool {
  readonly title: string
  readonly description: string
  /** The scope of the hosted server: `market:read` or `instrument:read`. */
  readonly scope: 'market:read' | 'instrument:read'
  readonly operation: Operation
  /** The tool's parameters by name (MCP-2), with their defaults. */
  readonly input: z.ZodRawShape
  /** The wire names of parameters, where they differ. */
  readonly wire?: Readonly<Record<string, string>>
  /** The most rows of every list in the answer. */
  readonly maxRows: number
}

const word = (about: string, longest = 48) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w.:/-]{1,${longest}}$`),
      `letters, digits and . : / - _, at most ${longest}`,
    )
    .describe(about)
const symbol = (like: string) => word(`For example ${like}.`)
const symbols = (like: string) =>
  z
    .string()
    .max(1_000)
    .regex(/^[\w.:/-]+(\s*,\s*[\w.:/-]+)*$/, 'symbols separated by commas')
    .describe(`Separated by commas, for example ${like}.`)
const fixed = (category: string) => z.literal(category).default(category)
const stock = z.enum(W_STOCK_CATEGORIES).default('US_STOCK')
const fund = z.enum(W_STOCK_CATEGORIES).default('US_ETF')
const count = (initial: number, max = 200) =>
  z.int().min(1).max(max).default(initial).describe('At most so many.')
const sessions = zSessionList.describe('PRE, RTH, ATH, OVN; separated by commas.').optional()
const running = z.boolean().default(false).describe('With the unfinished one.')
const page = z
  .string()
  .min(1)
  .max(400)
  .describe('The pagination_key of the answer before.')
  .optional()
const direction = z.enum(['ASC', 'DESC']).optional()
const sorted = z.enum(W_SCREENER_SORTS).optional()
const usStock = z.literal('US_STOCK').default('US_STOCK')
const status = z
  .enum(W_INSTRUMENT_STATUSES)
  .describe('OC: open, CO: close only, NT: not tradable.')
  .optional()
const report = z.enum(['ANNUAL', 'QUARTERLY']).default('ANNUAL')
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'yyyy-MM-dd')
  .describe('yyyy-MM-dd')
const imbalance = z
  .enum(W_IMBALANCE_ACTIONS)
  .default('PRE_OPEN')
  .describe('The opening or the closing auction.')

type Row = readonly [
  title: string,
  description: string,
  operation: Operation,
  input: z.ZodRawShape,
  more?: Partial<Pick<ReferenceDataTool, 'wire' | 'maxRows' | 'scope'>>,
]

const OF_STOCK = { symbol: symbol('AAPL'), category: stock }
const OF_FUND = { symbol: symbol('SPY'), category: fund }
const REPORTS = { ...OF_STOCK, type: report, count: count(4, 40) }
const LISTED = { scope: 'instrument:read' } as const
/**
 * Declares a tool with pages. Its parameter names the last row, as version 2 of the wire does;
 * version 3 takes a `pagination_key` (MCP-2, last line).
 */
const paged = (
  last: string,
  wire: Readonly<Record<string, string>> = {},
): Pick<ReferenceDataTool, 'scope' | 'wire'> => ({
  ...LISTED,
  wire: { [last]: 'pagination_key', ...wire },
})

const ROWS: Readonly<Record<ReferenceDataName, Row>> = {
  get_stock_tick: [
    'Stock trades',
    'The last trades of a stock, newest first.',
    STOCK_DATA_OPERATIONS.stockTicks,
    { ...OF_STOCK, count: count(30), trading_sessions: sessions },
  ],
  get_stock_footprint: [
    'Stock footprint',
    'What was bought and sold at each price, per span of time.',
    STOCK_EXTRA_OPERATIONS.stockFootprint,
    {
      symbols: symbols('AAPL'),
      category: usStock,
      timespan: z.enum(W_FOOTPRINT_TIMESPANS).default('M1'),
      count: count(200),
      real_time_required: running,
      trading_sessions: sessions,
    },
  ],
  get_stock_noii_snapshot: [
    'Auction imbalance',
    'How an auction stands before it takes place.',
    STOCK_EXTRA_OPERATIONS.noiiSnapshot,
    { symbol: symbol('AAPL'), category: usStock, imbalance_action_type: imbalance },
  ],
  get_stock_noii_bars: [
    'Auction imbalance over time',
    'How an auction came about, moment by moment.',
    STOCK_EXTRA_OPERATIONS.noiiBars,
    { symbol: symbol('AAPL'), category: usStock, imbalance_action_type: imbalance },
  ],
  get_option_tick: [
    'Option trades',
    'The last trades of one option, newest first.',
    OPTION_OPERATIONS.optionTicks,
    { symbol: symbol('AAPL261218C00190000'), category: fixed('US_OPTION'), count: count(30) },
  ],
  get_option_bars: [
    'Option bars',
    'Bars of options, one series a symbol.',
    OPTION_OPERATIONS.optionBars,
    {
      symbols: symbols('AAPL261218C00190000'),
      category: fixed('US_OPTION'),
      timespan: z.enum(W_OPTION_TIMESPANS).default('D'),
      count: count(200),
      real_time_required: running,
    },
  ],
  get_futures_tick: [
    'Futures trades',
    'The last trades of a futures contract.',
    FUTURES_OPERATIONS.futuresTicks,
    { symbol: symbol('ESZ6'), category: fixed('US_FUTURES'), count: count(30) },
  ],
  get_futures_footprint: [
    'Futures footprint',
    'What was bought and sold at each price, per span of time.',
    FUTURES_OPERATIONS.futuresFootprint,
    {
      symbols: symbols('ESZ6'),
      category: fixed('US_FUTURES'),
      timespan: z.enum(W_FOOTPRINT_TIMESPANS).default('M1'),
      count: count(200),
      real_time_required: running,
      trading_sessions: sessions,
    },
  ],
  get_event_snapshot: [
    'Event prices',
    'Last prices, bids and asks of both sides of event markets.',
    EVENT_DATA_OPERATIONS.eventSnapshots,
    { symbols: symbols('a market of get_event_instruments'), category: fixed('US_EVENT') },
  ],
  get_event_depth: [
    'Event book',
    'The order book of an event market, both sides.',
    EVENT_DATA_OPERATIONS.eventDepth,
    {
      symbol: symbol('a market of get_event_instruments'),
      category: fixed('US_EVENT'),
      depth: count(10, 50),
    },
  ],
  get_event_bars: [
    'Event bars',
    'Bars of event markets, one series a symbol.',
    EVENT_DATA_OPERATIONS.eventBars,
    {
      symbols: symbols('a market of get_event_instruments'),
      category: fixed('US_EVENT'),
      timespan: z.enum(W_EVENT_TIMESPANS).default('D'),
      count: count(200),
      real_time_required: running,
    },
  ],
  get_event_tick: [
    'Event trades',
    'The last trades of an event market.',
    EVENT_DATA_OPERATIONS.eventTicks,
    {
      symbol: symbol('a market of get_event_instruments'),
      category: fixed('US_EVENT'),
      count: count(30),
    },
  ],

  get_crypto_instruments: [
    'Crypto pairs',
    'Pairs that can be traded, with the bounds of one order.',
    CRYPTO_OPERATIONS.listCrypto,
    {
      symbols: symbols('BTCUSD').optional(),
      category: fixed('US_CRYPTO'),
      status,
      pagination_key: page,
      last_instrument_id: page,
    },
    paged('last_instrument_id'),
  ],
  get_futures_instruments: [
    'Futures contracts',
    'Contracts by symbol, or every month of a product by code.',
    FUTURES_OPERATIONS.listFuturesContracts,
    {
      symbols: symbols('ESZ6').optional(),
      code: word('Code of a product, for example ES.').optional(),
      category: fixed('US_FUTURES'),
      status,
    },
    LISTED,
  ],
  get_futures_products: [
    'Futures products',
    'Products of futures, of one class or of all.',
    FUTURES_OPERATIONS.listFuturesCodes,
    {
      category: fixed('US_FUTURES'),
      product_class_id: word('Of get_futures_product_class.').optional(),
    },
    LISTED,
  ],
  get_futures_product_class: [
    'Classes of futures',
    'The classes that futures products fall into.',
    FUTURES_OPERATIONS.listFuturesClasses,
    { category: fixed('US_FUTURES') },
    LISTED,
  ],
  get_event_categories: [
    'Event categories',
    'The categories that event contracts fall into.',
    EVENT_INSTRUMENT_OPERATIONS.listEventCategories,
    {},
    LISTED,
  ],
  get_event_series: [
    'Event series',
    'Series of events of a category, or by symbol.',
    EVENT_INSTRUMENT_OPERATIONS.listEventSeries,
    {
      symbols: symbols('a series').optional(),
      category: word('A category_code of get_event_categories.').optional(),
      pagination_key: page,
      last_series_id: page,
    },
    paged('last_series_id'),
  ],
  get_event_events: [
    'Events of a series',
    'The events of one series of event contracts.',
    EVENT_INSTRUMENT_OPERATIONS.listEvents,
    {
      series_symbol: symbol('a series of get_event_series'),
      symbols: symbols('an event').optional(),
      status: z.enum(W_EVENT_STATUSES).optional(),
    },
    LISTED,
  ],
  get_event_instruments: [
    'Event markets',
    'The markets of a series or an event: what can be traded.',
    EVENT_INSTRUMENT_OPERATIONS.listEventMarkets,
    {
      series_symbol: symbol('a series').optional(),
      event_symbol: symbol('an event').optional(),
      symbols: symbols('a market').optional(),
      expiration_date_after: day.optional(),
      pagination_key: page,
      last_instrument_id: page,
    },
    paged('last_instrument_id'),
  ],

  get_gainers_losers: [
    'Gainers and losers',
    'Stocks that moved most. direction ASC: losers.',
    SCREENER_OPERATIONS.gainersLosers,
    {
      rank_type: z.enum(W_GAINER_RANKS).default('DAY_1'),
      category: usStock,
      sort_by: sorted,
      direction,
    },
    { maxRows: 50 },
  ],
  get_most_active: [
    'Most active',
    'Stocks that were traded most, in several ways.',
    SCREENER_OPERATIONS.topActive,
    {
      rank_type: z.enum(W_ACTIVE_RANKS).default('VOLUME'),
      category: usStock,
      sort_by: sorted,
      direction,
    },
    { maxRows: 50 },
  ],
  get_52_week_high_low: [
    'Highs and lows of 52 weeks',
    'Stocks at or near their highest or lowest of a year.',
    SCREENER_OPERATIONS.week52HighLow,
    {
      rank_type: z.enum(W_WEEK52_RANKS).default('NEW_HIGH'),
      category: usStock,
      sort_by: sorted,
      direction,
    },
    { maxRows: 50 },
  ],
  get_high_dividend: [
    'High dividends',
    'Stocks that pay most, by yield or dividend.',
    SCREENER_OPERATIONS.highDividend,
    {
      category: usStock,
      sort_by: z.enum([...W_SCREENER_SORTS, 'YIELD', 'DIVIDEND']).optional(),
      direction,
    },
    { maxRows: 50 },
  ],
  get_market_sectors: [
    'Market sectors',
    'How the sectors of the market move, with their leaders.',
    SCREENER_OPERATIONS.marketSectors,
    {
      category: usStock,
      agg_type: z.enum(['MARKET_VALUE', 'VOLUME']).optional(),
      period: z.enum(W_SECTOR_PERIODS).optional(),
      direction,
      pagination_key: page,
    },
    { maxRows: 50 },
  ],
  get_market_sectors_detail: [
    'One sector',
    'A sector of get_market_sectors, with its stocks.',
    SCREENER_OPERATIONS.marketSectorDetail,
    {
      sector_id: word('The id of a sector.'),
      category: usStock,
      period: z.enum(W_SECTOR_PERIODS).optional(),
      sort_by: sorted,
      direction,
      pagination_key: page,
    },
    { maxRows: 50 },
  ],

  get_company_profile: [
    'Company',
    'What a company does, where, and who leads it.',
    FUNDAMENTAL_OPERATIONS.companyProfile,
    OF_STOCK,
  ],
  get_analyst_rating: [
    'Analysts’ ratings',
    'How many analysts say buy, hold or sell.',
    FUNDAMENTAL_OPERATIONS.analystRating,
    OF_STOCK,
  ],
  get_analyst_target_price: [
    'Analysts’ targets',
    'Highest, lowest and mean price target.',
    FUNDAMENTAL_OPERATIONS.analystTarget,
    OF_STOCK,
  ],
  get_stock_capital_flow: [
    'Capital flow',
    'Money in and out by size of order, per day.',
    FUNDAMENTAL_OPERATIONS.capitalFlow,
    { ...OF_STOCK, count: count(30) },
  ],
  get_stock_filings: [
    'Filings',
    'Filings of a company, with their addresses.',
    FUNDAMENTAL_OPERATIONS.filings,
    OF_STOCK,
    { maxRows: 50 },
  ],
  get_stock_forecast_eps: [
    'EPS forecasts',
    'Earnings per share, reported and expected.',
    FUNDAMENTAL_OPERATIONS.forecastEps,
    OF_STOCK,
  ],
  get_stock_earnings_calendar: [
    'Earnings dates',
    'When a company reports, and what is expected.',
    FUNDAMENTAL_OPERATIONS.earningsCalendar,
    OF_STOCK,
  ],
  get_stock_dividend_calendar: [
    'Dividend dates',
    'Dividends of a stock, with their dates.',
    FUNDAMENTAL_OPERATIONS.dividendCalendar,
    OF_STOCK,
  ],
  get_stock_industry_comparison: [
    'Industry comparison',
    'A company among those of its industry.',
    FUNDAMENTAL_OPERATIONS.industryComparison,
    { ...OF_STOCK, sort_by: z.enum(['EPS_TTM']).optional() },
    { maxRows: 50 },
  ],
  get_financial_alert: [
    'Next report',
    'What the next report is expected to say.',
    FUNDAMENTAL_OPERATIONS.financialAlert,
    OF_STOCK,
  ],
  get_financial_indicators: [
    'Financial indicators',
    'Financial ratios of a company, per period.',
    FUNDAMENTAL_OPERATIONS.financialIndicators,
    REPORTS,
  ],
  get_income_statement: [
    'Income statements',
    'Newest first. Amounts in whole units of the currency.',
    FUNDAMENTAL_OPERATIONS.incomeStatement,
    REPORTS,
  ],
  get_balance_sheet: [
    'Balance sheets',
    'Newest first. Amounts in whole units of the currency.',
    FUNDAMENTAL_OPERATIONS.balanceSheet,
    REPORTS,
  ],
  get_cash_flow: [
    'Cash flow statements',
    'Newest first. Amounts in whole units of the currency.',
    FUNDAMENTAL_OPERATIONS.cashFlow,
    REPORTS,
  ],

  get_fund_allocation: [
    'Fund allocation',
    'What a fund holds, by kind of asset.',
    FUNDAMENTAL_OPERATIONS.fundAllocation,
    OF_FUND,
    { maxRows: 50 },
  ],
  get_fund_brief: [
    'Fund in brief',
    'What a fund is for, and who manages it.',
    FUNDAMENTAL_OPERATIONS.fundBrief,
    OF_FUND,
  ],
  get_fund_dividends: [
    'Fund dividends',
    'What a fund has paid out, and when.',
    FUNDAMENTAL_OPERATIONS.fundDividends,
    { ...OF_FUND, pagination_key: page },
  ],
  get_fund_files: [
    'Fund files',
    'Documents of a fund, with their addresses.',
    FUNDAMENTAL_OPERATIONS.fundFiles,
    OF_FUND,
    { maxRows: 50 },
  ],
  get_fund_holdings: [
    'Fund holdings',
    'What a fund holds, name by name, and how much.',
    FUNDAMENTAL_OPERATIONS.fundHoldings,
    OF_FUND,
  ],
  get_fund_net_value: [
    'Net value',
    'Net asset value of a fund per day.',
    FUNDAMENTAL_OPERATIONS.fundNetValue,
    { ...OF_FUND, last_date: day.optional(), count: count(30) },
  ],
  get_fund_performance: [
    'Fund performance',
    'Returns of a fund over several spans.',
    FUNDAMENTAL_OPERATIONS.fundPerformance,
    OF_FUND,
  ],
  get_fund_rating: [
    'Fund ratings',
    'How rating agencies rate a fund, by date.',
    FUNDAMENTAL_OPERATIONS.fundRating,
    OF_FUND,
    { maxRows: 50 },
  ],
  get_fund_splits: [
    'Fund splits',
    'Splits of a fund, with their ratios.',
    FUNDAMENTAL_OPERATIONS.fundSplits,
    OF_FUND,
  ],

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
}

const MAX_ROWS = 200

/**
 * The tools for data that Countersign does not store itself. All of them only read; there is no
 * tool that changes watchlists.
 */
export const REFERENCE_DATA_TOOLS = Object.fromEntries(
  Object.entries(ROWS).map(([name, [title, description, operation, input, more]]) => [
    name,
    { title, description, operation, input, scope: 'market:read', maxRows: MAX_ROWS, ...more },
  ]),
) as Readonly<Record<ReferenceDataName, ReferenceDataTool>>

/**
 * Converts a tool's parameters to those of its operation: in a query every value becomes text;
 * undefined and false are left out.
 */
export function referenceDataRequest(
  { operation, wire = {} }: ReferenceDataTool,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const text = operation.encoding === 'query'
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => {
        const list =
          name === 'symbols' && typeof value === 'string' ? value.replaceAll(/\s/g, '') : value
        return [wire[name] ?? name, text && typeof list !== 'string' ? String(list) : list]
      }),
  )
}
