/** Requests that reached the exchange in some time. */
export interface Requests {
  /** By operation. */
  readonly counts: Readonly<Record<string, number>>
  readonly ms: number
}

/**
 * Returns how many requests `more` has beyond `usual`, by operation. What repeats anyway does so
 * more often in a longer time, and once more may be a matter of the moment; twice more is not.
 */
export const additionalRequests = (usual: Requests, more: Requests): Requests['counts'] =>
  Object.fromEntries(
    Object.entries(more.counts).flatMap(([operation, times]) => {
      const repeated = ((usual.counts[operation] ?? 0) * more.ms) / usual.ms
      const byChance = repeated === 0 ? 0 : Math.floor(repeated) + 1
      return times > byChance ? [[operation, times - Math.round(repeated)]] : []
    }),
  )

/** Returns the number of requests of all operations. */
export const totalOf = (counts: Requests['counts']): number =>
  Object.values(counts).reduce((sum, times) => sum + times, 0)
