import type { Position } from '../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../shared/domain/account/single-leg-positions.js'
import {
  abs,
  asQuantity,
  dec,
  isNegative,
  maxOf,
  minOf,
  mul,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { parseOcc, rootOf, type OptionType } from '../../../shared/domain/instruments/option.js'

const SHARES_A_CONTRACT = dec('100')

/** Returns the type of the one contract of an option position; null when it is not known. */
function typeOf({ legs = [], symbol }: Position): OptionType | null {
  const type = legs[0]?.option?.type ?? parseOcc(symbol)?.type ?? null
  return type === 'call' || type === 'put' ? type : null
}

/** Returns the type of the short options that a position may cover; null where it covers none. */
function coveredType(position: Position): OptionType | null {
  const isShort = isNegative(position.quantity)
  if (position.assetClass === 'stock') return isShort ? 'put' : 'call'
  return position.assetClass === 'option' && !isShort ? typeOf(position) : null
}

/**
 * Returns how many units a position would need to cover the short options of the same underlying.
 * Null where the legs of a held combination are not known.
 */
function unitsToCover(position: Position, positions: readonly Position[]): Quantity | null {
  const type = coveredType(position)
  if (type === null) return ZERO_QUANTITY
  const needed: Quantity[] = []
  for (const option of positions) {
    if (
      option === position ||
      option.assetClass !== 'option' ||
      option.accountId !== position.accountId ||
      rootOf(option.symbol) !== rootOf(position.symbol)
    ) {
      continue
    }
    const parts = singleLegPositions(option)
    if (parts === null) return null
    for (const part of parts) {
      const partType = typeOf(part)
      if (!isNegative(part.quantity) || (partType !== null && partType !== type)) continue
      const contracts = abs<Quantity>(part.quantity)
      needed.push(
        position.assetClass === 'stock'
          ? asQuantity(mul(contracts, part.multiplier ?? SHARES_A_CONTRACT))
          : contracts,
      )
    }
  }
  return sum(needed)
}

/**
 * Returns how much of a position covers short options of the same underlying. An order that closes
 * this part would leave them uncovered, so it is new risk and not a smaller one (CONFIRM-41). Where
 * the legs of a held combination are not known, the whole position may cover them.
 */
export function coveringQuantity(position: Position, positions: readonly Position[]): Quantity {
  const held = abs<Quantity>(position.quantity)
  const units = unitsToCover(position, positions)
  return units === null ? held : minOf(held, units)
}

/**
 * Returns how much of a position has to stay so that no more short options are uncovered than
 * before an order that buys some of them back.
 *
 * @param before the positions now
 * @param after the positions once those options are bought back
 */
export function coverThatStays(
  position: Position,
  before: readonly Position[],
  after: readonly Position[],
): Quantity {
  const covering = coveringQuantity(position, before)
  const [now, then] = [unitsToCover(position, before), unitsToCover(position, after)]
  if (now === null || then === null) return covering
  return maxOf(asQuantity(sub<Decimal>(covering, sub<Decimal>(now, then))), ZERO_QUANTITY)
}
