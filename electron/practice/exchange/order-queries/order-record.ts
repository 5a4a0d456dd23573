import type { EpochMs } from '../../../../shared/domain/time.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import { averageText, priceText, sizeText } from '../../ledger/records.js'
import { chargesOf } from '../orders/charges.js'
import { shownSymbol, type OrderView, type PracticeOrder } from '../orders/order.js'
import type { ExchangeState } from '../state/exchange-state.js'
import type { OrderGroupRecord, OrderRecord } from '../../model/wire-records.js'

/**
 * The answer a record is part of: detail has both names of the fill time, history the seed's
 * spelling of the position id.
 */
export type RecordPlace = 'detail' | 'open' | 'history'

const filledTimes = (time: EpochMs | null, place: RecordPlace): Partial<OrderRecord> =>
  time === null
    ? {}
    : {
        filled_time: `${time}`,
        ...(place === 'detail' ? { fill_time: `${time}` } : {}),
        filled_time_at: isoTime(time),
      }

/** Returns the wire record of one order at a view of it (a lagging listing has an older one). */
function orderRecord(
  state: ExchangeState,
  order: PracticeOrder,
  view: OrderView,
  place: RecordPlace,
): OrderRecord {
  const { terms } = view
  const { scale } = order
  return {
    client_order_id: order.clientOrderId,
    order_id: order.orderId,
    symbol: shownSymbol(terms),
    side: terms.side,
    status: view.status,
    order_type: terms.type,
    instrument_type: order.product,
    ...(terms.session === null ? {} : { support_trading_session: terms.session }),
    entrust_type: terms.entrust,
    time_in_force: terms.timeInForce,
    ...(terms.expireDate === null ? {} : { expire_date: terms.expireDate }),
    total_quantity: sizeText(terms.size, scale),
    filled_quantity: sizeText(view.filled, scale),
    ...(view.filled === 0
      ? {}
      : { filled_price: averageText(view.filledCash, view.filled, scale) }),
    ...(terms.limit === null ? {} : { limit_price: priceText(terms.limit, scale) }),
    ...(terms.stop === null ? {} : { stop_price: priceText(terms.stop, scale) }),
    ...(terms.trail === null
      ? {}
      : { trailing_type: terms.trail.kind, trailing_stop_step: terms.trail.text }),
    ...state.rules(order.product).special(order, terms),
    place_time: `${order.placedAt}`,
    place_time_at: isoTime(order.placedAt),
    ...filledTimes(view.filledAt, place),
    ...(place === 'history' && order.positionId !== null ? { posotion_id: order.positionId } : {}),
    ...chargesOf(state, state.rules(order.product), order, view),
  }
}

/**
 * Returns the group record of one order. A NORMAL order's group has its own ids; an order of a
 * combo is also returned alone, with the group's id and its role (TRADING-4.3).
 */
export const orderGroup = (
  state: ExchangeState,
  order: PracticeOrder,
  view: OrderView,
  place: RecordPlace,
): OrderGroupRecord => ({
  client_order_id: order.clientOrderId,
  ...(order.combo === null ? {} : { client_combo_order_id: order.combo.clientComboOrderId }),
  combo_order_id: order.combo?.comboOrderId ?? order.orderId,
  combo_type: order.combo?.role ?? 'NORMAL',
  orders: [orderRecord(state, order, view, place)],
})
