import { z } from 'zod'
import {
  W_ALGO_TYPES,
  W_EVENT_OUTCOMES,
  W_OPTION_STRATEGIES,
  W_OPTION_TYPES,
  W_ORDER_TYPES,
  W_SESSIONS,
  W_TIMES_IN_FORCE,
  W_TRAILING_TYPES,
} from '../../../../shared/wire/enums.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { NewOrderBody } from '../../exchange/api/exchange-api.js'
import { zAccount } from './tool.js'

/** The published parameters of the order tools (MCP-2), and the wire orders they produce. */

/** Exact numbers are strings; a whole number may be a JSON number. */
const zFigure = z
  .union([z.string().regex(/^\d{1,15}(\.\d{1,10})?$/), z.number().int().nonnegative()])
  .transform(String)
  .describe('A decimal number as text')
const optionalFigure = zFigure.optional()
const symbol = z.string().min(1).max(40)
const side = z.enum(['BUY', 'SELL'])
const orderType = z.enum(W_ORDER_TYPES)
const timeInForce = z.enum(W_TIMES_IN_FORCE)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const clock = z.string().regex(/^\d{2}:\d{2}:\d{2}$/)

/** Parameters that every order tool has in common. `reason` is ours. */
export const requestFields = {
  account_id: zAccount,
  client_order_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .optional()
    .describe('Repeating a call with the same id brings the same instruction again'),
  reason: z
    .string()
    .max(4 * ASSUMPTIONS.instructions.reasonLength)
    .optional()
    .describe('Why, in one sentence; shown to the user as your words'),
}

type RequestFields = {
  readonly client_order_id?: string | undefined
  readonly account_id: string
  readonly reason?: string | undefined
}
/** A wire order without its id, which it gets when it becomes an instruction. */
export type RequestedOrder = Omit<NewOrderBody, 'client_order_id'>

const base = { combo_type: 'NORMAL', market: 'US', entrust_type: 'QTY' } as const

export const stockInput = z.object({
  ...requestFields,
  symbol,
  side: z.enum(['BUY', 'SELL', 'SHORT']),
  order_type: orderType,
  time_in_force: timeInForce,
  quantity: optionalFigure,
  market: z.literal('US').default('US'),
  limit_price: optionalFigure,
  stop_price: optionalFigure,
  entrust_type: z.enum(['QTY', 'AMOUNT']).default('QTY'),
  total_cash_amount: optionalFigure,
  trading_session: z.enum(W_SESSIONS).default('CORE'),
  extended_hours: z.boolean().default(false),
  trailing_type: z.enum(W_TRAILING_TYPES).optional(),
  trailing_stop_step: optionalFigure,
  expire_date: day.optional(),
})
export const stockOrder = ({
  account_id: _account,
  client_order_id: _id,
  reason: _reason,
  trading_session: session,
  extended_hours: extended,
  ...order
}: z.output<typeof stockInput> & RequestFields): RequestedOrder => ({
  ...base,
  instrument_type: 'EQUITY',
  ...order,
  support_trading_session: extended && session === 'CORE' ? 'ALL' : session,
})

export const optionInput = z.object({
  ...requestFields,
  symbol: symbol.describe('The underlying'),
  side,
  quantity: zFigure,
  option_type: z.enum(W_OPTION_TYPES),
  strike_price: zFigure,
  expiration_date: day,
  order_type: orderType,
  time_in_force: timeInForce,
  limit_price: optionalFigure,
  stop_price: optionalFigure,
})
export const optionOrder = (args: z.output<typeof optionInput>): RequestedOrder => ({
  ...base,
  instrument_type: 'OPTION',
  option_strategy: 'SINGLE',
  symbol: args.symbol,
  side: args.side,
  order_type: args.order_type,
  time_in_force: args.time_in_force,
  quantity: args.quantity,
  limit_price: args.limit_price,
  stop_price: args.stop_price,
  legs: [
    {
      side: args.side,
      quantity: args.quantity,
      market: 'US',
      instrument_type: 'OPTION',
      symbol: args.symbol,
      strike_price: args.strike_price,
      option_expire_date: args.expiration_date,
      option_type: args.option_type,
    },
  ],
})

