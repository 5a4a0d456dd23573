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
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import type { DraftLeg } from '../../../shared/domain/orders/order-terms.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { TimeInForce } from '../../../shared/domain/orders/order-types.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import { isShares, strategyOf, type BuilderLeg } from '../../stores/submit/strategy.js'

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

/** Returns the order for the legs; null when they are no strategy, or a number is not usable. */
export function strategyDraft(
  legs: readonly BuilderLeg[],
  { accountId, underlying, limit, units, timeInForce }: StrategyChoice,
): OrderDraft | null {
  const named = strategyOf(legs)
  const isWhole = isPositive(units) && toInteger(units, 0) !== null
  if (named === null || named.strategy === 'single' || !isWhole || !isPositive(limit)) return null
  return {
    accountId,
    assetClass: 'option',
    symbol: underlying,
    side: named.side,
    type: 'limit',
    timeInForce,
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(units) },
    limitPrice: limit,
    stopPrice: null,
    trail: null,
    expireDate: null,
    terms: {
      strategy: named.strategy,
      legs: legs.flatMap((leg) => draftLeg(leg, units) ?? []),
    },
  }
}
