import { z } from 'zod'
import { W_CONTRACT_TYPES, W_INSTRUMENT_STATUSES, W_MINUTE_TIMESPANS } from '../../enums.js'
import {
  zBareOrWrapped,
  zNumberOrNone,
  zOpenEnum,
  zOptionalDecimal,
  zOptionalEnum,
  zOptionalText,
  zOptionalTime,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { zLevel, zWireBar } from '../market-data/stock-data.js'
import { W_FOOTPRINT_TIMESPANS, zFootprint } from '../market-data/stock-extras.js'

/**
 * Futures: MARKET-3. Symbols are product code, month letter, year digit ("ESZ6");
 * "ESmain" is the continuous contract.
 */

const futuresRead = {
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  method: 'GET',
  encoding: 'query',
} as const
const data = { ...futuresRead, family: 'market-data', rate: LIMITS.marketData } as const
const list = { ...futuresRead, family: 'trading', rate: LIMITS.otherReads } as const
const zCategory = z.literal('US_FUTURES')
const boolText = z.enum(['true', 'false'])
const d = zOptionalDecimal

/**
 * Members without a trade that day are absent. A continuous symbol is answered with its current
 * contract.
 */
export const zFuturesSnapshot = z.object({
  symbol: z.string(),
  instrument_id: zOptionalText,
  price: d,
  open: d,
  high: d,
  low: d,
  pre_close: d,
  volume: d,
  change: d,
  change_ratio: d,
  last_trade_time: zOptionalTime,
  quote_time: zOptionalTime,
  open_interest: d,
  bid: d,
  bid_size: d,
  ask: d,
  ask_size: d,
  settle_date: zOptionalText,
  settle_price: d,
})

const zSymbolBars = z.object({
  symbol: z.string(),
  instrument_id: zOptionalText,
  result: z.array(zWireBar),
})

/**
 * A contract month. Dates are yyyy-MM-dd; notices are delivery notices. `unit` is a number on the
 * wire; all other numbers are text.
 */
export const zFuturesContract = z.object({
  symbol: z.string(),
  instrument_id: z.string(),
  contract_id: zOptionalText,
  exchange_code: zOptionalText,
  code: z.string(),
  name: zOptionalText,
  product_class_id: z.number().int().nullish(),
  product_class_name: zOptionalText,
  status: zOpenEnum(W_INSTRUMENT_STATUSES),
  currency: zOptionalText,
  contract_month: zOptionalText,
  settlement_date: zOptionalText,
  size: d,
  unit: z.union([z.number(), z.string()]).nullish(),
  min_tick: d,
  first_notice_date: zOptionalText,
  last_notice_date: zOptionalText,
  first_trading_date: zOptionalText,
  last_trading_date: zOptionalText,
  contract_type: zOptionalEnum(W_CONTRACT_TYPES),
  settlement: zOptionalText,
})

/** Futures contracts and their market data. */
export const FUTURES_OPERATIONS = {
  futuresTicks: operation({
    ...data,
    id: 'market.futures.ticks',
    name: 'Futures Tick',
    path: '/market-data/futures/ticks/list',
    request: z.object({ symbol: z.string().min(1), category: zCategory, count: z.string().min(1) }),
    // The provider spells the id in camel case here; both spellings are accepted.
    response: z.object({
      symbol: z.string(),
      instrumentId: zOptionalText,
      instrument_id: zOptionalText,
      result: z.array(
        z.object({
          time: zWireTime,
          price: zNumberOrNone,
          volume: zNumberOrNone,
          side: zOptionalText,
        }),
      ),
    }),
  }),

  futuresSnapshots: operation({
    ...data,
    id: 'market.futures.snapshots',
    name: 'Futures Snapshot',
    path: '/market-data/futures/snapshots/list',
    request: z.object({ symbols: z.string().min(1), category: zCategory }),
    response: z.array(zFuturesSnapshot),
  }),

  futuresDepth: operation({
    ...data,
    id: 'market.futures.depth',
    name: 'Futures Depth',
    path: '/market-data/futures/depths/list',
    request: z.object({ symbol: z.string().min(1), category: zCategory, depth: z.string().min(1) }),
    response: z.object({
      symbol: z.string(),
      instrument_id: zOptionalText,
      quote_time: zOptionalTime,
      asks: z.array(zLevel),
      bids: z.array(zLevel),
    }),
  }),

  futuresFootprint: operation({
    ...data,
    id: 'market.futures.footprint',
    name: 'Futures Footprint',
    path: '/market-data/futures/footprints/list',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_FOOTPRINT_TIMESPANS),
      count: z.string().optional(),
      real_time_required: boolText.optional(),
      trading_sessions: z.string().optional(),
    }),
    response: z.array(
      z.object({ symbol: z.string(), instrument_id: zOptionalText, result: z.array(zFootprint) }),
    ),
  }),

  futuresBars: operation({
    ...data,
    id: 'market.futures.bars',
    name: 'Futures Bars',
    path: '/market-data/futures/bars/list',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_MINUTE_TIMESPANS),
      count: z.string().optional(),
      real_time_required: boolText.optional(),
    }),
    // A bare list; an older page of the provider shows it wrapped.
    response: zBareOrWrapped(zSymbolBars),
  }),

  listFuturesContracts: operation({
    ...list,
    id: 'trading.futures.contracts',
    name: 'List Futures Contracts',
    path: '/trading/instruments/futures/contracts/list',
    request: z.object({
      category: zCategory,
      symbols: z.string().optional(),
      code: z.string().optional(),
      status: z.enum(W_INSTRUMENT_STATUSES).optional(),
    }),
    response: z.array(zFuturesContract),
  }),

  listFuturesClasses: operation({
    ...list,
    id: 'trading.futures.classes',
    name: 'List Futures Product Classes',
    path: '/trading/instruments/futures/product-classes/list',
    request: z.object({ category: zCategory }),
    response: z.array(
      z.object({ product_class_id: z.number().int(), product_class_name: z.string() }),
    ),
  }),

  listFuturesCodes: operation({
    ...list,
    id: 'trading.futures.codes',
    name: 'List Futures Product Codes',
    path: '/trading/instruments/futures/product-codes/list',
    request: z.object({ category: zCategory, product_class_id: z.string().optional() }),
    response: z.array(
      z.object({
        code: z.string(),
        name: zOptionalText,
        product_class_id: z.number().int().nullish(),
        product_class_name: zOptionalText,
        exchange_code: zOptionalText,
      }),
    ),
  }),
} as const
