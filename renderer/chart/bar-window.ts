/**
 * The slice of the known bars that the library holds. Its work grows with the bars it is given (a
 * page of 100,000 blocks the window for 170 ms), so it only gets a slice around the visible range;
 * the model holds the rest.
 */
export interface BarSlice {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** About 15 ms of work per series on a slow machine. */
export const SLICE_MAX = 6_000
/** Distance in bars from an edge at which the slice moves. */
const MARGIN = 1_000

/**
 * Returns the slice for a view over bars `first..last` (indexes from the oldest). Returns `current`
 * itself while it still covers the view, so that panning inside it costs nothing.
 */
export function sliceFor(
  total: number,
  first: number,
  last: number,
  current: BarSlice | null,
): BarSlice {
  if (total <= SLICE_MAX) {
    return current !== null && current.from === 0 && current.to === total
      ? current
      : { from: 0, to: total }
  }
  const low = Math.max(0, Math.min(total, Math.floor(first)))
  const high = Math.max(low, Math.min(total, Math.ceil(last) + 1))
  // Bars that close are appended to the slice.
  const isOverfull =
    current !== null && current.to - current.from > Math.max(SLICE_MAX, high - low) + MARGIN
  if (current !== null && current.to <= total && !isOverfull) {
    const leftServes = current.from === 0 || low - current.from >= Math.min(MARGIN, low)
    const rightServes = current.to === total || current.to - high >= MARGIN
    if (leftServes && rightServes && low >= current.from && high <= current.to) return current
  }
  const width = Math.max(SLICE_MAX, high - low)
  const spare = width - (high - low)
  const to = Math.min(total, high + Math.floor(spare / 2))
  const from = Math.max(0, to - width)
  return { from, to: Math.min(total, from + width) }
}

/** Returns whether the view is close enough to the oldest known bar to load older ones. */
export const wantsOlder = (firstVisible: number, more: boolean): boolean =>
  more && firstVisible < 200
