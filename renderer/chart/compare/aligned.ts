import type { Bar } from '../../../shared/domain/market/bar.js'
import type { BarModel } from '../bars/bar-model.js'
import { toNumber } from '../number.js'

/**
 * Returns for each of the bars `own` the close of the other symbol at that time: of its last bar
 * that began by then; null before its first one. Both are in order of time.
 */
export function alignedCloses(
  chartBars: readonly Pick<Bar, 'time'>[],
  other: BarModel,
): readonly (number | null)[] {
  const bars = other.live === null ? other.history : [...other.history, other.live]
  let next = 0
  let close: number | null = null
  return chartBars.map(({ time }) => {
    while (next < bars.length && (bars[next]?.time ?? Infinity) <= time) {
      const bar = bars[next]
      if (bar !== undefined) close = toNumber(bar.close)
      next += 1
    }
    return close
  })
}

/** Returns the close of a symbol at a time: of its last bar that began by then. */
export function closeBy({ history, live }: BarModel, time: number): Bar['close'] | null {
  if (live !== null && live.time <= time) return live.close
  let low = 0
  let high = history.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((history[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return history[low - 1]?.close ?? null
}
