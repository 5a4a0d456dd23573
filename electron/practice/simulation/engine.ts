import type { EpochMs } from '../../../shared/domain/time.js'
import type { ExchangeClock } from './clock.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import type { Market } from '../market/securities/market-types.js'
import type { MarketStep } from '../model/market-step.js'

/** Usual interval of market steps; {@link BUDGET_MS} limits how long one may delay requests. */
const BEAT_MS = 20
/** After an error the same moment is retried at this slower interval. */
const AFTER_ERROR_MS = 1_000
const BUDGET_MS = 20
/** Intervals in skipped hours may be this many times longer, because the night has fewer steps. */
const WALK = 12
/**
 * Bounds of an interval of exchange time, in ms. It is adapted to take between `quickMs` and
 * `slowMs` of real time, because load mode packs many steps into a second.
 */
const PIECE = { min: 5, max: 5_000, quickMs: 2, slowMs: 8 } as const

/** The objects that the engine advances, and its listeners. */
export interface EngineDeps {
  readonly clock: ExchangeClock
  readonly market: Market
  readonly exchange: Exchange
  readonly monotonic: () => number
  /** Called for every step after the exchange has applied it. */
  readonly onStep: (step: MarketStep) => void
  /**
   * Called after every interval, once the exchange has advanced; `skipped` when the market skipped
   * it.
   */
  readonly onTime: (to: EpochMs, skipped: boolean) => void
  readonly onError: (error: unknown) => void
  /** Interval of market steps in ms, where quotes are sent more often than the market moves. */
  readonly beatMs?: number | undefined
}

/** Advances market and exchange along the exchange clock, strictly in time order. */
export class Engine {
  readonly #deps: EngineDeps
  #at: EpochMs
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  /** True while the clock stands still and everything until its time was done. */
  #resting = false
  #piece: number = PIECE.min

  constructor(deps: EngineDeps, start: EpochMs) {
    this.#deps = deps
    this.#at = start
  }

  /** Returns the exchange time that has been reached. */
  now(): EpochMs {
    return this.#at
  }

  start(): void {
    this.#beat()
  }

  /** Goes on after the clock was started or moved: the engine rests while it stands still. */
  wake(): void {
    if (this.#resting) this.#schedule(0)
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /** Resolves when the market has caught up with the clock. */
  async caughtUp(): Promise<void> {
    this.wake()
    const target = this.#deps.clock.now()
    while (!this.#stopped && this.#at < target) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  #schedule(pause: number): void {
    this.#resting = false
    this.#timer = setTimeout(() => this.#beat(), pause)
  }

  #beat(): void {
    if (this.#stopped) return
    let pause = Math.min(BEAT_MS, this.#deps.beatMs ?? BEAT_MS)
    try {
      if (this.#run()) pause = 0
      else if (this.#deps.clock.isStopped) {
        this.#resting = true
        return
      }
    } catch (error) {
      pause = AFTER_ERROR_MS
      this.#deps.onError(error)
    }
    this.#schedule(pause)
  }

  /** Advances for at most {@link BUDGET_MS}; returns true when there is more to do. */
  #run(): boolean {
    const target = this.#deps.clock.now()
    const until = this.#deps.monotonic() + BUDGET_MS
    while (this.#at < target) {
      const began = this.#deps.monotonic()
      const { to, skip } = this.#deps.clock.stride(
        this.#at,
        target,
        this.#piece,
        this.#deps.market.skipEmitsSteps() ? this.#piece * WALK : undefined,
      )
      // Skipped hours with active orders are simulated as fast as possible, one interval at a time,
      // without showing their steps.
      if (skip) this.#deps.market.skipTo(to, (step) => this.#deps.exchange.apply(step))
      else {
        this.#deps.market.advance(to, (step) => {
          this.#deps.exchange.apply(step)
          this.#deps.onStep(step)
        })
      }
      this.#deps.exchange.clockTo(to)
      this.#at = to
      this.#deps.onTime(to, skip)
      const ended = this.#deps.monotonic()
      this.#fit(ended - began)
      if (ended > until) return this.#at < target
    }
    return false
  }

  #fit(tookMs: number): void {
    if (tookMs < PIECE.quickMs) this.#piece = Math.min(PIECE.max, this.#piece * 2)
    else if (tookMs > PIECE.slowMs) this.#piece = Math.max(PIECE.min, Math.floor(this.#piece / 2))
  }
}
