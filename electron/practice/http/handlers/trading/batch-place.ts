import { err, ok } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { MAX_BATCH_ORDERS } from '../../../../../shared/wire/families/trading/orders.js'
import type { NewOrderBody } from '../../../exchange/api/exchange-api.js'
import type { Refusal } from '../../../exchange/api/refusals.js'
import { json } from '../../message/answer.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import { refused } from '../../message/refusal.js'
import { guarded } from './guarded.js'

/** The values allowed in an order of a batch, by member (TRADING-4.7). */
const ALLOWED: readonly (readonly [keyof NewOrderBody, readonly string[]])[] = [
  ['combo_type', ['NORMAL']],
  ['instrument_type', ['EQUITY']],
  ['entrust_type', ['QTY']],
  ['order_type', ['MARKET', 'LIMIT']],
  ['time_in_force', ['DAY']],
  ['side', ['BUY', 'SELL']],
]

function unfit(order: NewOrderBody): Refusal | null {
  for (const [member, values] of ALLOWED) {
    const value = order[member]
    if (typeof value !== 'string' || !values.includes(value)) {
      return refused(CODES.parameter, `invalid ${member}, value: ${String(value)} (not in a batch)`)
    }
  }
  return order.algo_type === undefined || order.algo_type === null
    ? null
    : refused(CODES.parameter, `invalid algo_type, value: ${order.algo_type} (not in a batch)`)
}

interface PlacedRow {
  readonly client_order_id: string
  readonly order_id?: string
  readonly error_code?: string
  readonly message?: string
}

const failure = (order: NewOrderBody, { code, message }: Refusal): PlacedRow => ({
  client_order_id: order.client_order_id,
  error_code: code,
  message,
})

/** Places one order of a batch. A refused order does not stop the others. */
function place(call: Call, accountId: string, order: NewOrderBody): PlacedRow {
  const wrong = unfit(order)
  if (wrong !== null) return failure(order, wrong)
  const placed = call.services.exchange.place({ account_id: accountId, new_orders: [order] })
  if (!placed.ok) return failure(order, placed.error)
  call.services.accepted(order.client_order_id)
  return { client_order_id: order.client_order_id, order_id: placed.value.order_id ?? '' }
}

async function placeAll(
  call: Call,
  accountId: string,
  orders: readonly NewOrderBody[],
): Promise<HandlerResult> {
  if (orders.length > MAX_BATCH_ORDERS) {
    return err(
      refused(
        CODES.parameter,
        `invalid batch_orders, value: ${orders.length} (at most ${MAX_BATCH_ORDERS})`,
      ),
    )
  }
  const rows = orders.map((order) => place(call, accountId, order))
  const success = rows.filter((row) => row.order_id !== undefined).length
  if (success > 0) await call.services.persist('orders')
  return ok(
    json({ total: rows.length, success, failed: rows.length - success, batch_orders: rows }),
  )
}

export const batchHandlers: Pick<Handlers, 'trading.orders.batch-place'> = {
  'trading.orders.batch-place': (request, call) =>
    guarded(call, request.account_id, () =>
      placeAll(call, request.account_id, request.batch_orders),
    ),
}
