import type { Disposer } from '../../shared/domain/brand.js'
import { createEmitter } from '../../shared/domain/emitter.js'

/** A frame that main sent longer ago than this is none of now, in ms. */
const LATE_MS = 2_000

interface BacklogPage {
  /** Epoch ms, as in frames. */
  now(): number
  /** True while nobody sees the page: nothing needs a mark, and frames wait for seconds. */
  isHidden(): boolean
  /** Calls back in the delivery of everything that main had sent when it received the request. */
  synchronize(done: () => void): void
}

/**
 * Whether the window shows what main sent some time ago. A page that stood still, such as in a
 * sleep of the computer, first delivers what had waited for it: prices of then. Until it has
 * delivered everything that main sent meanwhile, none of them is current (REL-41).
 */
export class Backlog {
  readonly #page: BacklogPage
  readonly #changed = createEmitter<boolean>()
  #isBehind = false

  constructor(page: BacklogPage) {
    this.#page = page
  }

  /** Notes that frames are delivered, the oldest of which main sent at `asOf`. */
  deliver(asOf: number): void {
    if (this.#isBehind || this.#page.isHidden() || this.#page.now() - asOf <= LATE_MS) return
    this.#set(true)
    this.#page.synchronize(() => this.#set(false))
  }

  /** Calls back with true when the window falls behind, and with false once it has caught up. */
  onChange(listener: (isBehind: boolean) => void): Disposer {
    return this.#changed.add(listener)
  }

  #set(isBehind: boolean): void {
    this.#isBehind = isBehind
    this.#changed.emit(isBehind)
  }
}
