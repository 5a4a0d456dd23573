import { cmp, type Decimal } from '../../../shared/domain/decimal.js'

/**
 * The side of a level on which a figure was last: -1 below, 1 above. 0 after it reached the level
 * exactly, from when it must leave the level before it can reach it again.
 */
export type LevelSide = -1 | 0 | 1

/** Returns the side of a figure. */
export const sideOf = (value: Decimal, level: Decimal): LevelSide => cmp(value, level)

/** Returns the direction in which a figure reached or passed its level; null when it did not. */
export function crossingOf(before: LevelSide, after: LevelSide): 'up' | 'down' | null {
  if (before === -1 && after >= 0) return 'up'
  return before === 1 && after <= 0 ? 'down' : null
}
