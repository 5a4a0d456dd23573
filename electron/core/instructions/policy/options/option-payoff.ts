import { mul, neg, parseDecimal, type Decimal } from '../../../../../shared/domain/decimal.js'
import {
  payoffAtOnce,
  type StrategyPayoff,
} from '../../../../../shared/domain/orders/strategy-payoff.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { riskLegs } from '../exposure.js'
import { payoffLeg } from './option-max-loss.js'
import type { PolicyFacts } from '../policy-types.js'

/**
 * Returns the payoff of an option order at its limit price; null for other products, without a
 * limit, and where the legs expire on different days (CONFIRM-40).
 */
export function payoffOf(
  draft: OrderDraft,
  { multiplier }: Pick<PolicyFacts, 'multiplier'>,
): StrategyPayoff | null {
  const { assetClass, limitPrice, size } = draft
  const units = parseDecimal(multiplier)
  const legs = assetClass === 'option' ? riskLegs(draft) : null
  if (legs === null || limitPrice === null || size.kind !== 'quantity' || units === null) {
    return null
  }
  const days = new Set(legs.flatMap(({ option }) => option?.expiration ?? []))
  if (days.size !== 1) return null
  const paid: Decimal = draft.side === 'buy' ? limitPrice : neg<Decimal>(limitPrice)
  return payoffAtOnce(
    legs.map((leg) => payoffLeg(leg, units)),
    mul(paid, size.quantity),
    units,
  )
}
