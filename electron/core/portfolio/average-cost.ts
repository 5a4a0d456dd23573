import {
  abs,
  add,
  asMoney,
  dec,
  div,
  eq,
  gt,
  isNegative,
  isZero,
  minOf,
  mul,
  neg,
  sub,
  toScale,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'

const CENTS = 2

/**
 * ASSUMPTION: the broker's cost of a position is its average cost, which a sale leaves unchanged;
 * its rule is not published. Realized P&L is before fees, as are the broker's open and day P&L.
 */
export interface HeldAtCost {
  /** Negative for a short position. */
  readonly quantity: Quantity
  /** Negative for the proceeds of a short position; null while it is not known. */
  readonly cost: Money | null
  /** Quantity and cost after the latest opening; absent where nothing was closed since. */
  readonly basis?: { readonly quantity: Quantity; readonly cost: Money } | undefined
}

export const NOTHING_HELD: HeldAtCost = { quantity: ZERO_QUANTITY, cost: ZERO_MONEY }

/** A trade of one instrument: positive when bought. */
export interface CostedTrade {
  readonly quantity: Quantity
  /** Quantity × price × multiplier, in cents: what was paid, negative for what was received. */
  readonly value: Money
}

/** Returns the value of a trade to the cent, as the broker books it. */
export const tradeValue = (quantity: Quantity, price: Price, multiplier: Decimal): Money =>
  toScale(asMoney(mul(mul(price, quantity), multiplier)), CENTS, 'half-up')

/** Returns the share of an amount that belongs to a part of a quantity, to the cent. */
const shareOf = (amount: Money, part: Decimal, total: Decimal): Money =>
  eq(part, total) ? amount : asMoney(div(mul(amount, part), total, CENTS, 'half-up') ?? ZERO_MONEY)

const isOpposite = (a: Decimal, b: Decimal): boolean =>
  !isZero(a) && !isZero(b) && isNegative(a) !== isNegative(b)

/**
 * Books a trade at average cost. What it closes realizes the difference to the average cost; the
 * excess opens the other direction.
 * @returns what is held afterwards, and the gain: undefined when nothing was closed, null when the
 *   cost of what was closed is not known
 */
export function bookTrade(
  holding: HeldAtCost,
  { quantity, value }: CostedTrade,
): { readonly held: HeldAtCost; readonly gain: Money | null | undefined } {
  const after = add(holding.quantity, quantity)
  if (!isOpposite(holding.quantity, quantity)) {
    const cost = holding.cost === null ? null : add(holding.cost, value)
    return { held: { quantity: after, cost }, gain: undefined }
  }
  const size = minOf(abs(quantity), abs(holding.quantity))
  const closed = isNegative(holding.quantity) ? neg(size) : size
  const closingValue = shareOf(value, size, abs(quantity))
  const opened = isOpposite(holding.quantity, after) ? sub(value, closingValue) : null
  if (holding.cost === null) {
    return { held: isZero(after) ? NOTHING_HELD : { quantity: after, cost: opened }, gain: null }
  }
  // The rest keeps its average cost, so that the cents of many closings do not add up.
  const basis = holding.basis ?? { quantity: holding.quantity, cost: holding.cost }
  const rest = shareOf(basis.cost, sub(holding.quantity, closed), basis.quantity)
  const gain = sub(neg(closingValue), sub(holding.cost, rest))
  if (isZero(after)) return { held: NOTHING_HELD, gain }
  return opened === null
    ? { held: { quantity: after, cost: rest, basis }, gain }
    : { held: { quantity: after, cost: opened }, gain }
}

/**
 * A cost that may be off by more than this is not known. A closing trade is booked to the cent, so
 * that finding the cost before it multiplies the half cent: selling 99 of 100 makes half a dollar.
 */
const MAX_ERROR = asMoney(dec('0.05'))
const HALF_CENT = asMoney(dec('0.005'))
const ERROR_PLACES = 6

interface EstimatedCost extends HeldAtCost {
  /** By how much the cost may be off. */
  readonly error: Money
}

/**
 * Returns what was held before these trades, from what is held after them. The cost is null where
 * the trades passed through zero, because what is held now says nothing about it, and where it
 * would be too inexact.
 */
export function heldBefore(after: HeldAtCost, trades: readonly CostedTrade[]): HeldAtCost {
  const { quantity, cost, error } = trades.reduceRight<EstimatedCost>(
    (held, trade) => beforeTrade(held, trade),
    { ...after, error: ZERO_MONEY },
  )
  return { quantity, cost: gt(error, MAX_ERROR) ? null : cost }
}

function beforeTrade(
  { quantity: after, cost, error }: EstimatedCost,
  { quantity, value }: CostedTrade,
): EstimatedCost {
  const before = sub(after, quantity)
  if (isZero(before)) return { ...NOTHING_HELD, error: ZERO_MONEY }
  if (cost === null || isZero(after) || isOpposite(before, after)) {
    return { quantity: before, cost: null, error }
  }
  if (!isOpposite(before, quantity)) return { quantity: before, cost: sub(cost, value), error }
  const grown = div(mul(add(error, HALF_CENT), abs(before)), abs(after), ERROR_PLACES, 'half-up')
  return {
    quantity: before,
    cost: shareOf(cost, before, after),
    error: add(asMoney(grown ?? MAX_ERROR), HALF_CENT),
  }
}
