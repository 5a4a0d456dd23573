import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { LiveValue } from '../../live-values.js'
import type { NetworkPort } from '../../net-ports.js'
import type { TimerPort } from '../../ports.js'
import { RetryTimer } from '../../retry-timer.js'

export interface PolledValueDeps<T> {
  readonly initial: T
  /** Reads the next value. Must not reject. */
  readonly read: (before: T) => Promise<T>
  /** The pause from one value to the next read. */
  readonly pauseMs: (value: T) => number
  readonly timers: TimerPort
  /** Which values say that a read failed: it is repeated sooner, at the latest after `maxMs`. */
  readonly retry?: { readonly isDue: (value: T) => boolean; readonly maxMs: number }
  readonly network?: NetworkPort | undefined
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
  readonly #retry: RetryTimer

  constructor(deps: PolledValueDeps<T>) {
    this.#deps = deps
    this.#retry = new RetryTimer(deps, deps.retry?.maxMs ?? 0)
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
      this.#endWait()
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
    this.#endWait()
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
    const { retry, pauseMs, timers } = this.#deps
    const isDue = this.#isDue
    this.#isDue = false
    if (!isDue && retry?.isDue(next) === true) return this.#retry.failed(() => void this.#poll())
    this.#retry.succeeded()
    this.#cancelWait = timers.after(isDue ? 0 : pauseMs(next), () => void this.#poll())
  }

  #endWait(): void {
    this.#retry.stop()
    this.#cancelWait?.()
    this.#cancelWait = null
  }
}
