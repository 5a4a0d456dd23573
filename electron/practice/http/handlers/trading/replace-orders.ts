import type { ReplaceBody } from '../../../exchange/api/exchange-api.js'
import type { Call, HandlerResult } from '../../operations/handler.js'
import { answered } from './guarded.js'

/**
 * Replaces one order, or several of one combo, all or none (ASSUMPTIONS.combos). Answers after the
 * change is saved to disk.
 */
export async function replaceOrders(call: Call, body: ReplaceBody): Promise<HandlerResult> {
  const result = call.services.exchange.replace(body)
  if (result.ok) await call.services.persist('orders')
  return answered(result)
}
