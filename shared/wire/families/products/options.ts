import { z } from 'zod'
import {
  W_INSTRUMENT_STATUSES,
  W_OPTION_STATUSES,
  W_OPTION_STYLES,
  W_OPTION_TIMESPANS,
  W_OPTION_TYPES,
  W_SETTLEMENT_METHODS,
} from '../../enums.js'
import {
  zBareOrWrapped,
  zNumberOrNone,
  zOpenEnum,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zPage,
  zWireDecimal,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { zWireBar } from '../market-data/stock-data.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  rate: LIMITS.marketData,
  method: 'GET',
  encoding: 'query',
} as const
const zCategory = z.literal('US_OPTION')
const boolText = z.enum(['true', 'false'])
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const d = zOptionalDecimal

/** The deliverable of one contract when it is exercised. */
export const zDeliverable = z.object({
  asset_type: zOptionalText,
  symbol: zOptionalText,
  instrument_id: zOptionalText,
  amount: d,
  allocation_percentage: d,
  settlement_type: zOptionalText,
  settlement_method: zOptionalText,
  settlement_status: zOptionalText,
})

/**
 * TRADING-6. `symbol` is the OCC symbol without blanks; `ppind` true means quoted in steps of the
 * penny program.
 */
export const zOptionContract = z.object({
  instrument_id: z.string(),
  symbol: z.string(),
  status: zOpenEnum(W_OPTION_STATUSES),
  tradable_status: zOpenEnum(W_INSTRUMENT_STATUSES),
  expiration_date: z.string(),
  root_symbol: z.string(),
  underlying_symbol: z.string(),
  underlying_instrument_id: zOptionalText,
  underlying_type: zOptionalText,
  option_type: zOpenEnum(W_OPTION_TYPES),
  style: zOpenEnum(W_OPTION_STYLES),
  strike_price: zWireDecimal,
  multiplier: zWireDecimal,
  settlement_method: zOpenEnum(W_SETTLEMENT_METHODS).nullish(),
  expired_cycle: zOptionalText,
  ppind: z.boolean().nullish(),
  currency: zOptionalText,
  init_expiration_date: zOptionalText,
  def_type: zOptionalText,
  listed_exchanges: z.array(z.string()).nullish(),
  deliverables: z.array(zDeliverable).nullish(),
})

/**
 * MARKET-2. Members without a trade that day are absent. Units of the greeks: see
 * ASSUMPTIONS.
 */
export const zOptionSnapshot = z.object({
  instrument_id: zOptionalText,
  symbol: z.string(),
  price: d,
  open: d,
  high: d,
  low: d,
  close: d,
  pre_close: d,
  volume: d,
  change: d,
  change_ratio: d,
  last_trade_time: zOptionalTime,
  quote_time: zOptionalTime,
  bid: d,
  bid_size: d,
  ask: d,
  ask_size: d,
  open_interest: d,
  strike_price: d,
  delta: d,
  gamma: d,
  theta: d,
  vega: d,
  rho: d,
  imp_vol: d,
  deal_amount: d,
})

const zSymbolBars = z.object({
  symbol: z.string(),
  instrument_id: zOptionalText,
  result: z.array(zWireBar),
})

/** Option contracts and their market data. */
export const OPTION_OPERATIONS = {
  listOptionContracts: operation({
    id: 'trading.options.contracts',
    family: 'trading',
    name: 'List Option Contracts',
    method: 'GET',
    path: '/trading/instruments/options/contracts/list',
    host: 'api',
    auth: 'signature+token',
    effect: 'read',
    paging: 'cursor',
    rate: LIMITS.otherReads,
    encoding: 'query',
    request: z.object({
      category: zCategory,
      option_symbols: z.string().optional(),
      underlying_symbols: z.string().optional(),
      status: z.enum(W_OPTION_STATUSES).optional(),
      start_date: day.optional(),
      end_date: day.optional(),
      root_symbol: z.string().optional(),
      option_type: z.enum(W_OPTION_TYPES).optional(),
      style: z.enum(W_OPTION_STYLES).optional(),
      strike_price_gte: z.string().optional(),
      strike_price_lte: z.string().optional(),
      ppind: boolText.optional(),
      show_deliverables: boolText.optional(),
      pagination_key: z.string().optional(),
    }),
    response: zPage(zOptionContract),
  }),

  optionTicks: operation({
    ...data,
    id: 'market.options.ticks',
    name: 'Option Tick',
    path: '/market-data/options/ticks/list',
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

  optionSnapshots: operation({
    ...data,
    id: 'market.options.snapshots',
    name: 'Option Snapshot',
    path: '/market-data/options/snapshots/list',
    request: z.object({ symbols: z.string().min(1), category: zCategory }),
    response: z.array(zOptionSnapshot),
  }),

  optionBars: operation({
    ...data,
    id: 'market.options.bars',
    name: 'Option Bars',
    path: '/market-data/options/bars/list',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_OPTION_TIMESPANS),
      count: z.string().optional(),
      real_time_required: boolText.optional(),
    }),
    // Documented inside a `result`, sent bare; both are accepted.
    response: zBareOrWrapped(zSymbolBars),
  }),
} as const
