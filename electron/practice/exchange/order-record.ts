import type { EpochMs } from '../../../shared/domain/time.js'
import { isoTime } from '../../../shared/wire/fields.js'
import { feesOf, type Fees } from '../ledger/fees.js'
import { centsText, valueCents } from '../ledger/money.js'
import { averageText, priceText, sizeText } from '../ledger/records.js'
import type { OrderView, PracticeOrder } from './order.js'
import type { FeeRecord, OrderGroupRecord, OrderRecord } from './records.js'

/** Which answer a record is for: detail carries both names of the fill time, history the seed's spelling of the position. */
export type RecordPlace = 'detail' | 'open' | 'history'

const fee = (type: string, actual: number, receivable: number): FeeRecord => ({ type, actual_value: centsText(actual), receivable_value: centsText(receivable) })

/** Fees taken, beside what the whole order is expected to cost in fees (estimates stand there before a fill: contract/trading.md 4.6). */
function feeRecords(view: OrderView, due: Fees): FeeRecord[] {
  const rows = [fee('FINRA_CAT_REGULATORY_FEE', view.fees.cat, due.cat)]
  return view.terms.side === 'BUY' ? rows : [fee('SEC_FEE', view.fees.sec, due.sec), fee('FINRA_FEE', view.fees.taf, due.taf), ...rows]
}

function dueFees(view: OrderView): Fees {
  const final = view.status === 'FILLED' || view.status === 'CANCELLED' || view.status === 'FAILED'
  const price = view.terms.limit ?? view.terms.stop
  if (final || price === null) return view.fees
  return feesOf(view.terms.side, valueCents(price, view.terms.size), view.terms.size)
}

/** What an order has cost so far and is expected to cost: the `commission` and `fees` of a record. */
export const chargesOf = (view: OrderView): Pick<OrderRecord, 'commission' | 'fees'> => ({
  commission: { actual_commission: '0.00', receivable_commission: '0.00' }, fees: feeRecords(view, dueFees(view)),
})

const filledTimes = (time: EpochMs | null, place: RecordPlace): Partial<OrderRecord> =>
  time === null ? {} : { filled_time: `${time}`, ...(place === 'detail' ? { fill_time: `${time}` } : {}), filled_time_at: isoTime(time) }

/** One order as the wire tells it, at a view of it (a lagging listing has an older one). */
function orderRecord(order: PracticeOrder, view: OrderView, place: RecordPlace): OrderRecord {
  const { terms } = view
  return {
    client_order_id: order.clientOrderId,
    order_id: order.orderId,
    symbol: terms.symbol,
    side: terms.side,
    status: view.status,
    order_type: terms.type,
    instrument_type: 'EQUITY',
    support_trading_session: terms.session,
    entrust_type: terms.entrust,
    time_in_force: terms.timeInForce,
    ...(terms.expireDate === null ? {} : { expire_date: terms.expireDate }),
    total_quantity: sizeText(terms.size),
    filled_quantity: sizeText(view.filled),
    ...(view.filled === 0 ? {} : { filled_price: averageText(view.filledCash, view.filled) }),
    ...(terms.limit === null ? {} : { limit_price: priceText(terms.limit) }),
    ...(terms.stop === null ? {} : { stop_price: priceText(terms.stop) }),
    ...(terms.trail === null ? {} : { trailing_type: terms.trail.kind, trailing_stop_step: terms.trail.text }),
    place_time: `${order.placedAt}`,
    place_time_at: isoTime(order.placedAt),
    ...filledTimes(view.filledAt, place),
    ...(place === 'history' && order.positionId !== null ? { posotion_id: order.positionId } : {}),
    ...chargesOf(view),
  }
}

/** A NORMAL order's group: its own ids, and the one record. */
export const orderGroup = (order: PracticeOrder, view: OrderView, place: RecordPlace): OrderGroupRecord => ({
  client_order_id: order.clientOrderId, combo_order_id: order.orderId, combo_type: 'NORMAL', orders: [orderRecord(order, view, place)],
})
