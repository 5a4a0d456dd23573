import { epochMs, type EpochMs } from '../../../shared/domain/time.js'

/**
 * A fill reaches the client this much later at most. What was valued meanwhile had its new prices
 * and the old size, which never was.
 */
const NEWS_MS = 1_000

interface Recent<K, T> {
  readonly of: K
  readonly at: EpochMs
  readonly value: T
}

/** Remembers the values of the last moments, to know what was true before a fill was announced. */
export class RecentValues<K, T> {
  #values: readonly Recent<K, T>[] = []

  /** Adds a value. @param of what was valued: other values say nothing of it */
  add(of: K, value: T, at: EpochMs): void {
    const from = this.#values.findLastIndex((recent) => recent.at <= at - NEWS_MS)
    this.#values = [...this.#values.slice(Math.max(0, from)), { of, at, value }]
  }

  /**
   * Returns the value before a fill that is announced now, and its moment; the first one where none
   * is that old, null where nothing was valued.
   */
  before(of: K, now: EpochMs): { readonly value: T; readonly at: EpochMs } | null {
    const known = this.#values.filter((recent) => recent.of === of)
    const moment = epochMs(now - NEWS_MS)
    // It was so until the next one.
    const found = known.findLast(({ at }) => at <= moment)
    return found === undefined ? (known[0] ?? null) : { value: found.value, at: moment }
  }

  clear(): void {
    this.#values = []
  }
}
