import { z } from 'zod'
import { W_EVENT_TIMESPANS, W_OPTION_TIMESPANS } from '../enums.js'
import { EVENT_DATA_OPERATIONS } from '../families/products/event-data.js'
import { FUTURES_OPERATIONS } from '../families/products/futures.js'
import { OPTION_OPERATIONS } from '../families/products/options.js'
import { STOCK_DATA_OPERATIONS } from '../families/market-data/stock-data.js'
import {
  STOCK_EXTRA_OPERATIONS,
  W_FOOTPRINT_TIMESPANS,
} from '../families/market-data/stock-extras.js'
import {
  OF_STOCK,
  symbol,
  symbols,
  fixed,
  count,
  sessions,
  running,
  usStock,
  imbalance,
} from './parameters.js'
import type { ReferenceDataRows } from './reference-data-tool.js'

/** Trades, bars and books. */
export const MARKET_DATA_ROWS = {
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
} satisfies ReferenceDataRows
