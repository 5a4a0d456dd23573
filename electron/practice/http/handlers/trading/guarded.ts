import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { Refusal as ExchangeRefusal } from '../../../exchange/api/refusals.js'
import { json } from '../../message/answer.js'
import { queryValue, type Call, type HandlerResult } from '../../operations/handler.js'
import { refusal } from '../../message/refusal.js'

/** Converts a result of the exchange to an answer. */
export const answered = (result: Result<unknown, ExchangeRefusal>): HandlerResult =>
  result.ok ? ok(json(result.value)) : result

/** Runs a call on one of the caller's accounts; refuses other accounts (LIMITS-3). */
export function guarded(
  call: Call,
  accountId: string,
  run: () => HandlerResult | Promise<HandlerResult>,
): HandlerResult | Promise<HandlerResult> {
  const owned = call.services.exchange
    .accounts(call.caller.userId)
    .some((account) => account.account_id === accountId)
  return owned
    ? run()
    : err(refusal(403, CODES.accountDenied, 'This account does not belong to the caller.'))
}

/**
 * Answers a change only after it is saved to disk, so that an acknowledged change survives a crash.
 */
export async function durable(
  call: Call,
  result: Result<unknown, ExchangeRefusal>,
): Promise<HandlerResult> {
  if (result.ok) await call.services.persist('orders')
  return answered(result)
}

/** Reads the page of a list as v2 of the wire asks for it: after the last row. */
export const v2Page = (call: Call) => ({
  pageSize: queryValue(call, 'page_size'),
  lastClientOrderId: queryValue(call, 'last_client_order_id'),
})
