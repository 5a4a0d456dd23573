import type { Disposer } from '../../shared/domain/brand.js'
import type { NetworkPort } from './net-ports.js'
import type { TimerPort } from './ports.js'

/** The pause after the first failure, in ms; each failure after it doubles the pause. */
const FIRST_MS = 2_000
/**
 * The pause once the network is back, in ms. A read that fails for a reason of its own is not
 * repeated without a pause while the connection comes and goes.
 */
const BACK_MS = 500

export interface RetryDeps {
  readonly timers: Pick<TimerPort, 'after'>
  /** Ends the pause; the network within this computer, which is never away, where absent. */
  readonly network?: NetworkPort | undefined
}

/**
 * Repeats what failed: soon at first, then after pauses of at most `maxMs`, and at once when the
 * network is back. It never gives up (REL-34).
 */
export class RetryTimer {
  readonly #deps: RetryDeps
  readonly #maxMs: number
  #failures = 0
  #stop: Disposer | null = null

  constructor(deps: RetryDeps, maxMs: number) {
    this.#deps = deps
    this.#maxMs = maxMs
  }

  /** True while a repetition is due. */
  get isWaiting(): boolean {
    return this.#stop !== null
  }

  /** Calls `repeat` once, after the pause; one that was due before is dropped. */
  failed(repeat: () => void): void {
    this.stop()
    const pauseMs = Math.min(FIRST_MS * 2 ** this.#failures, this.#maxMs)
    this.#failures = Math.min(this.#failures + 1, 20)
    const run = (): void => {
      this.stop()
      repeat()
    }
    const { timers, network } = this.#deps
    let cancel = timers.after(pauseMs, run)
    const stopWatching = network?.onBack(() => {
      stopWatching?.()
      cancel()
      this.#failures = 0
      cancel = timers.after(BACK_MS, run)
    })
    this.#stop = () => {
      stopWatching?.()
      cancel()
    }
  }

  /** It succeeded: the next failure is followed by the shortest pause. */
  succeeded(): void {
    this.stop()
    this.#failures = 0
  }

  /** Drops what is due. */
  stop(): void {
    this.#stop?.()
    this.#stop = null
  }
}

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
