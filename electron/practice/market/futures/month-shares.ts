import type { FuturesProduct } from './product-terms.js'

/**
 * Shares of volume and open interest by a contract's distance from the main one: before it, the
 * main one, and after it.
 */
const FRONT_HEAVY = { before: 0.12, after: [0.93, 0.05, 0.012, 0.005] } as const
const SPREAD_OUT = { before: 0.1, after: [0.48, 0.2, 0.1, 0.06, 0.045, 0.03, 0.02] } as const
const MIN_SHARE = 0.003

/**
 * Returns the share of a product's volume in a contract at the given distance from the main one.
 */
export function volumeShare(product: FuturesProduct, distance: number): number {
  const law = product.classId === 2 || product.classId === 6 ? SPREAD_OUT : FRONT_HEAVY
  if (distance < 0) return distance === -1 ? law.before : MIN_SHARE
  return law.after[distance] ?? MIN_SHARE
}

/** Returns the share of open interest, which moves to the next month later than volume does. */
export const interestShare = (product: FuturesProduct, distance: number): number =>
  0.8 * volumeShare(product, distance) + 0.2 * volumeShare(product, distance + 1)

/**
 * Natural gas is expensive in winter and cheap in between: log deviation of each month from the
 * level, January first.
 */
const GAS = [0.17, 0.15, 0.02, -0.07, -0.08, -0.05, -0.02, -0.02, -0.03, 0, 0.08, 0.15] as const
/** Grain is cheapest at harvest. */
const GRAIN = [0, 0, 0.01, 0, 0.02, 0, 0.02, 0.01, -0.01, 0, -0.01, -0.02] as const

/** Returns the log deviation of a contract month from its product's level. */
export function seasonOf(product: FuturesProduct, month: number): number {
  if (product.lastDay === 'gas') return GAS[month - 1] ?? 0
  return product.classId === 6 ? (GRAIN[month - 1] ?? 0) : 0
}
