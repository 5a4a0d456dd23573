import type { EpochMs } from '../../shared/domain/time.js'
import type { ExchangeClock } from './clock.js'
import type { Exchange } from './exchange/exchange.js'
import type { Market } from './market/market.js'
import type { MarketStep } from './market-step.js'

/** How often the market moves on, and how much of it at once: a long stretch is cut so that requests are served in between. */
const BEAT_MS = 20
const SLICE_MS = 5_000
const SLICE_BUDGET_MS = 25

/** What the engine moves. */
export interface EngineDeps {
  readonly clock: ExchangeClock
  readonly market: Market
  readonly exchange: Exchange
  readonly monotonic: () => number
  /** Called for every step after the exchange has taken it. */
  readonly onStep: (step: MarketStep) => void
  readonly onError: (error: unknown) => void
}

/** Moves market and exchange along the exchange clock, one after the other, always in time order. */
export class Engine {
  private at: EpochMs
  private timer: NodeJS.Timeout | null = null
  private stopped = false

  constructor(private readonly deps: EngineDeps, start: EpochMs) {
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
    let behind = false
    try {
      behind = this.run()
    } catch (error) {
      this.deps.onError(error)
    }
    this.timer = setTimeout(() => this.beat(), behind ? 0 : BEAT_MS)
  }

  /** Moves on for at most {@link SLICE_BUDGET_MS}; true when there is more to do. */
  private run(): boolean {
    const target = this.deps.clock.now()
    const until = this.deps.monotonic() + SLICE_BUDGET_MS
    while (this.at < target) {
      const { to, skip } = this.deps.clock.stride(this.at, target, SLICE_MS)
      if (skip) this.deps.market.skipTo(to)
      else {
        this.deps.market.advance(to, (step) => {
          this.deps.exchange.apply(step)
          this.deps.onStep(step)
        })
      }
      this.deps.exchange.clockTo(to)
      this.at = to
      if (this.deps.monotonic() > until) return this.at < target
    }
    return false
  }
}
