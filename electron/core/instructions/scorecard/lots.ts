import {
  add,
  asMoney,
  asQuantity,
  div,
  gt,
  isZero,
  minOf,
  mul,
  neg,
  sub,
  sum,
  trim,
  ZERO_MONEY,
  type Decimal,
  type Money,
  type Quantity,
} from '../../../../shared/domain/decimal.js'

/** Units of one opening trade and the money that it moved. */
interface Lot {
  readonly quantity: Quantity
  readonly value: Money
}

/** The open lots of one instrument in one direction, oldest first. */
export interface Lots {
  readonly direction: 'long' | 'short'
  readonly lots: readonly Lot[]
}
export const NO_LOTS: Lots = { direction: 'long', lots: [] }

/** The result of a trade. `realised` is null when it closed nothing. */
export interface Traded {
  readonly after: Lots
  readonly realised: Money | null
}

/**
 * Decimal places of a lot's partial value. The rounding difference stays in the lot, so that the
 * total is exact.
 */
const PLACES = 10

const shareOfValue = (lot: Lot, quantity: Quantity): Money =>
  gt(lot.quantity, quantity)
    ? asMoney(div(mul(lot.value, quantity), lot.quantity, PLACES, 'half-even') ?? ZERO_MONEY)
    : lot.value
const remainderOf = (lot: Lot, quantity: Quantity, value: Money): Lot => ({
  quantity: sub(lot.quantity, quantity),
  value: sub(lot.value, value),
})

/**
 * Applies a trade: closes lots of the other direction, oldest first, and opens a lot with the rest.
 * Selling more than is held opens a short lot. `value` is the money moved (price × quantity ×
 * multiplier), never negative.
 */
export function tradeLots(
  before: Lots,
  side: 'buy' | 'sell',
  quantity: Quantity,
  value: Money,
): Traded {
  const opens = side === 'buy' ? 'long' : 'short'
  let remainder: Lot = { quantity, value }
  if (before.lots.length === 0 || before.direction === opens) {
    return {
      after: isZero(quantity) ? before : { direction: opens, lots: [...before.lots, remainder] },
      realised: null,
    }
  }
  const lots = [...before.lots]
  let realised = ZERO_MONEY
  while (!isZero(remainder.quantity) && lots[0] !== undefined) {
    const [lot] = lots
    const matched = minOf(remainder.quantity, lot.quantity)
    const [opened, closed] = [shareOfValue(lot, matched), shareOfValue(remainder, matched)]
    realised = add(
      realised,
      before.direction === 'long' ? sub(closed, opened) : sub(opened, closed),
    )
    remainder = remainderOf(remainder, matched, closed)
    const remaining = remainderOf(lot, matched, opened)
    if (isZero(remaining.quantity)) lots.shift()
    else lots[0] = remaining
  }
  const after: Lots = isZero(remainder.quantity)
    ? { direction: before.direction, lots }
    : { direction: opens, lots: [remainder] }
  return {
    after: after.lots.length === 0 ? NO_LOTS : after,
    realised: isZero(quantity) ? null : realised,
  }
}

/** Returns the open units, negative when short, and the money that they moved. */
export function openOf({ direction, lots }: Lots): {
  readonly quantity: Quantity
  readonly cost: Money
} {
  const quantity = sum(lots.map((lot) => lot.quantity))
  return {
    quantity: direction === 'long' ? quantity : asQuantity(neg(quantity)),
    cost: trim(sum(lots.map((lot) => lot.value))),
  }
}

/** Returns the profit of closing everything at this price. */
export function openPnl(held: Lots, price: Decimal, multiplier: Decimal): Money {
  const { cost } = openOf(held)
  const marketValue = asMoney(
    mul(mul(sum(held.lots.map((lot) => lot.quantity)), price), multiplier),
  )
  return trim(held.direction === 'long' ? sub(marketValue, cost) : sub(cost, marketValue))
}
