import type { Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import {
  abs,
  asQuantity,
  dec,
  isNegative,
  minOf,
  mul,
  sum,
  ZERO_QUANTITY,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import { parseOcc, type OptionType } from '../../../../shared/domain/instruments/option.js'
import { underlyingOf } from './reservations.js'

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
 * Returns how much of a position covers short options of the same underlying. An order that closes
 * this part would leave them uncovered, so it is new risk and not a smaller one (CONFIRM-41). Where
 * the legs of a held combination are not known, the whole position may cover them.
 */
export function coveringQuantity(position: Position, positions: readonly Position[]): Quantity {
  const type = coveredType(position)
  const held = abs<Quantity>(position.quantity)
  if (type === null) return ZERO_QUANTITY
  const needed: Quantity[] = []
  for (const option of positions) {
    if (
      option === position ||
      option.assetClass !== 'option' ||
      option.accountId !== position.accountId ||
      underlyingOf(option.symbol) !== underlyingOf(position.symbol)
    ) {
      continue
    }
    const parts = singleLegPositions(option)
    if (parts === null) return held
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
  return minOf(held, sum(needed))
}
