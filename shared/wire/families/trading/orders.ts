import { z } from 'zod'
import {
  W_ALGO_TYPES,
  W_COMBO_TYPES,
  W_ENTRUST_TYPES,
  W_EVENT_OUTCOMES,
  W_EVENT_TRADE_MODES,
  W_INSTRUMENT_TYPES,
  W_LEG_DIRECTIONS,
  W_LEG_STRATEGIES,
  W_OPTION_STRATEGIES,
  W_OPTION_STYLES,
  W_OPTION_TYPES,
  W_ORDER_STATUSES,
  W_ORDER_TYPES,
  W_POSITION_INTENTS,
  W_SESSIONS,
  W_SIDES,
  W_TIMES_IN_FORCE,
  W_TRAILING_TYPES,
} from '../../enums.js'
import {
  zOpenEnum,
  zOptionalDecimal,
  zOptionalEnum,
  zOptionalText,
  zOptionalTime,
  zPage,
  zWireDecimal,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const optionalText = z.string().nullish()

/** A leg of an option order (TRADING-4.2). */
export const zNewLeg = z.object({
  side: z.enum(['BUY', 'SELL']),
  quantity: optionalText,
  market: z.literal('US'),
  instrument_type: z.enum(['EQUITY', 'OPTION']),
  symbol: z.string().min(1),
  strike_price: optionalText,
  option_expire_date: optionalText,
  option_type: z.enum(W_OPTION_TYPES).nullish(),
})

/**
 * One order of Place and Preview (TRADING-4.2). The exchange checks the numbers and names the wrong
 * one.
 */
export const zNewOrder = z.object({
  client_order_id: z.string(),
  combo_type: z.enum(W_COMBO_TYPES),
  instrument_type: z.enum(W_INSTRUMENT_TYPES),
  market: z.literal('US'),
  symbol: z.string().min(1),
  side: z.enum(W_SIDES),
  order_type: z.enum(W_ORDER_TYPES),
  time_in_force: z.enum(W_TIMES_IN_FORCE),
  entrust_type: z.enum(W_ENTRUST_TYPES),
  quantity: optionalText,
  total_cash_amount: optionalText,
  limit_price: optionalText,
  stop_price: optionalText,
  trailing_type: z.enum(W_TRAILING_TYPES).nullish(),
  trailing_stop_step: optionalText,
  support_trading_session: z.enum(W_SESSIONS).nullish(),
  expire_date: optionalText,
  option_strategy: z.enum(W_OPTION_STRATEGIES).nullish(),
  legs: z.array(zNewLeg).nullish(),
  position_intent: z.enum(W_POSITION_INTENTS).nullish(),
  leg_in_or_out: z.enum(W_LEG_DIRECTIONS).nullish(),
  position_id: optionalText,
  leg_in_strategy: z.enum(W_LEG_STRATEGIES).nullish(),
  algo_type: z.enum(W_ALGO_TYPES).nullish(),
  target_vol_percent: optionalText,
  max_target_percent: optionalText,
  algo_start_time: optionalText,
  algo_end_time: optionalText,
  event_outcome: z.enum(W_EVENT_OUTCOMES).nullish(),
  event_trade_mode: z.enum(W_EVENT_TRADE_MODES).nullish(),
  current_ask: optionalText,
  current_bid: optionalText,
})

const zPlaceBody = z.object({
  account_id: z.string().min(1),
  client_combo_order_id: optionalText,
  new_orders: z.array(zNewOrder).min(1),
})

/** Place, Replace and Cancel return only ids (TRADING-4.1). */
export const zWriteResult = z.object({
  client_order_id: zOptionalText,
  order_id: zOptionalText,
  client_combo_order_id: zOptionalText,
  combo_order_id: zOptionalText,
})

const trading = { family: 'trading', host: 'api', auth: 'signature+token' } as const

/** The most orders of one batch (TRADING-4.7). */
export const MAX_BATCH_ORDERS = 50

/** The result of one order of a batch: an id, or the reason of the refusal. */
export const zBatchRow = z.object({
  client_order_id: z.string(),
  order_id: zOptionalText,
  error_code: zOptionalText,
  message: zOptionalText,
})

/** One change of a Replace request (TRADING-4.5). */
export const zModifyOrder = z.object({
  client_order_id: z.string().min(1),
  order_type: z.enum(W_ORDER_TYPES).nullish(),
  time_in_force: z.enum(W_TIMES_IN_FORCE).nullish(),
  limit_price: optionalText,
  stop_price: optionalText,
  quantity: optionalText,
  trailing_type: z.enum(W_TRAILING_TYPES).nullish(),
  trailing_stop_step: optionalText,
  target_vol_percent: optionalText,
  max_target_percent: optionalText,
  algo_start_time: optionalText,
  algo_end_time: optionalText,
  legs: z.array(z.object({ id: z.string(), quantity: z.string() })).nullish(),
})

/** The option of a leg in a response; a stock leg has none of these members (TRADING-4.6). */
const zOptionMembers = {
  option_type: zOptionalEnum(W_OPTION_TYPES),
  option_category: zOptionalEnum(W_OPTION_STYLES),
  strike_price: zOptionalDecimal,
  option_expire_date: zOptionalText,
  option_contract_multiplier: zOptionalDecimal,
  option_contract_deliverable: zOptionalText,
}

/** A leg of an order in a response (TRADING-4.6); Replace refers to it by `id`. */
export const zOrderLeg = z.object({
  id: z.string(),
  symbol: z.string(),
  side: zOpenEnum(W_SIDES),
  quantity: zWireDecimal,
  ...zOptionMembers,
})

const zFee = z.object({
  type: z.string(),
  actual_value: zOptionalDecimal,
  receivable_value: zOptionalDecimal,
})

/**
 * An order as the provider returns it (TRADING-4.6). Both spellings of the position id and of the
 * fill time are accepted.
 */
export const zOrderRecord = z.object({
  client_order_id: z.string(),
  order_id: z.string(),
  symbol: z.string(),
  side: zOpenEnum(W_SIDES),
  status: zOpenEnum(W_ORDER_STATUSES),
  order_type: zOpenEnum(W_ORDER_TYPES),
  instrument_type: zOpenEnum(W_INSTRUMENT_TYPES).nullish(),
  support_trading_session: zOpenEnum(W_SESSIONS).nullish(),
  entrust_type: zOpenEnum(W_ENTRUST_TYPES),
  time_in_force: zOpenEnum(W_TIMES_IN_FORCE),
  expire_date: zOptionalText,
  total_quantity: zWireDecimal,
  filled_quantity: zOptionalDecimal,
  filled_price: zOptionalDecimal,
  limit_price: zOptionalDecimal,
  stop_price: zOptionalDecimal,
  trailing_type: zOpenEnum(W_TRAILING_TYPES).nullish(),
  trailing_stop_step: zOptionalDecimal,
  total_cash_amount: zOptionalDecimal,
  place_time: zOptionalTime,
  place_time_at: zWireTime,
  filled_time: zOptionalTime,
  fill_time: zOptionalTime,
  filled_time_at: zOptionalTime,
  position_id: zOptionalText,
  posotion_id: zOptionalText,
  leg_in_or_out: zOptionalEnum(W_LEG_DIRECTIONS),
  leg_in_strategy: zOptionalEnum(W_LEG_STRATEGIES),
  position_intent: zOptionalEnum(W_POSITION_INTENTS),
  option_strategy: zOptionalEnum(W_OPTION_STRATEGIES),
  legs: z.array(zOrderLeg).nullish(),
  algo_type: zOptionalEnum(W_ALGO_TYPES),
  target_vol_percent: zOptionalDecimal,
  max_target_percent: zOptionalDecimal,
  algo_start_time: zOptionalText,
  algo_end_time: zOptionalText,
  event_outcome: zOptionalEnum(W_EVENT_OUTCOMES),
  event_trade_mode: zOptionalEnum(W_EVENT_TRADE_MODES),
  commission: z
    .object({ actual_commission: zOptionalDecimal, receivable_commission: zOptionalDecimal })
    .nullish(),
  fees: z.array(zFee).nullish(),
})

export const zOrderGroup = z.object({
  client_order_id: zOptionalText,
  combo_order_id: zOptionalText,
  client_combo_order_id: zOptionalText,
  combo_type: zOpenEnum(W_COMBO_TYPES).nullish(),
  orders: z.array(zOrderRecord),
})

/** Orders: preview, place, replace, cancel and the queries (TRADING-4). */
export const ORDER_OPERATIONS = {
  previewOrder: operation({
    ...trading,
    id: 'trading.orders.preview',
    name: 'Preview Order',
    method: 'POST',
    path: '/trading/orders/preview',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.preview,
    encoding: 'json',
    request: zPlaceBody,
    response: z.object({
      estimated_cost: zWireDecimal,
      estimated_transaction_fee: zWireDecimal,
      currency: zOptionalText,
    }),
  }),

  placeOrder: operation({
    ...trading,
    id: 'trading.orders.place',
    name: 'Place Order',
    method: 'POST',
    path: '/trading/orders/place',
    effect: 'trade',
    paging: 'none',
    rate: LIMITS.orderWrites,
    encoding: 'json',
    request: zPlaceBody,
    response: zWriteResult,
  }),

  batchPlaceOrders: operation({
    ...trading,
    id: 'trading.orders.batch-place',
    name: 'Batch Place Orders',
    method: 'POST',
    path: '/trading/orders/batch-place',
    effect: 'trade',
    paging: 'none',
    rate: LIMITS.batchPlace,
    encoding: 'json',
    request: z.object({ account_id: z.string().min(1), batch_orders: z.array(zNewOrder).min(1) }),
    response: z.object({
      total: z.number().int(),
      success: z.number().int(),
      failed: z.number().int(),
      batch_orders: z.array(zBatchRow),
    }),
  }),

  replaceOrder: operation({
    ...trading,
    id: 'trading.orders.replace',
    name: 'Replace Order',
    method: 'POST',
    path: '/trading/orders/replace',
    effect: 'trade',
    paging: 'none',
    rate: LIMITS.orderWrites,
    encoding: 'json',
    request: z.object({
      account_id: z.string().min(1),
      client_combo_order_id: optionalText,
      modify_orders: z.array(zModifyOrder).min(1),
    }),
    response: zWriteResult,
  }),

  cancelOrder: operation({
    ...trading,
    id: 'trading.orders.cancel',
    name: 'Cancel Order',
    method: 'POST',
    path: '/trading/orders/cancel',
    effect: 'trade',
    paging: 'none',
    rate: LIMITS.orderWrites,
    encoding: 'json',
    request: z.object({
      account_id: z.string().min(1),
      client_order_id: z.string().min(1),
      client_combo_order_id: optionalText,
    }),
    response: zWriteResult,
  }),

  getOrder: operation({
    ...trading,
    id: 'trading.orders.get',
    name: 'Get Order Detail',
    method: 'GET',
    path: '/trading/orders/get',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.orderReads,
    encoding: 'query',
    request: z.object({ account_id: z.string().min(1), client_order_id: z.string().min(1) }),
    response: zOrderGroup,
  }),

  listOpenOrders: operation({
    ...trading,
    id: 'trading.orders.open',
    name: 'List Open Orders',
    method: 'GET',
    path: '/trading/orders/open-orders/list',
    effect: 'read',
    paging: 'cursor',
    rate: LIMITS.orderReads,
    encoding: 'query',
    request: z.object({ account_id: z.string().min(1), pagination_key: z.string().optional() }),
    response: zPage(zOrderGroup),
  }),

  listOrderHistory: operation({
    ...trading,
    id: 'trading.orders.history',
    name: 'List Order History',
    method: 'GET',
    path: '/trading/orders/historical-orders/list',
    effect: 'read',
    paging: 'cursor',
    rate: LIMITS.orderReads,
    encoding: 'query',
    request: z.object({
      account_id: z.string().min(1),
      start_time: z.string().optional(),
      end_time: z.string().optional(),
      pagination_key: z.string().optional(),
    }),
    response: zPage(zOrderGroup),
  }),
} as const
