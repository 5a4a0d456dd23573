import type { EpochMs } from '../../../shared/domain/time.js'
import type { ExchangeClock } from './clock.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Market } from '../market/market.js'
import type { MarketStep } from '../model/market-step.js'

/** How often the market moves on, and how long it may keep requests waiting. */
const BEAT_MS = 20
/** After an error the same moment is tried again, but not fifty times a second. */
const AFTER_ERROR_MS = 1_000
const BUDGET_MS = 20
/** The night has fewer steps than the day: its pieces may be longer. */
const WALK = 12
/**
 * A piece of exchange time is made as long as fits into this much real time: load mode puts very
 * much into a second.
 */
const PIECE = { min: 5, max: 5_000, quickMs: 2, slowMs: 8 } as const

/** What the engine moves. */
export interface EngineDeps {
  readonly clock: ExchangeClock
  readonly market: Market
  readonly exchange: Exchange
  readonly monotonic: () => number
  /** Called for every step after the exchange has taken it. */
  readonly onStep: (step: MarketStep) => void
  /**
   * Called after every piece of time, once the exchange has taken it; `skipped` when the market
   * told nothing of it.
   */
  readonly onTime: (to: EpochMs, skipped: boolean) => void
  readonly onError: (error: unknown) => void
}

/**
 * Moves market and exchange along the exchange clock, one after the other, always in time order.
 */
export class Engine {
  private at: EpochMs
  private timer: NodeJS.Timeout | null = null
  private stopped = false
  private piece: number = PIECE.min

  constructor(
    private readonly deps: EngineDeps,
    start: EpochMs,
  ) {
    this.at = start
  }

  /** Exchange time: everything up to here has happened. */
  now(): EpochMs {
    return this.at
  }

  start(): void {
    this.beat()
  }

  stop(): void {
    this.stopped = true
    if (this.timer !== null) clearTimeout(this.timer)
  }

  /** Resolves when the market has caught up with the clock. */
  async caughtUp(): Promise<void> {
    const target = this.deps.clock.now()
    while (!this.stopped && this.at < target) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  private beat(): void {
    if (this.stopped) return
    let pause = BEAT_MS
    try {
      if (this.run()) pause = 0
    } catch (error) {
      pause = AFTER_ERROR_MS
      this.deps.onError(error)
    }
    this.timer = setTimeout(() => this.beat(), pause)
  }

  /** Moves on for at most {@link BUDGET_MS}; true when there is more to do. */
  private run(): boolean {
    const target = this.deps.clock.now()
    const until = this.deps.monotonic() + BUDGET_MS
    while (this.at < target) {
      const began = this.deps.monotonic()
      const { to, skip } = this.deps.clock.stride(
        this.at,
        target,
        this.piece,
        this.deps.market.skipEmitsSteps() ? this.piece * WALK : undefined,
      )
      // Skipped hours in which orders are awake are walked through as fast as it goes, a piece at a
      // time; nobody is shown them.
      if (skip) this.deps.market.skipTo(to, (step) => this.deps.exchange.apply(step))
      else {
        this.deps.market.advance(to, (step) => {
          this.deps.exchange.apply(step)
          this.deps.onStep(step)
        })
      }
      this.deps.exchange.clockTo(to)
      this.at = to
      this.deps.onTime(to, skip)
      const ended = this.deps.monotonic()
      this.fit(ended - began)
      if (ended > until) return this.at < target
    }
    return false
  }

  private fit(tookMs: number): void {
    if (tookMs < PIECE.quickMs) this.piece = Math.min(PIECE.max, this.piece * 2)
    else if (tookMs > PIECE.slowMs) this.piece = Math.max(PIECE.min, Math.floor(this.piece / 2))
  }
}
