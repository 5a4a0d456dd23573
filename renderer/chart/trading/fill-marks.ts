import type { Bar } from '../../../shared/domain/market/bar.js'
import type { Fill } from '../../../shared/domain/orders/order.js'
import { toNumber } from '../number.js'

/** The fills of one side in one bar, for the eye only. */
export interface FillMark {
  /** The index of the bar, counted from the oldest known. */
  readonly index: number
  readonly side: 'buy' | 'sell'
  /** The average price of the fills, by their quantities. */
  readonly price: number
}

/** Returns the index of the last bar that began at or before a time; -1 for none. */
function barOf(bars: readonly Bar[], time: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Returns one mark for the buys and one for the sells of every bar in which something was filled.
 * Fills before the oldest known bar have none.
 * @param runningSince the time of the bar after `history`; null without one
 */
export function fillMarks(
  fills: readonly Fill[],
  history: readonly Bar[],
  runningSince: number | null,
): FillMark[] {
  const sums = new Map<string, FillMark & { units: number; value: number }>()
  for (const { side, time, quantity, price } of fills) {
    const isRunning = runningSince !== null && time >= runningSince
    const index = isRunning ? history.length : barOf(history, time)
    if (index < 0) continue
    const shown = side === 'buy' ? 'buy' : 'sell'
    const key = `${index} ${shown}`
    const units = Math.abs(toNumber(quantity))
    const known = sums.get(key) ?? { index, side: shown, price: 0, units: 0, value: 0 }
    sums.set(key, {
      ...known,
      units: known.units + units,
      value: known.value + units * toNumber(price),
    })
  }
  return [...sums.values()]
    .filter(({ units }) => units > 0)
    .map(({ index, side, units, value }) => ({ index, side, price: value / units }))
}
