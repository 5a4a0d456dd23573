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

/** The most bars of a slice: about 15 ms of work per series on a slow machine. */
export const SLICE_MAX = 6_000
const SLICE_MIN = 1_200
/** The points of all series together that are drawn within a frame. */
const POINTS = 16_000
/** Distance in bars from an edge at which the slice moves. */
const MARGIN = 1_000

/** Returns the usual length of a slice: the more series are drawn, the fewer bars of each. */
export const sliceLength = (series: number): number =>
  Math.max(SLICE_MIN, Math.min(SLICE_MAX, Math.floor(POINTS / series)))

/**
 * Returns the slice for a view over bars `first..last` (indexes from the oldest). Returns `current`
 * itself while it still covers the view, so that panning inside it costs nothing.
 *
 * @param length the usual length of a slice; it is longer for a view of many bars
 */
export function sliceFor(
  total: number,
  { first, last }: { readonly first: number; readonly last: number },
  current: BarSlice | null,
  length = SLICE_MAX,
): BarSlice {
  if (total <= length) {
    return current !== null && current.from === 0 && current.to === total
      ? current
      : { from: 0, to: total }
  }
  const low = Math.max(0, Math.min(total, Math.floor(first)))
  const high = Math.max(low, Math.min(total, Math.ceil(last) + 1))
  const visibleBars = high - low
  // Beside the view there is room to move, or every moved bar would move the slice.
  const width = Math.max(
    length,
    Math.min(SLICE_MAX, 2 * visibleBars),
    Math.ceil(1.25 * visibleBars),
  )
  // Bars that close are appended to the slice.
  const isOverfull = current !== null && current.to - current.from > width + MARGIN
  if (current !== null && current.to <= total && !isOverfull) {
    const margin = Math.min(MARGIN, Math.max(0, current.to - current.from - visibleBars) / 4)
    const leftServes = current.from === 0 || low - current.from >= Math.min(margin, low)
    const rightServes = current.to === total || current.to - high >= margin
    if (leftServes && rightServes && low >= current.from && high <= current.to) return current
  }
  const spare = width - visibleBars
  const to = Math.min(total, high + Math.floor(spare / 2))
  const from = Math.max(0, to - width)
  return { from, to: Math.min(total, from + width) }
}

/** Returns whether the view is close enough to the oldest known bar to load older ones. */
export const wantsOlder = (firstVisible: number, more: boolean): boolean =>
  more && firstVisible < 200
