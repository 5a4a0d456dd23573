import {
  add,
  asPrice,
  asQuantity,
  dec,
  div,
  isNegative,
  isPositive,
  mul,
  significantScale,
  sub,
  toScale,
  ZERO,
  type Decimal,
  type Price,
  type Quantity,
} from '../../decimal.js'
import type { OrderDraft } from '../order.js'

/** Decimal places of the units that an amount of currency buys. */
const UNIT_PLACES: Readonly<Partial<Record<OrderDraft['assetClass'], number>>> = {
  crypto: 8,
  event: 2,
}
const STOCK_PLACES = 5

/**
 * Returns the units of an order; for an amount of currency, the units that it buys at `price`, to
 * the places of its product (rounded down).
 */
export function likelyQuantity(
  { size, assetClass }: Pick<OrderDraft, 'size' | 'assetClass'>,
  price: Decimal | null,
): Quantity | null {
  if (size.kind === 'quantity') return size.quantity
  const places = UNIT_PLACES[assetClass] ?? STOCK_PLACES
  const units = price === null ? null : div(size.amount, price, places, 'down')
  return units === null ? null : asQuantity(units)
}

/** The market of an order as a whole. */
export type OrderQuote = { readonly [side in 'bid' | 'ask' | 'last']?: Price | null }

/** The present level of a trailing stop, and how far it is from the price it trails. */
export interface TrailLevel {
  /** Exactly, for computing what it brings. */
  readonly trigger: Price
  /** As it is written: as fine as the price that it trails. */
  readonly level: Price
  readonly distance: Decimal
  /** The distance as a fraction of the price. */
  readonly share: Decimal
}

/**
 * The share of the price above which a trail is a danger on the card and a warning in the ticket
 * (CONFIRM-49). A fixed limit and no preference, because it finds a slip of the unit and states no
 * taste: the trail is a fraction, so that "0.5", meant as 0.5%, is half of the price. A stop that a
 * fall by a fifth does not trigger, which is a bear market, protects nothing that a trader means;
 * whoever does mean it acknowledges the danger once per order.
 */
export const WIDE_TRAIL = dec('0.2')
const RATIO_PLACES = 6
const CENTS = 2

/**
 * Returns where a trailing stop would trigger if it began to trail now; null for another order and
 * without a price. It trails the last price.
 */
export function trailLevel(
  { trail, side }: Pick<OrderDraft, 'trail' | 'side'>,
  quote: OrderQuote | null | undefined,
): TrailLevel | null {
  const last = quote?.last ?? (side === 'buy' ? quote?.ask : quote?.bid) ?? null
  if (trail === null || last === null || !isPositive(last)) return null
  const distance = trail.kind === 'amount' ? trail.step : mul(last, trail.step)
  const level = side === 'buy' ? add<Decimal>(last, distance) : sub<Decimal>(last, distance)
  // As fine as the price that it trails, because a share of it has more digits.
  const places = Math.max(significantScale(last), CENTS)
  const rounded = (value: Decimal): Decimal => toScale<Decimal>(value, places, 'half-up')
  return {
    trigger: asPrice(isNegative(level) ? ZERO : level),
    level: asPrice(isNegative(level) ? ZERO : rounded(level)),
    distance: rounded(distance),
    share: div(distance, last, RATIO_PLACES, 'half-even') ?? ZERO,
  }
}

/**
 * Returns the approximate price that an order trades at: its limit or stop, the level of a trailing
 * stop, else the opposite side of the quote, else the last trade (CONFIRM-49).
 */
export function fillPrice(
  draft: Pick<OrderDraft, 'limitPrice' | 'stopPrice' | 'trail' | 'side'>,
  quote: OrderQuote | null | undefined,
): Price | null {
  const fixed = draft.limitPrice ?? draft.stopPrice ?? trailLevel(draft, quote)?.trigger ?? null
  if (fixed !== null || draft.trail !== null) return fixed
  return (draft.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last ?? null
}
