import { z } from 'zod'
import { decimalText } from '../../../shared/domain/decimal.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import {
  CLASS_WORD,
  SESSION_WORD,
  SIDE_WORD,
  TIME_WORD,
  TYPE_WORD,
  statusWord,
} from '../format/wire-enums.js'
import { text, when, zMaybe, zMaybeWord, zNumber, zWhen, zWord } from './view-fields.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'

const zLeg = z.object({
  symbol: zWord,
  side: zWord,
  quantity: zNumber,
  option_type: zMaybeWord,
  strike_price: zMaybe,
  option_expire_date: zMaybeWord,
})
export const zOrderView = z.object({
  client_order_id: zWord,
  order_id: zMaybeWord,
  account_id: zWord,
  instrument_type: zWord,
  symbol: zWord,
  side: zWord,
  order_type: zWord,
  time_in_force: zWord,
  trading_session: zWord,
  status: zWord,
  quantity: zMaybe,
  total_cash_amount: zMaybe,
  filled_quantity: zNumber,
  filled_price: zMaybe,
  limit_price: zMaybe,
  stop_price: zMaybe,
  trailing_type: zMaybeWord,
  trailing_stop_step: zMaybe,
  expire_date: zMaybeWord,
  event_outcome: zMaybeWord,
  algo_type: zMaybeWord,
  option_strategy: zMaybeWord,
  legs: z.array(zLeg),
  fees: zMaybe,
  note: zMaybeWord.describe('What is uncertain, what it waits for, or why it ended.'),
  request_under_way: zMaybeWord.describe('REPLACE or CANCEL while one has no outcome yet.'),
  place_time: zWhen,
  updated_at: zWhen,
})
export type OrderView = z.output<typeof zOrderView>

/**
 * Returns what is said of an order. One of several linked orders says so while it works: a stop
 * loss whose main order has not filled would otherwise read like a sale of its own.
 */
function noteOf({ note, status, terms }: Order): string | null {
  if (note !== null) return inEnglish(note)
  const combo = terms?.combo ?? null
  const group = combo?.clientComboId ?? combo?.comboId ?? null
  if (combo === null || combo.role === 'unknown' || group === null || isFinal(status)) return null
  return inEnglish(message('orders.linked', { role: combo.role, group }))
}

/**
 * Returns an order as an assistant sees it. UNKNOWN is a status: the outcome is being checked and
 * must not be guessed.
 */
export const orderView = (order: Order): OrderView => ({
  client_order_id: order.clientOrderId,
  order_id: order.orderId,
  account_id: order.accountId,
  instrument_type: CLASS_WORD[order.assetClass],
  symbol: order.symbol,
  side: SIDE_WORD[order.side],
  order_type: TYPE_WORD[order.type],
  time_in_force: TIME_WORD[order.timeInForce],
  trading_session: SESSION_WORD[order.session],
  status: statusWord(order.status),
  quantity: text(order.quantity),
  total_cash_amount: text(order.amount),
  filled_quantity: decimalText(order.filledQuantity),
  filled_price: text(order.averageFillPrice),
  limit_price: text(order.limitPrice),
  stop_price: text(order.stopPrice),
  trailing_type:
    order.trail === null ? null : order.trail.kind === 'percent' ? 'PERCENTAGE' : 'AMOUNT',
  trailing_stop_step: text(order.trail?.step ?? null),
  expire_date: order.terms?.expireDate ?? null,
  event_outcome: order.terms?.outcome ?? null,
  algo_type: order.terms?.algo?.kind.toUpperCase() ?? null,
  option_strategy: order.terms?.strategy?.toUpperCase().replaceAll('-', '_') ?? null,
  legs: (order.terms?.legs ?? []).map((leg) => ({
    symbol: leg.symbol,
    side: leg.side.toUpperCase(),
    quantity: decimalText(leg.quantity),
    option_type: leg.option?.type?.toUpperCase() ?? null,
    strike_price: text(leg.option?.strike ?? null),
    option_expire_date: leg.option?.expiration ?? null,
  })),
  fees: text(order.fees),
  note: noteOf(order),
  request_under_way: order.pending?.kind.toUpperCase() ?? null,
  place_time: when(order.placedAt),
  updated_at: when(order.updatedAt),
})
