/** Requests that reached the exchange in some time. */
export interface Requests {
  /** By operation. */
  readonly counts: Readonly<Record<string, number>>
  readonly ms: number
  /** The requests since the program's start until then, by operation. */
  readonly earlier?: Readonly<Record<string, number>>
}

/**
 * Returns how many requests `more` has beyond `usual`, by operation. What repeats anyway does so
 * more often in a longer time, and once more may be a matter of the moment; twice more is not. Of
 * an operation that was requested earlier, but not in the usual time, one may be such a moment,
 * too: some repeat once a minute.
 */
export const additionalRequests = (usual: Requests, more: Requests): Requests['counts'] =>
  Object.fromEntries(
    Object.entries(more.counts).flatMap(([operation, times]) => {
      const repeated = ((usual.counts[operation] ?? 0) * more.ms) / usual.ms
      const mayRepeat = repeated > 0 || (more.earlier?.[operation] ?? 0) > 0
      const byChance = mayRepeat ? Math.floor(repeated) + 1 : 0
      return times > byChance ? [[operation, times - Math.round(repeated)]] : []
    }),
  )

/** Returns the number of requests of all operations. */
export const totalOf = (counts: Requests['counts']): number =>
  Object.values(counts).reduce((sum, times) => sum + times, 0)
