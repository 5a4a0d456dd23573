import { z } from 'zod'
import { W_STOCK_CATEGORIES, W_TIMESPANS } from '../../enums.js'
import {
  zNoKey,
  zNumberOrNone,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  rate: LIMITS.marketData,
} as const
const zCategory = z.enum(W_STOCK_CATEGORIES)
const boolText = z.enum(['true', 'false'])
const d = zOptionalDecimal

/** MARKET-1. Members without a trade that day are absent. */
export const zStockSnapshot = z.object({
  symbol: z.string(),
  instrument_id: zOptionalText,
  price: d,
  open: d,
  close: d,
  high: d,
  low: d,
  pre_close: d,
  volume: d,
  change: d,
  change_ratio: d,
  last_trade_time: zOptionalTime,
  quote_time: zOptionalTime,
  ask: d,
  ask_size: d,
  bid: d,
  bid_size: d,
  turnover: d,
  extend_hour_last_price: d,
  extend_hour_high: d,
  extend_hour_low: d,
  extend_hour_change: d,
  extend_hour_change_ratio: d,
  extend_hour_volume: d,
  extend_hour_last_trade_time: zOptionalTime,
  fifty_two_wk_high: d,
  fifty_two_wk_low: d,
  ovn_price: d,
  ovn_change: d,
  ovn_change_ratio: d,
  ovn_last_trade_time: zOptionalTime,
})

export const zStockTick = z.object({
  time: zWireTime,
  price: zNumberOrNone,
  volume: zNumberOrNone,
  side: zOptionalText,
  trading_session: zOptionalText,
})

/** A level of a book. */
export const zLevel = z.object({ price: zNumberOrNone, size: zNumberOrNone })

/** A bar; `time` is the start of its interval, UTC text ending in `+0000`. */
export const zWireBar = z.object({
  time: zWireTime,
  open: zNumberOrNone,
  close: zNumberOrNone,
  high: zNumberOrNone,
  low: zNumberOrNone,
  volume: zOptionalDecimal,
  trading_session: zOptionalText,
})

/** Snapshots, trades, books and bars of stocks. */
export const STOCK_DATA_OPERATIONS = {
  stockSnapshots: operation({
    ...data,
    id: 'market.stocks.snapshots',
    name: 'Stock Snapshot',
    method: 'GET',
    path: '/market-data/stocks/snapshots/list',
    encoding: 'query',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      extend_hour_required: boolText.optional(),
      overnight_required: boolText.optional(),
    }),
    response: z.array(zStockSnapshot),
  }),

  stockTicks: operation({
    ...data,
    id: 'market.stocks.ticks',
    name: 'Stock Tick',
    method: 'GET',
    path: '/market-data/stocks/ticks/list',
    encoding: 'query',
    request: z.object({
      symbol: z.string().min(1),
      category: zCategory,
      count: z.string().optional(),
      trading_sessions: z.string().optional(),
    }),
    response: z.object({
      symbol: z.string(),
      instrument_id: zOptionalText,
      result: z.array(zStockTick),
    }),
  }),

  stockDepth: operation({
    ...data,
    id: 'market.stocks.depth',
    name: 'Stock Depth',
    method: 'GET',
    path: '/market-data/stocks/depths/list',
    encoding: 'query',
    request: z.object({
      symbol: z.string().min(1),
      category: zCategory,
      depth: z.string().optional(),
      overnight_required: boolText.optional(),
    }),
    response: z.object({
      symbol: z.string(),
      instrument_id: zOptionalText,
      quote_time: zOptionalTime,
      asks: z.array(zLevel),
      bids: z.array(zLevel),
    }),
  }),

  stockBarsBatch: operation({
    ...data,
    id: 'market.stocks.bars',
    name: 'Stock Bars Batch',
    method: 'POST',
    path: '/market-data/stocks/bars/list',
    encoding: 'json',
    request: z.object({
      symbols: z.array(z.string().min(1)).min(1),
      category: zCategory,
      timespan: z.enum(W_TIMESPANS),
      count: z.union([z.string(), z.number()]).optional(),
      real_time_required: z.boolean().optional(),
      trading_sessions: z.union([z.string(), z.array(z.string())]).optional(),
      start_time: z.number().int().optional(),
      end_time: z.number().int().optional(),
    }),
    response: z.object({
      result: z.array(
        z.object({ symbol: z.string(), instrument_id: zOptionalText, result: z.array(zWireBar) }),
      ),
      pagination_key: zNoKey,
    }),
  }),

  stockBarsSingle: operation({
    ...data,
    id: 'market.stocks.bars-single',
    name: 'Stock Bars Single',
    method: 'GET',
    path: '/market-data/stocks/bars/get',
    encoding: 'query',
    request: z.object({
      symbol: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_TIMESPANS),
      count: z.string().optional(),
      real_time_required: boolText.optional(),
      trading_sessions: z.string().optional(),
      start_time: z.string().optional(),
      end_time: z.string().optional(),
    }),
    response: z.array(zWireBar),
  }),
} as const
