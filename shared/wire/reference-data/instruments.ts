import { z } from 'zod'
import { W_EVENT_STATUSES, W_OPTION_TYPES } from '../enums.js'
import { CRYPTO_OPERATIONS } from '../families/products/crypto.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../families/products/event-instruments.js'
import { FUTURES_OPERATIONS } from '../families/products/futures.js'
import { OPTION_OPERATIONS } from '../families/products/options.js'
import { word, symbol, symbols, fixed, page, status, day, LISTED, paged } from './parameters.js'
import type { ReferenceDataRows } from './reference-data-tool.js'

const strike = z.string().regex(/^\d{1,7}(\.\d{1,3})?$/, 'a price, for example 190 or 192.5')

/** Lists of what can be traded. */
export const INSTRUMENT_ROWS = {
  get_option_contracts: [
    'Option contracts',
    'The option chain of a stock: every contract with its strike, expiration and multiplier. Narrow it by dates, strikes or type; cut means that there are more. Prices and greeks come from get_option_snapshot.',
    OPTION_OPERATIONS.listOptionContracts,
    {
      underlying: symbol('AAPL'),
      option_type: z.enum(W_OPTION_TYPES).optional(),
      start_date: day.describe('Expires on this day or later, yyyy-MM-dd.').optional(),
      end_date: day.describe('Expires on this day or earlier, yyyy-MM-dd.').optional(),
      strike_price_gte: strike.describe('The lowest strike.').optional(),
      strike_price_lte: strike.describe('The highest strike.').optional(),
      root_symbol: symbol('SPXW').optional(),
      category: fixed('US_OPTION'),
      pagination_key: page,
    },
    { ...LISTED, wire: { underlying: 'underlying_symbols' }, maxRows: 100 },
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
} satisfies ReferenceDataRows
