import {
  abs,
  add,
  asPrice,
  fromInteger,
  mul,
  neg,
  toScale,
  ZERO,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { midPrice, quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type { BuilderLeg } from '../../stores/submit/strategy.js'

/**
 * Net prices of one unit of a strategy, per share: positive for a debit, negative for a credit.
 * Each is null while a leg has no price.
 */
export interface NetPrices {
  /** What it costs at once: buys at the ask, sales at the bid. */
  readonly natural: Decimal | null
  /** Between bid and ask of every leg. */
  readonly mid: Decimal | null
}

/** Sums the legs' prices with their signs; null when one of them is missing, and without legs. */
function total(
  legs: readonly BuilderLeg[],
  priceOf: (leg: BuilderLeg) => Decimal | null | undefined,
): Decimal | null {
  if (legs.length === 0) return null
  let sum: Decimal = ZERO
  for (const leg of legs) {
    const price = priceOf(leg)
    if (price === null || price === undefined) return null
    const cost = mul(price, fromInteger(leg.ratio))
    sum = add(sum, leg.side === 'buy' ? cost : neg(cost))
  }
  return sum
}

/** Returns the net prices of the legs at their quotes. */
export const netPrices = (
  legs: readonly BuilderLeg[],
  quoteOf: (leg: BuilderLeg) => Quote | undefined,
): NetPrices => ({
  natural: total(legs, (leg) => {
    const quote = quoteOf(leg)
    return quotedPrice(leg.side === 'buy' ? quote?.ask : quote?.bid)
  }),
  mid: total(legs, (leg) => midPrice(quoteOf(leg))),
})

const CENTS = 2

/** Returns the limit price of an order at a net price: never negative, in whole cents. */
export const limitOf = (net: Decimal): Price => asPrice(toScale(abs(net), CENTS, 'half-up'))
