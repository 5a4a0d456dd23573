import {
  asQuantity,
  fromInteger,
  isPositive,
  mul,
  toInteger,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import { isLegInStrategy, parseOcc } from '../../../shared/domain/instruments/option.js'
import type { DraftLeg, DraftTerms } from '../../../shared/domain/orders/order-terms.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { TimeInForce } from '../../../shared/domain/orders/order-types.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import type { NamedStrategy } from '../../../shared/domain/orders/strategies.js'
import { isProtectivePut } from '../../stores/submit/held-leg.js'
import { isShares, orderedLegs, strategyOf, type BuilderLeg } from '../../stores/submit/strategy.js'

/** What the person chose beside the legs. */
export interface StrategyChoice {
  readonly accountId: AccountId
  readonly underlying: Symbol
  readonly limit: Price
  readonly units: Decimal
  readonly timeInForce: TimeInForce
}

function draftLeg(leg: BuilderLeg, units: Decimal): DraftLeg | null {
  const { symbol, side, ratio } = leg
  const count = mul(units, fromInteger(ratio))
  if (isShares(leg)) {
    return { symbol, side, quantity: asQuantity(mul(count, STANDARD_MULTIPLIER)), option: null }
  }
  const occ = parseOcc(symbol)
  if (occ === null) return null
  const { root, type, strike, expiration } = occ
  return {
    symbol: root as Symbol,
    side,
    quantity: asQuantity(count),
    option: { type, strike: strike as Price, expiration },
  }
}

/** What an order trades: all legs as one, or one leg beside a position. */
interface Traded {
  readonly side: NamedStrategy['side']
  readonly terms: DraftTerms
}

/**
 * Returns the order of one leg that makes a position of the held one and itself a strategy; null
 * where the broker does not take it.
 */
function legInOrder(
  legs: readonly BuilderLeg[],
  { strategy }: NamedStrategy,
  units: Decimal,
): Traded | null {
  const [heldLeg, ...alsoHeld] = legs.filter(({ positionId }) => positionId !== undefined)
  const [leg, ...others] = orderedLegs(legs)
  if (heldLeg?.positionId === undefined || leg === undefined || isShares(leg)) return null
  const isPair = alsoHeld.length + others.length === 0 && heldLeg.ratio === 1 && leg.ratio === 1
  const traded = draftLeg(leg, units)
  if (!isPair || traded === null || !isLegInStrategy(strategy)) return null
  return {
    side: leg.side,
    terms: {
      strategy: 'single',
      intent: leg.side === 'buy' ? 'buy-to-open' : 'sell-to-open',
      legs: [traded],
      legging: { direction: 'in', positionId: heldLeg.positionId, strategy },
    },
  }
}

/** Returns the order of a put that protects held shares; null for other legs. */
function protectivePut(legs: readonly BuilderLeg[], units: Decimal): Traded | null {
  const [leg] = orderedLegs(legs)
  const traded = leg === undefined || !isProtectivePut(legs) ? null : draftLeg(leg, units)
  if (traded === null) return null
  return {
    side: 'buy',
    terms: { strategy: 'single', intent: 'buy-to-open', legs: [traded] },
  }
}

/** Returns what an order of the legs trades; null where one of them is already held in vain. */
const tradedOf = (
  legs: readonly BuilderLeg[],
  named: NamedStrategy,
  units: Decimal,
): Traded | null =>
  orderedLegs(legs).length < legs.length
    ? legInOrder(legs, named, units)
    : {
        side: named.side,
        terms: {
          strategy: named.strategy,
          legs: legs.flatMap((leg) => draftLeg(leg, units) ?? []),
        },
      }

/** Returns the order for the legs; null when they are no strategy, or a number is not usable. */
export function strategyDraft(
  legs: readonly BuilderLeg[],
  { accountId, underlying, limit, units, timeInForce }: StrategyChoice,
): OrderDraft | null {
  const named = strategyOf(legs)
  const isWhole = isPositive(units) && toInteger(units, 0) !== null
  if (!isWhole || !isPositive(limit)) return null
  const traded =
    named === null || named.strategy === 'single'
      ? protectivePut(legs, units)
      : tradedOf(legs, named, units)
  if (traded === null) return null
  return {
    accountId,
    assetClass: 'option',
    symbol: underlying,
    side: traded.side,
    type: 'limit',
    timeInForce,
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(units) },
    limitPrice: limit,
    stopPrice: null,
    trail: null,
    expireDate: null,
    terms: traded.terms,
  }
}
