import type { LiveValue } from '../../core/live-values.js'
import type { ClockPort, TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { WrongKeys } from '../../../shared/domain/instructions/client-setup.js'

/** How often a flood of wrong keys may notify. */
const NOTIFY_EVERY_MS = 1_000

/** Counts the calls with an unknown key since the start of Countersign. */
export class WrongKeyCounter implements LiveValue<WrongKeys | null> {
  readonly #clock: ClockPort
  readonly #timers: TimerPort
  readonly #changed = createEmitter<void>()
  #keys: WrongKeys | null = null
  #isWaiting = false

  constructor(clock: ClockPort, timers: TimerPort) {
    this.#clock = clock
    this.#timers = timers
  }

  get(): WrongKeys | null {
    return this.#keys
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  record(): void {
    const isFirst = this.#keys === null
    this.#keys = { count: (this.#keys?.count ?? 0) + 1, lastAt: this.#clock.now() }
    if (isFirst) this.#changed.emit()
    if (isFirst || this.#isWaiting) return
    this.#isWaiting = true
    this.#timers.after(NOTIFY_EVERY_MS, () => this.#notify())
  }

  #notify(): void {
    this.#isWaiting = false
    this.#changed.emit()
  }
}
