import { z } from 'zod'
import {
  zOpenEnum,
  zOptionalDecimal,
  zOptionalText,
  zWireDecimal,
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
  method: 'GET',
  encoding: 'query',
  rate: LIMITS.marketData,
} as const
const zCategory = z.literal('US_STOCK')
export const W_FOOTPRINT_TIMESPANS = ['S5', 'S15', 'M1', 'M5', 'M30'] as const
export const W_IMBALANCE_ACTIONS = ['PRE_OPEN', 'PRE_CLOSE'] as const

/** The volume bought and sold at each price in one interval (MARKET-1). */
export const zFootprint = z.object({
  time: zWireTime,
  trading_session: zOptionalText,
  total: zWireDecimal,
  delta: zWireDecimal,
  buy_total: zWireDecimal,
  sell_total: zWireDecimal,
  buy_detail: z.record(z.string(), zWireDecimal),
  sell_detail: z.record(z.string(), zWireDecimal),
})

const zNoiiRequest = z.object({
  symbol: z.string().min(1),
  category: zCategory,
  imbalance_action_type: z.enum(W_IMBALANCE_ACTIONS),
})

/** The state of an auction before it takes place. */
const zNoiiBar = z.object({
  instrument_id: z.string(),
  symbol: z.string(),
  imbalance_time: zWireTime,
  imbalance_ref_price: zOptionalDecimal,
  imbalance_near_price: zOptionalDecimal,
  imbalance_far_price: zOptionalDecimal,
  imbalance_action_type: zOpenEnum(W_IMBALANCE_ACTIONS),
})

/** Footprints and order imbalances of stocks. */
export const STOCK_EXTRA_OPERATIONS = {
  stockFootprint: operation({
    ...data,
    id: 'market.stocks.footprint',
    name: 'Stock Footprint',
    path: '/market-data/stocks/footprints/list',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_FOOTPRINT_TIMESPANS),
      count: z.string().optional(),
      real_time_required: z.enum(['true', 'false']).optional(),
      trading_sessions: z.string().optional(),
    }),
    response: z.array(
      z.object({ symbol: z.string(), instrument_id: zOptionalText, result: z.array(zFootprint) }),
    ),
  }),

  noiiSnapshot: operation({
    ...data,
    id: 'market.stocks.noii-snapshot',
    name: 'NOII Snapshot',
    path: '/market-data/stocks/noii-snapshots/list',
    request: zNoiiRequest,
    response: zNoiiBar.extend({
      paired_shares: zOptionalDecimal,
      imbalance_shares: zOptionalDecimal,
      imbalance_side: zOptionalText,
      imbalance_var_indicator: zOptionalText,
    }),
  }),

  noiiBars: operation({
    ...data,
    id: 'market.stocks.noii-bars',
    name: 'NOII Bars',
    path: '/market-data/stocks/noii-bars/list',
    request: zNoiiRequest,
    response: z.array(zNoiiBar),
  }),
} as const
