import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { LiveValue } from '../../live-values.js'
import type { TimerPort } from '../../ports.js'

export interface PolledValueDeps<T> {
  readonly initial: T
  /** Reads the next value. Must not reject. */
  readonly read: (before: T) => Promise<T>
  /** The pause from one value to the next read. */
  readonly pauseMs: (value: T) => number
  readonly timers: TimerPort
  /** Called when the last watcher has left. */
  readonly onIdle?: () => void
}

/** A value that is read again and again while somebody watches it, and not at all otherwise. */
export class PolledValue<T> implements LiveValue<T> {
  readonly #deps: PolledValueDeps<T>
  readonly #changed = createEmitter<void>()
  #value: T
  #watchers = 0
  #running = false
  #isDue = false
  #cancelWait: Disposer | null = null

  constructor(deps: PolledValueDeps<T>) {
    this.#deps = deps
    this.#value = deps.initial
  }

  get(): T {
    return this.#value
  }

  subscribe(changed: () => void): Disposer {
    const remove = this.#changed.add(changed)
    this.#watchers += 1
    if (this.#watchers === 1 && !this.#running) void this.#poll()
    let open = true
    return () => {
      if (!open) return
      open = false
      remove()
      this.#watchers -= 1
      if (this.#watchers > 0) return
      this.#cancelWait?.()
      this.#cancelWait = null
      this.#deps.onIdle?.()
    }
  }

  /** Reads at once where somebody watches; a read that is under way is followed by another. */
  readAgain(): void {
    if (this.#watchers === 0) return
    if (this.#running) {
      this.#isDue = true
      return
    }
    this.#cancelWait?.()
    void this.#poll()
  }

  async #poll(): Promise<void> {
    this.#cancelWait = null
    this.#running = true
    const next = await this.#deps.read(this.#value)
    this.#running = false
    if (this.#watchers === 0) return
    this.#value = next
    this.#changed.emit()
    const pauseMs = this.#isDue ? 0 : this.#deps.pauseMs(next)
    this.#isDue = false
    this.#cancelWait = this.#deps.timers.after(pauseMs, () => void this.#poll())
  }
}
