import { asMoney, toScale, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { denialMessage } from '../risk/risk-limits.js'
import { orderValue } from '../risk/pricing.js'
import { checkOrder, type OrderCheckDeps } from './pre-trade-check.js'
import { message } from '../../../shared/messages/make-message.js'

const CENTS = 2

/** True when the provider offers a preview: every product but crypto (TRADING-4.2). */
export const isPreviewed = ({ assetClass }: Pick<OrderDraft, 'assetClass'>): boolean =>
  assetClass !== 'crypto'

/**
 * Estimates the cost of an order locally: its own price, or the market price it would fill at,
 * times its size. The fees are zero, because the price of crypto includes them. An error says why
 * there is no estimate.
 */
export async function estimateOrder(
  draft: OrderDraft,
  maxAgeMs: number,
  deps: OrderCheckDeps,
): Promise<
  Result<{ readonly cost: Money; readonly fees: Money; readonly currency: string }, AppError>
> {
  const checked = await checkOrder(draft, maxAgeMs, deps)
  const [first] = checked.denials
  if (first !== undefined) {
    return err(appError('provider/refused', denialMessage(first), { class: 'local' }))
  }
  const value = orderValue(draft, checked.quote, checked.pricing)
  if (value === null) {
    return err(
      appError('provider/unavailable', message('orders.noPrice', { symbol: draft.symbol }), {
        class: 'ambiguous',
        retry: 'safe',
      }),
    )
  }
  return ok({
    cost: asMoney(toScale(value, CENTS, 'up')),
    fees: ZERO_MONEY,
    currency: checked.currency,
  })
}
