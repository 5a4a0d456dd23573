import {
  asMoney,
  div,
  minOf,
  mul,
  neg,
  parseDecimal,
  toInteger,
  type Decimal,
  type Money,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import {
  strategyMargin,
  type MarginLeg,
} from '../../../../shared/domain/instruments/option-margin.js'
import {
  payoffAtOnce,
  type StrategyPayoff,
} from '../../../../shared/domain/orders/strategy-payoff.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { riskLegs } from './exposure.js'
import { payoffLeg, type RiskLeg } from './option-max-loss.js'
import type { CardFacts, PolicyFacts } from './policy-types.js'

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

/**
 * Returns the margin that the short options of an order need, by the usual rules and for this order
 * alone. Null where it needs the price of the underlying, which is then the broker's to compute;
 * undefined where the order sells no option.
 */
export function marginOf(
  draft: OrderDraft,
  { multiplier, account }: Pick<CardFacts, 'multiplier' | 'account'>,
): Money | null | undefined {
  const units = parseDecimal(multiplier)
  const legs = draft.assetClass === 'option' ? riskLegs(draft) : null
  if (legs === null || units === null) return undefined
  if (!legs.some(({ side, option }) => side === 'sell' && option !== null)) return undefined
  const count = unitsOf(legs)
  const perUnit = legs.map((leg) => marginLeg(leg, count, units))
  const known = perUnit.filter((leg) => leg !== null)
  if (known.length < perUnit.length) return null
  const margin = strategyMargin(known, null, account?.type)
  return margin === null ? null : asMoney(mul(mul(margin, count), units))
}

/** Returns how often the combination is traded: the quantity of its smallest option leg. */
const unitsOf = (legs: readonly RiskLeg[]): Quantity =>
  legs
    .filter(({ option }) => option !== null)
    .map(({ quantity }) => quantity)
    .reduce((smallest, quantity) => minOf(smallest, quantity))

/** Returns a leg of one unit; null when it is no whole number of contracts. */
function marginLeg(
  { side, quantity, option }: RiskLeg,
  count: Quantity,
  multiplier: Decimal,
): MarginLeg | null {
  const contracts = option === null ? mul(count, multiplier) : count
  const ratio = div(quantity, contracts, 4, 'half-even')
  const exact = ratio === null ? null : toInteger(ratio, 0)
  return exact === null ? null : { side, ratio: Number(exact), option, mark: null }
}
