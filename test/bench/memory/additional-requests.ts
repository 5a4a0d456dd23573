/** Requests that reached the exchange in some time. */
export interface Requests {
  /** By operation. */
  readonly counts: Readonly<Record<string, number>>
  readonly ms: number
}

/**
 * Returns how many requests `more` has beyond `usual`, by operation. What repeats anyway does so
 * more often in a longer time, and once more may be a matter of the moment.
 */
export const additionalRequests = (usual: Requests, more: Requests): Requests['counts'] =>
  Object.fromEntries(
    Object.entries(more.counts).flatMap(([operation, times]) => {
      const repeated = ((usual.counts[operation] ?? 0) * more.ms) / usual.ms
      const additional = times - (repeated === 0 ? 0 : Math.ceil(repeated) + 1)
      return additional > 0 ? [[operation, additional]] : []
    }),
  )
