import { NO_FIGURES, type Position } from './account.js'
import { abs, dec, div, isNegative, isZero, neg, ZERO, type Decimal } from '../decimal.js'

/** The shares that one contract of a standard option is for. */
const SHARES_OF_CONTRACT = dec('100')

/**
 * Returns for how many contracts of a strategy a position is a leg: its contracts, or its shares by
 * the hundred.
 */
export function legUnits({
  assetClass,
  quantity,
}: Pick<Position, 'assetClass' | 'quantity'>): Decimal {
  const size = abs<Decimal>(quantity)
  return assetClass === 'stock' ? (div(size, SHARES_OF_CONTRACT, 0, 'down') ?? ZERO) : size
}

/**
 * Splits an option position into one position per contract; returns any other position unchanged.
 * Null when the broker does not report each leg's quantity, or which legs are short.
 */
export function singleLegPositions(position: Position): readonly Position[] | null {
  const legs = position.legs ?? []
  if (position.assetClass !== 'option' || legs.length === 1) return [position]
  const legQuantities = legs.flatMap((leg) =>
    leg.quantity === null || isZero(leg.quantity) || leg.option === null
      ? []
      : [{ leg, quantity: leg.quantity }],
  )
  const [first] = legQuantities
  if (first === undefined || legQuantities.length < legs.length) return null
  // In a straddle or strangle every leg has the position's side; in other strategies use the sign
  // of the leg's quantity.
  const sameSign = legQuantities.every(
    ({ quantity }) => isNegative(quantity) === isNegative(first.quantity),
  )
  if (sameSign && position.strategy !== 'straddle' && position.strategy !== 'strangle') return null
  return legQuantities.map(({ leg, quantity }) => ({
    ...position,
    strategy: 'single',
    legs: [leg],
    quantity: sameSign
      ? isNegative(position.quantity)
        ? neg(abs(quantity))
        : abs(quantity)
      : quantity,
    ...NO_FIGURES,
  }))
}
