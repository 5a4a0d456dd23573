import { add, asPrice, dec, mul, type Price } from '../../../../shared/domain/decimal.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { rowLimits, rowOf, type LadderScale } from './ladder-rows.js'

const HALF = dec('0.5')

/** Returns the price that the ladder is centered on; null while nothing is quoted. */
export function marketPrice(quote: Quote | undefined): Price | null {
  if (quote === undefined) return null
  const { bid, ask, last, previousClose } = quote
  if (bid !== null && ask !== null) return asPrice(mul(add(bid, ask), HALF))
  return last ?? bid ?? ask ?? previousClose
}

/** Returns the highest shown row so that this row is in the middle. */
export const topForCenter = (row: number, count: number): number => row + Math.floor(count / 2)

/** Returns the highest shown row within the prices of the instrument. */
export function clampTop(top: number, count: number, scale: LadderScale): number {
  const { first, last } = rowLimits(scale)
  const lowest = first + count - 1
  const raised = Math.max(top, lowest)
  return last === null ? raised : Math.max(Math.min(raised, last), Math.min(lowest, last))
}

/** The middle part of the ladder in which the market may move before it is centered again. */
const FREE_PART = 0.5

/** Returns the new highest row when the market has left the middle; null while it has not. */
export function centeredTop(
  top: number,
  count: number,
  market: Price | null,
  scale: LadderScale,
): number | null {
  if (market === null || count === 0) return null
  const row = rowOf(scale, market, 'down')
  const away = Math.abs(top - Math.floor(count / 2) - row)
  return away > (count * FREE_PART) / 2 ? clampTop(topForCenter(row, count), count, scale) : null
}

/** Returns where the market is when it is not among the shown rows; null when it is. */
export function marketOutside(
  top: number,
  count: number,
  market: Price | null,
  scale: LadderScale,
): 'above' | 'below' | null {
  if (market === null || count === 0) return null
  const row = rowOf(scale, market, 'down')
  return row > top ? 'above' : row <= top - count ? 'below' : null
}
