import { epochMs, type EpochMs } from '../../../shared/domain/time.js'

/**
 * A fill reaches the client this much later at most. What was valued meanwhile had its new prices
 * and the old size, which never was.
 */
const NEWS_MS = 1_000

interface Recent<K, T> {
  readonly source: K
  readonly time: EpochMs
  readonly value: T
}

/** Remembers the values of the last moments, to know what was true before a fill was announced. */
export class RecentValues<K, T> {
  #values: readonly Recent<K, T>[] = []

  /** Adds a value. @param source what was valued: others say nothing of it */
  add(source: K, value: T, time: EpochMs): void {
    const from = this.#values.findLastIndex((recent) => recent.time <= time - NEWS_MS)
    this.#values = [...this.#values.slice(Math.max(0, from)), { source, time, value }]
  }

  /**
   * Returns the value before a fill that is announced now, and its moment; the first one where none
   * is that old, null where nothing was valued.
   */
  before(source: K, now: EpochMs): { readonly value: T; readonly time: EpochMs } | null {
    const known = this.#values.filter((recent) => recent.source === source)
    const moment = epochMs(now - NEWS_MS)
    // It was so until the next one.
    const found = known.findLast(({ time }) => time <= moment)
    return found === undefined ? (known[0] ?? null) : { value: found.value, time: moment }
  }

  clear(): void {
    this.#values = []
  }
}
