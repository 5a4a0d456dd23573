import { add, decimalText, sum } from '../../../../shared/domain/decimal.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderPreview as SessionPreview } from '../../../../shared/domain/orders/trade-outcome.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { PolicyUsage } from '../policy/policy-types.js'
import { ordersCounted } from '../policy/usage.js'
import type { AssistantPolicyView, OrderPreview } from './assistant-port.js'
import type { OrderFigures } from './order-figures.js'

/** Returns what an assistant sees of its own limits and of the person's. */
export function policyView(
  { policy }: ConnectionView,
  usage: PolicyUsage,
  isHalted: boolean,
  session: TradingSession,
): AssistantPolicyView {
  const used = add(
    sum(usage.today.map(({ exposure }) => exposure)),
    sum(usage.pending.map(({ exposure }) => exposure)),
  )
  const { limits, lockOuts, openOrders, ordersToday } = session.limits.view()
  // Only lock-outs of accounts that the connection may use.
  const visible = lockOuts.filter(
    ({ accountId }) => policy.accounts === 'all' || policy.accounts.includes(accountId),
  )
  return {
    policy,
    usedToday: decimalText(used),
    ordersToday: ordersCounted(usage, null),
    pending: usage.pending.length,
    halted: isHalted,
    person: { limits, lockOuts: visible, openOrders, ordersToday },
  }
}

/** Returns a preview as an assistant reads it, with the source of its figures (CONFIRM-22). */
export const previewView = (
  { cost, fees, currency, source }: SessionPreview,
  { assetClass }: OrderDraft,
  effect: OrderFigures | null | undefined,
): OrderPreview => ({
  cost: decimalText(cost),
  fees: decimalText(fees),
  currency,
  source:
    source === 'provider'
      ? 'broker preview'
      : inEnglish(message('card.noPreview', { product: assetClass })),
  ...(effect === null || effect === undefined ? {} : { effect }),
})
