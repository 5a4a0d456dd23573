import {
  add,
  dec,
  fromInteger,
  mul,
  neg,
  ZERO,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import { isShares, type BuilderLeg } from '../../stores/submit/strategy.js'

export const GREEKS = ['delta', 'gamma', 'theta', 'vega'] as const
export type Greek = (typeof GREEKS)[number]

/**
 * The greeks of all units together; null where a leg has none. Delta in shares, gamma in shares per
 * dollar, theta in dollars a day, vega in dollars per point of volatility.
 */
export type StrategyGreeks = Readonly<Record<Greek, Decimal | null>>

const ONE = dec('1')

/** A share moves by one with its price, and by nothing else. */
const ofShares = (greek: Greek): Decimal => (greek === 'delta' ? ONE : ZERO)

/** Adds up the legs' greeks, with the sign of their side. */
export function strategyGreeks(
  legs: readonly BuilderLeg[],
  units: Decimal,
  quoteOf: (symbol: BuilderLeg['symbol']) => Quote | undefined,
): StrategyGreeks {
  const total = (greek: Greek): Decimal | null => {
    let sum: Decimal = ZERO
    for (const leg of legs) {
      const value = isShares(leg) ? ofShares(greek) : (quoteOf(leg.symbol)?.option?.[greek] ?? null)
      if (value === null) return null
      const ratio = fromInteger(leg.ratio)
      sum = add(sum, mul(value, leg.side === 'buy' ? ratio : neg(ratio)))
    }
    return mul(mul(sum, STANDARD_MULTIPLIER), units)
  }
  return {
    delta: total('delta'),
    gamma: total('gamma'),
    theta: total('theta'),
    vega: total('vega'),
  }
}
