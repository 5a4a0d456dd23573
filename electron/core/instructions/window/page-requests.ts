import { createEmitter } from '../../../../shared/domain/emitter.js'
import type {
  PageAnswer,
  PageRequest,
} from '../../../../shared/domain/instructions/window-change.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { TimerPort } from '../../ports.js'

/** A page that somebody sees answers within a frame; one that does not is hidden or busy. */
const PAGE_MS = 2_500

interface Pending {
  readonly request: PageRequest
  end(answer: PageAnswer | null): void
}

/**
 * What the page of the main window is to carry out. A request that the page does not answer in time
 * is withdrawn, so that it does not happen later by surprise.
 */
export class PageRequests {
  readonly #timers: Pick<TimerPort, 'after'>
  readonly #pending = new Map<string, Pending>()
  readonly #changed = createEmitter<void>()

  constructor(timers: Pick<TimerPort, 'after'>) {
    this.#timers = timers
  }

  all(): readonly PageRequest[] {
    return [...this.#pending.values()].map(({ request }) => request)
  }

  onChange(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Sends a request to the page; resolves with null when nobody answered in time. */
  send(request: PageRequest): Promise<PageAnswer | null> {
    return new Promise((resolve) => {
      const end = (answer: PageAnswer | null): void => {
        stop()
        this.#pending.delete(request.id)
        this.#changed.emit()
        resolve(answer)
      }
      const stop = this.#timers.after(PAGE_MS, () => end(null))
      this.#pending.set(request.id, { request, end })
      this.#changed.emit()
    })
  }

  /** Ends a request with the page's answer; false when nobody waits for it any more. */
  answer(id: string, answer: PageAnswer): boolean {
    const pending = this.#pending.get(id)
    pending?.end(answer)
    return pending !== undefined
  }

  /** Withdraws every request, such as after a halt. */
  withdraw(): void {
    for (const { end } of [...this.#pending.values()]) end(null)
  }
}
