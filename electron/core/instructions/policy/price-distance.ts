import {
  abs,
  asMoney,
  dec,
  div,
  gte,
  isPositive,
  isZero,
  lte,
  maxOf,
  minOf,
  mul,
  parseDecimal,
  sub,
  toScale,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import { stockTick } from '../../../../shared/domain/orders/order-rules.js'
import { usesLimit, usesStop } from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isMarketStyle } from '../../../../shared/domain/orders/product-rules.js'
import { quoteFor } from './exposure.js'
import type { PolicyFacts, Tolerance } from './policy-types.js'
import type { PriceTolerance } from '../../../../shared/domain/app/preference-values.js'

const HUNDRED = dec('100')
const PERCENT_PLACES = 1
const RATIO_PLACES = 6
const CENTS = 2
type MarketFacts = Pick<PolicyFacts, 'quote' | 'price' | 'tick' | 'multiplier'>

/**
 * How far a price is from the market (CONFIRM-39). `away` is negative when it reaches through it.
 * The others are absolute and null where they are not known.
 */
export interface PriceDistance {
  readonly away: Decimal
  readonly market: Decimal
  /** The exact share of the market price, as a fraction. */
  readonly ratio: Decimal | null
  readonly percent: Decimal | null
  readonly ticks: Decimal | null
  readonly money: Money | null
}

/** Returns the price at which the order would fill at once, of all its legs together. */
function touchPrice(draft: OrderDraft, facts: MarketFacts): Decimal | null {
  const isCombination = (draft.terms?.legs?.length ?? 0) > 1
  const { bid, ask, last } =
    isCombination || facts.price != null
      ? (facts.price ?? { bid: null, ask: null, last: null })
      : quoteFor(draft, facts.quote)
  return draft.side === 'buy' ? (ask ?? last) : (bid ?? last)
}

function distanceFrom(
  market: Decimal,
  away: Decimal,
  draft: OrderDraft,
  { tick, multiplier }: MarketFacts,
): PriceDistance {
  const distance = abs(away)
  const price = draft.limitPrice ?? draft.stopPrice
  const step = tick ?? (draft.assetClass === 'stock' && price !== null ? stockTick(price) : null)
  const units = parseDecimal(multiplier)
  const { size } = draft
  return {
    away,
    market,
    ratio: isZero(market) ? null : div(distance, abs(market), RATIO_PLACES, 'up'),
    percent: isZero(market)
      ? null
      : div(mul(distance, HUNDRED), abs(market), PERCENT_PLACES, 'half-up'),
    ticks: step === null || !isPositive(step) ? null : div(distance, step, 0, 'half-up'),
    money:
      size.kind !== 'quantity' || units === null
        ? null
        : asMoney(toScale(mul(mul(distance, size.quantity), units), CENTS, 'half-up')),
  }
}

/** Returns how far the limit is from the market; null without a limit or a quote. */
export function limitDistance(draft: OrderDraft, facts: MarketFacts): PriceDistance | null {
  const { limitPrice } = draft
  if (!usesLimit(draft.type) || limitPrice === null || isMarketStyle(draft)) return null
  const market = touchPrice(draft, facts)
  if (market === null) return null
  const away =
    draft.side === 'buy' ? sub<Decimal>(market, limitPrice) : sub<Decimal>(limitPrice, market)
  return distanceFrom(market, away, draft, facts)
}

/** Returns the price that a stop has to be beyond; null while no price is known. */
function stopBound(draft: OrderDraft, facts: MarketFacts): Decimal | null {
  const { bid, ask, last } = quoteFor(draft, facts.quote)
  const [a, b] = draft.side === 'buy' ? [ask, last] : [bid, last]
  if (a === null || b === null) return a ?? b
  return draft.side === 'buy' ? minOf<Decimal>(a, b) : maxOf<Decimal>(a, b)
}

/** Returns how far the stop is from the market; negative when it is on its wrong side. */
export function stopDistance(draft: OrderDraft, facts: MarketFacts): PriceDistance | null {
  const { stopPrice } = draft
  if (!usesStop(draft.type) || stopPrice === null) return null
  const market = stopBound(draft, facts)
  if (market === null) return null
  const away =
    draft.side === 'buy' ? sub<Decimal>(stopPrice, market) : sub<Decimal>(market, stopPrice)
  return distanceFrom(market, away, draft, facts)
}

/**
 * Returns the market price when a stop is on its wrong side, where it would trigger at once; null
 * when it is not.
 */
export function wrongSideOf(draft: OrderDraft, facts: MarketFacts): Decimal | null {
  const { stopPrice } = draft
  if (!usesStop(draft.type) || stopPrice === null) return null
  const bound = stopBound(draft, facts)
  if (bound === null) return null
  const isWrong = draft.side === 'buy' ? lte(stopPrice, bound) : gte(stopPrice, bound)
  return isWrong ? bound : null
}

/**
 * The tolerances of the person's setting (CONFIRM-11). `usual` is the default: half a percent or
 * five ticks.
 */
export const PRICE_TOLERANCE_PRESETS: Readonly<Record<PriceTolerance, Tolerance>> = {
  narrow: { ratio: dec('0.001'), ticks: 2 },
  usual: { ratio: dec('0.005'), ticks: 5 },
  wide: { ratio: dec('0.01'), ticks: 10 },
}
