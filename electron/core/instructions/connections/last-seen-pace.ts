import type { ConnectionId } from '../../../../shared/domain/ids.js'

/** Says how often the "last seen" of each connection is passed on: polling must not do it often. */
export class LastSeenPace {
  readonly #everyMs: number
  readonly #passedAt = new Map<ConnectionId, number>()

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /**
   * True where it is due, or `isNew`; the next time is measured from then. Constant requests would
   * put it off for ever if they were measured from each other.
   */
  isDue(id: ConnectionId, seenAt: number, isNew: boolean): boolean {
    const last = this.#passedAt.get(id)
    const due = isNew || last === undefined || seenAt - last >= this.#everyMs
    if (due) this.#passedAt.set(id, seenAt)
    return due
  }
}
