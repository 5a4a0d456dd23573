import type { LoggedRequest } from '../../../shared/domain/session/request-log.js'
import type { RecordPage } from './records-port.js'

/** The requests that are stored: about an hour of ordinary use. */
export const MAX_LOGGED = 2_000
const PAGE = 200

/** The last requests to the broker, in memory only; older ones are dropped. */
export class RequestLog {
  readonly #max: number
  #entries: LoggedRequest[] = []
  #count = 0

  constructor(max = MAX_LOGGED) {
    this.#max = max
  }

  add(entry: Omit<LoggedRequest, 'number'>): void {
    this.#count += 1
    this.#entries.push({ ...entry, number: this.#count })
    // Drops in blocks, so that adding does not move every entry each time.
    if (this.#entries.length >= this.#max * 2) this.#entries = this.#entries.slice(-this.#max)
  }

  /** `cursor` is the number of the last entry of the page before. */
  page(cursor: string | null): RecordPage<LoggedRequest> {
    const stored = this.#entries.slice(-this.#max)
    const before = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor)
    const older = stored.filter(({ number }) => number < before)
    const rows = older.slice(-PAGE).reverse()
    const last = rows.at(-1)
    return {
      rows,
      cursor: older.length > rows.length && last !== undefined ? String(last.number) : null,
      unreadable: 0,
    }
  }
}
