import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Halt } from '../../../../shared/domain/orders/halt.js'
import type { ClockPort, TimerPort } from '../../ports.js'

/**
 * Delays between passes in ms: short while a caller waits, then increasing. The last one repeats.
 */
const QUICK_MS = 250
const SLOW_MS: readonly number[] = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000]

export interface KillRunDeps {
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
  /** Returns for how long the broker's limit holds cancellations back, in ms. */
  readonly limitDelayMs: () => number
  /** False once the halt was lifted or the session ended. */
  readonly isActive: () => boolean
  /** Cancels and queries every order once; returns the new phase, null once the halt is over. */
  readonly pass: () => Promise<Halt['phase'] | null>
  readonly reportResult: () => Promise<void>
}

/** Repeats the passes of a halt until nothing is left, at increasing intervals. */
export class KillRun {
  readonly #deps: KillRunDeps
  #isPausing = false
  /** Until when a caller waits for the result, by the monotonic clock. */
  #awaitedUntil = Number.NEGATIVE_INFINITY
  #running: Promise<void> | null = null
  #stopPause: Disposer = () => undefined
  #wake: () => void = () => undefined

  constructor(deps: KillRunDeps) {
    this.#deps = deps
  }

  /** Resolves when the run ends; null while none is under way. */
  get running(): Promise<void> | null {
    return this.#running
  }

  start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Repeats passes quickly for this time, because a caller waits for the result. */
  awaitResult(ms: number): void {
    this.#awaitedUntil = this.#deps.clock.monotonic() + ms
  }

  isAwaited(): boolean {
    return this.#deps.clock.monotonic() < this.#awaitedUntil
  }

  /** Ends the pause between two passes, also one that has ended. */
  wake(): void {
    this.#wake()
  }

  /** Begins the next pass at once if the run pauses. */
  endPause(): void {
    if (this.#isPausing) this.#wake()
  }

  async #run(): Promise<void> {
    for (let slow = 0; this.#deps.isActive(); ) {
      const phase = await this.#deps.pass()
      if (phase === null) return
      if (phase === 'clear') return this.#deps.reportResult()
      if (phase === 'left' && slow === 0) await this.#deps.reportResult()
      await this.#pause(this.#delayMs(slow))
      slow = this.isAwaited() ? 0 : slow + 1
    }
  }

  /**
   * Returns the delay before the next pass, after `slow` passes for which no caller waited. What
   * the broker's limit held back is sent as soon as it allows: an order that works meanwhile can
   * fill.
   */
  #delayMs(slow: number): number {
    if (this.isAwaited()) return QUICK_MS
    const usual = SLOW_MS[Math.min(slow, SLOW_MS.length - 1)] ?? QUICK_MS
    const limited = this.#deps.limitDelayMs()
    return limited > 0 ? Math.min(usual, Math.max(QUICK_MS, limited)) : usual
  }

  /** Waits until the delay has passed or `wake` is called. */
  #pause(ms: number): Promise<void> {
    this.#isPausing = true
    return new Promise((resolve) => {
      const end = (): void => {
        this.#isPausing = false
        resolve()
      }
      this.#wake = () => {
        this.#stopPause()
        end()
      }
      this.#stopPause = this.#deps.timers.after(ms, end)
    })
  }
}
