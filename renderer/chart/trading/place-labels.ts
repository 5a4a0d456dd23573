/** A label and the height at which it belongs, in px from the top of the plot. */
export interface WantedLabel {
  readonly id: string
  readonly y: number
}

/**
 * Returns the middle of every label, so that none covers another and all are inside the plot where
 * it has the room: the nearest places, in the order of the wanted ones.
 */
export function placeLabels(
  labels: readonly WantedLabel[],
  height: number,
  plotHeight: number,
): ReadonlyMap<string, number> {
  const sorted = labels.toSorted((a, b) => a.y - b.y || (a.id < b.id ? -1 : 1))
  const lowest = Math.max(height / 2, plotHeight - height / 2)
  const middles: number[] = []
  let next = height / 2
  for (const { y } of sorted) {
    const middle = Math.max(next, Math.min(y, lowest))
    middles.push(middle)
    next = middle + height
  }
  // What was pushed beyond the bottom moves up again, together with what is above it.
  let limit = lowest
  for (let index = middles.length - 1; index >= 0; index -= 1) {
    const middle = middles[index] ?? limit
    if (middle <= limit) break
    middles[index] = limit
    limit -= height
  }
  return new Map(sorted.map(({ id }, index) => [id, middles[index] ?? 0]))
}
