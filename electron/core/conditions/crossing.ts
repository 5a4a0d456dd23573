import { cmp, ZERO, type Decimal } from '../../../shared/domain/decimal.js'
import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import type { LevelSide, LevelState } from './level-state.schema.js'

export type Crossing = 'up' | 'down'

/** The directions that a condition can be about; `through` and `crosses` mean both. */
export type CrossingDirection = 'above' | 'below' | 'through' | 'crosses'

/** A level after a figure was compared with it. */
export interface LevelComparison extends LevelState {
  /** The direction in which the level was reached or passed; null when it was not. */
  readonly crossing: Crossing | null
}

/** Returns the side of a figure. */
export const sideOf = (value: Decimal, level: Decimal): LevelSide => cmp(value, level)

/** Returns the direction in which a figure reached or passed its level; null when it did not. */
export function crossingOf(before: LevelSide, after: LevelSide): Crossing | null {
  if (before === -1 && after >= 0) return 'up'
  return before === 1 && after <= 0 ? 'down' : null
}

/** Returns whether a condition is about a crossing. */
export const isInDirection = (when: CrossingDirection, crossing: Crossing): boolean =>
  when === 'through' || when === 'crosses' || (when === 'above') === (crossing === 'up')

/**
 * Compares the next figure with a level: the only rule by which alerts fire and waiting
 * instructions wake. A figure of a new day began it at zero, whatever the last one of the day
 * before was.
 * @param before the state after the last figure; null for the first, which crosses nothing
 * @param day the day of the figure; null for one that does not begin every day at zero
 */
export function compareLevel(
  before: LevelState | null,
  value: Decimal,
  level: Decimal,
  day: TradeDate | null,
): LevelComparison {
  const side = sideOf(value, level)
  if (before === null) return { side, day, crossing: null }
  const start = before.day === day ? before.side : sideOf(ZERO, level)
  return { side, day, crossing: crossingOf(start, side) }
}