const zLeg = z.object({
  symbol: symbol.optional().describe('The OCC root; the underlying unless given'),
  side,
  quantity: zFigure,
  instrument_type: z.enum(['OPTION', 'EQUITY']).default('OPTION'),
  option_type: z.enum(W_OPTION_TYPES).optional(),
  strike_price: optionalFigure,
  expiration_date: day.optional(),
})
export const strategyInput = z.object({
  ...requestFields,
  strategy: z.enum(W_OPTION_STRATEGIES),
  symbol,
  order_type: orderType,
  time_in_force: timeInForce,
  legs: z.array(zLeg).min(1).max(4),
  quantity: zFigure,
  limit_price: optionalFigure,
  side: side
    .optional()
    .describe('BUY for a debit, SELL for a credit; found from the legs unless given'),
})
export const strategyOrder = (
  args: z.output<typeof strategyInput>,
  as: 'BUY' | 'SELL',
): RequestedOrder => ({
  ...base,
  instrument_type: 'OPTION',
  option_strategy: args.strategy,
  symbol: args.symbol,
  side: as,
  order_type: args.order_type,
  time_in_force: args.time_in_force,
  quantity: args.quantity,
  limit_price: args.limit_price,
  legs: args.legs.map(({ symbol: root, expiration_date: expires, ...leg }) => ({
    ...leg,
    market: 'US',
    symbol: root ?? args.symbol,
    option_expire_date: expires,
  })),
})

export const futuresInput = z.object({
  ...requestFields,
  symbol,
  side,
  order_type: orderType,
  time_in_force: timeInForce,
  quantity: zFigure,
  limit_price: optionalFigure,
  stop_price: optionalFigure,
})
export const futuresOrder = ({
  account_id: _account,
  client_order_id: _id,
  reason: _reason,
  ...order
}: z.output<typeof futuresInput> & RequestFields): RequestedOrder => ({
  ...base,
  instrument_type: 'FUTURES',
  ...order,
})

export const cryptoInput = z.object({
  ...requestFields,
  symbol,
  side,
  order_type: orderType,
  time_in_force: timeInForce,
  entrust_type: z.enum(['QTY', 'AMOUNT']).default('QTY'),
  quantity: optionalFigure,
  total_cash_amount: optionalFigure,
  limit_price: optionalFigure,
  stop_price: optionalFigure,
})
export const cryptoOrder = ({
  account_id: _account,
  client_order_id: _id,
  reason: _reason,
  ...order
}: z.output<typeof cryptoInput> & RequestFields): RequestedOrder => ({
  ...base,
  instrument_type: 'CRYPTO',
  ...order,
})

export const algoInput = z.object({
  ...requestFields,
  symbol,
  side,
  quantity: zFigure,
  algo_type: z.enum(W_ALGO_TYPES),
  order_type: z.enum(['MARKET', 'LIMIT']).default('MARKET'),
  limit_price: optionalFigure,
  algo_start_time: clock.optional(),
  algo_end_time: clock.optional(),
  target_vol_percent: optionalFigure,
  max_target_percent: optionalFigure,
})
export const algoOrder = ({
  account_id: _account,
  client_order_id: _id,
  reason: _reason,
  ...order
}: z.output<typeof algoInput> & RequestFields): RequestedOrder => ({
  ...base,
  instrument_type: 'EQUITY',
  time_in_force: 'DAY',
  support_trading_session: 'CORE',
  ...order,
})

export const eventInput = z.object({
  ...requestFields,
  symbol,
  side,
  quantity: zFigure,
  limit_price: zFigure,
  event_outcome: z.enum(W_EVENT_OUTCOMES),
  order_type: z.literal('LIMIT').default('LIMIT'),
  time_in_force: timeInForce.default('DAY'),
})
export const eventOrder = ({
  account_id: _account,
  client_order_id: _id,
  reason: _reason,
  ...order
}: z.output<typeof eventInput> & RequestFields): RequestedOrder => ({
  ...base,
  instrument_type: 'EVENT',
  ...order,
})

const changed = {
  ...requestFields,
  client_order_id: z.string().min(1),
  limit_price: optionalFigure,
  quantity: optionalFigure,
}
const stockChange = {
  limit_price: optionalFigure,
  quantity: optionalFigure,
  stop_price: optionalFigure,
  time_in_force: timeInForce.optional(),
  order_type: orderType.optional(),
  trailing_type: z.enum(W_TRAILING_TYPES).optional(),
  trailing_stop_step: optionalFigure,
}
/**
 * A stock order, the terms of an algorithm, or several orders of one combination instead of
 * `client_order_id`.
 */
export const replaceStockInput = z.object({
  ...requestFields,
  client_order_id: z.string().min(1).optional(),
  ...stockChange,
  target_vol_percent: optionalFigure,
  max_target_percent: optionalFigure,
  algo_start_time: clock.optional(),
  algo_end_time: clock.optional(),
  orders: z
    .array(z.object({ client_order_id: z.string().min(1), ...stockChange }))
    .min(1)
    .max(7)
    .optional(),
})
export const replaceInputs = {
  option: z.object({
    ...changed,
    stop_price: optionalFigure,
    time_in_force: timeInForce.optional(),
  }),
  futures: z.object({ ...changed, order_type: orderType.optional() }),
  event: z.object(changed),
} as const
