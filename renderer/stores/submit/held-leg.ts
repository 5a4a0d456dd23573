import type { Position } from '../../../shared/domain/account/account.js'
import { legUnits } from '../../../shared/domain/account/single-leg-positions.js'
import { gt, isNegative, isPositive, type Decimal } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import {
  contractSymbol,
  underlyingSymbol,
} from '../../../shared/domain/instruments/instrument-key.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import { orderedLegs, type BuilderLeg } from './strategy-state.js'

/** A position as one leg of a strategy, and how many units of it are held. */
export interface HeldLeg {
  readonly leg: BuilderLeg
  readonly units: Decimal
}

/**
 * Returns the leg that a position already is: one option contract, or shares by the hundred. Null
 * for another product, for a combination, and for less than one unit.
 */
export function heldLeg(position: Position): HeldLeg | null {
  const { assetClass, positionId, quantity } = position
  if (assetClass !== 'option' && assetClass !== 'stock') return null
  const symbol = contractSymbol({ ...position, legs: position.legs ?? [] })
  if (symbol === null) return null
  const units = legUnits(position)
  const side = isNegative(quantity) ? 'sell' : 'buy'
  return isPositive(units)
    ? { leg: { symbol, underlying: underlyingSymbol(position), side, ratio: 1, positionId }, units }
    : null
}

/** Returns the position that a leg of the builder is, or may be: the same contract and side. */
export const positionOfLeg = (
  { symbol, side, positionId }: BuilderLeg,
  positions: readonly Position[],
  accountId: AccountId | null,
): Position | undefined =>
  positions.find((position) => {
    const isOther = positionId !== undefined && position.positionId !== positionId
    const held = position.accountId === accountId && !isOther ? heldLeg(position) : null
    return held?.leg.symbol === symbol && held.leg.side === side
  })

/**
 * True for a bought put that protects held shares. The provider has no name for this pair, so that
 * the put is an order of its own.
 */
export function isProtectivePut(legs: readonly BuilderLeg[]): boolean {
  const [held, ...others] = legs.filter(({ positionId }) => positionId !== undefined)
  const [put, ...more] = orderedLegs(legs)
  if (held === undefined || put === undefined || others.length + more.length > 0) return false
  const isShares = held.symbol === held.underlying && held.side === 'buy'
  return isShares && parseOcc(put.symbol)?.type === 'put' && put.side === 'buy' && put.ratio === 1
}

/** Why the leg that is held already does not allow the order. */
export type HeldFault = 'gone' | 'fewer'

/**
 * Returns why the held leg does not allow an order of so many units; null where it does, and while
 * the positions are not known.
 */
export function heldFault(
  legs: readonly BuilderLeg[],
  units: Decimal | null,
  positions: readonly Position[] | null,
  accountId: AccountId | null,
): HeldFault | null {
  const claimed = legs.find(({ positionId }) => positionId !== undefined)
  if (claimed === undefined || positions === null) return null
  const position = positionOfLeg(claimed, positions, accountId)
  const held = position === undefined ? null : heldLeg(position)
  if (held === null) return 'gone'
  return units !== null && gt(units, held.units) ? 'fewer' : null
}
