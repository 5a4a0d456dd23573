import type { ConnectionId, WaitingId } from '../../../../shared/domain/ids.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'

/** Of the ended ones, the first made are forgotten above this number. */
const MAX_ENDED = 500

/** The waiting instructions that are known, in the order in which they were made. */
export class WaitingBook {
  readonly #known = new Map<WaitingId, WaitingInstruction>()
  /** Waiting instructions that have not ended: all that a quote is compared with. */
  readonly #open = new Map<WaitingId, WaitingInstruction>()

  all(): readonly WaitingInstruction[] {
    return [...this.#known.values()]
  }

  get(id: WaitingId): WaitingInstruction | undefined {
    return this.#known.get(id)
  }

  byConnection(connection: ConnectionId): readonly WaitingInstruction[] {
    return this.all().filter(({ connectionId }) => connectionId === connection)
  }

  /** Returns those whose condition was not met yet. */
  waiting(): readonly WaitingInstruction[] {
    return [...this.#open.values()].filter(({ state }) => state === 'waiting')
  }

  /** Adds or replaces one; forgets the oldest ended one where there are too many. */
  set(waiting: WaitingInstruction): void {
    this.#known.set(waiting.id, waiting)
    if (waiting.endedAt === null) {
      this.#open.set(waiting.id, waiting)
      return
    }
    this.#open.delete(waiting.id)
    if (this.#known.size - this.#open.size <= MAX_ENDED) return
    const oldest = [...this.#known.keys()].find((id) => !this.#open.has(id))
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}
