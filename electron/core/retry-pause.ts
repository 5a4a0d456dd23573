import type { Disposer } from '../../shared/domain/brand.js'
import type { TimerPort } from './ports.js'

/** Waits between the attempts of one task; {@link RetryPause.end} ends the running wait. */
export class RetryPause {
  readonly #timers: Pick<TimerPort, 'after'>
  readonly #delaysMs: readonly [number, ...number[]]
  #cancelTimer: Disposer = () => undefined
  #resolve: () => void = () => undefined

  /** `delaysMs`: the delay after each attempt; the last one repeats. */
  constructor(timers: Pick<TimerPort, 'after'>, delaysMs: readonly [number, ...number[]]) {
    this.#timers = timers
    this.#delaysMs = delaysMs
  }

  /** Resolves after the delay that follows attempt `attempt` (0 is the first), or after `end`. */
  wait(attempt: number): Promise<void> {
    const delayMs = this.#delaysMs[attempt] ?? this.#delaysMs.at(-1) ?? 0
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#cancelTimer = this.#timers.after(delayMs, resolve)
    })
  }

  /** Ends the running wait; does nothing when there is none. */
  end(): void {
    this.#cancelTimer()
    this.#resolve()
  }
}
