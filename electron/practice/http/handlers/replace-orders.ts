import type { Result } from '../../../../shared/domain/result.js'
import type { Refusal, ReplaceBody, WriteRecord } from '../../exchange/exchange.js'
import type { Call, Outcome } from '../handler.js'
import { answered } from './guarded.js'

/**
 * Replace Order. Several orders of a combo are changed one after the other, in the order sent; the first refusal ends it and is
 * the answer, and what was changed before stays changed (ASSUMPTIONS.combos). Without a combo only one order may be named.
 */
export async function replaceOrders(call: Call, body: ReplaceBody): Promise<Outcome> {
  const { exchange } = call.services
  const combo = body.client_combo_order_id
  const parts = combo === undefined || combo === null || combo === '' ? [body] : body.modify_orders.map((change) => ({ ...body, modify_orders: [change] }))
  let result: Result<WriteRecord, Refusal> | null = null
  let changed = false
  for (const part of parts) {
    result = exchange.replace(part)
    if (!result.ok) break
    changed = true
  }
  if (changed) await call.services.persist('orders')
  return answered(result ?? exchange.replace(body))
}
