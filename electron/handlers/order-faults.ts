import type { OrderFault } from '../../shared/domain/orders/trade-outcome.js'
import type { ComboDraft, OrderDraft } from '../../shared/domain/orders/order.js'
import { ok, type Result } from '../../shared/domain/result.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import type { DenialCode } from '../core/risk/risk-limits.js'
import type { TradingSession } from '../core/session/trading-session.js'

/**
 * The denials that the ticket shows before the review, and the field that each is about. Of the
 * others the ticket has words of its own: a halt, an incomplete order, an order just sent.
 */
const SHOWN: ReadonlyMap<DenialCode, OrderFault['field']> = new Map([
  ['max-quantity', 'size'],
  ['max-notional', 'size'],
  ['max-share', 'size'],
  ['price-band', 'limitPrice'],
  ['no-reference', null],
  ['stale-quote', null],
  ['max-open-orders', null],
  ['max-orders-day', null],
  ['account-unread', null],
])

/** Returns why limits would refuse an order now, by the check that runs when it is sent. */
export async function orderFaults(
  { queries }: Pick<TradingSession, 'queries'>,
  draft: OrderDraft,
  combo: ComboDraft | null,
): Promise<Result<OrderFault[], AppError>> {
  const checked = await queries.check(
    combo === null ? { kind: 'place', draft } : { kind: 'combo', combo },
  )
  if (!checked.ok) return checked
  return ok(
    checked.value.flatMap(({ code, message }) => {
      const field = SHOWN.get(code)
      return field === undefined ? [] : [{ code, message, field }]
    }),
  )
}
