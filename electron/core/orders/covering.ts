import type { Position } from '../../../shared/domain/account/account.js'
import {
  abs,
  add,
  asQuantity,
  eq,
  isNegative,
  maxOf,
  minOf,
  mul,
  sub,
  ZERO,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { OptionTerms } from '../../../shared/domain/instruments/instrument-key.js'
import { parseOcc, type OptionType } from '../../../shared/domain/instruments/option.js'
import { holdingsOf, termsOf } from '../../../shared/domain/orders/effect/holdings.js'
import { coverOf } from '../../../shared/domain/orders/effect/option-cover.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'

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

const isSameContract = (a: OptionTerms | null, b: OptionTerms): boolean =>
  a !== null && a.type === b.type && a.expiration === b.expiration && eq(a.strike, b.strike)

/** What a position covers, and how many short options of its type nothing covers. */
interface CoverState {
  readonly units: Decimal
  readonly uncovered: Decimal
}

/**
 * Returns how much of a position covers short options of the same underlying, counted as the broker
 * counts it: long options first, then whole contracts by shares (CONFIRM-48). Null where the legs
 * of a held combination are not known.
 */
function coverState(position: Position, positions: readonly Position[]): CoverState | null {
  const type = coveredType(position)
  // A combination closes its short legs together with the long ones that cover them.
  const isCombination = (position.legs ?? []).length > 1
  if (type === null || isCombination) return { units: ZERO, uncovered: ZERO }
  const holdings = holdingsOf(positions, position.accountId, position.symbol)
  if (!holdings.isComplete) return null
  const { longs, shares, uncovered } = coverOf(holdings, type)
  if (position.assetClass === 'stock') return { units: shares, uncovered }
  const terms = termsOf(position)
  let units: Decimal = ZERO
  for (const [long, contracts] of longs) {
    if (terms !== null && isSameContract(long.terms, terms)) units = add<Decimal>(units, contracts)
  }
  return { units, uncovered }
}

/**
 * Returns how much of a position covers short options of the same underlying. An order that closes
 * this part would leave them uncovered, so it is new risk and not a smaller one (CONFIRM-41). Where
 * the legs of a held combination are not known, the whole position may cover them.
 */
export function coveringQuantity(position: Position, positions: readonly Position[]): Quantity {
  const held = abs<Quantity>(position.quantity)
  const state = coverState(position, positions)
  return state === null ? held : minOf(held, asQuantity(state.units))
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
  const [now, then] = [coverState(position, before), coverState(position, after)]
  if (now === null || then === null) return coveringQuantity(position, before)
  // As many short options may be uncovered as there are now.
  const contracts = sub<Decimal>(now.uncovered, then.uncovered)
  const free = position.assetClass === 'stock' ? mul(contracts, STANDARD_MULTIPLIER) : contracts
  return maxOf(asQuantity(sub<Decimal>(then.units, free)), ZERO_QUANTITY)
}
