import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Tick } from '../../../../shared/domain/market/quote.js'
import { createEmitter, type Emitter } from '../../../../shared/domain/emitter.js'
import type { TimerPort } from '../../ports.js'
import { createBarBuilder, type BarBuilder } from './bar-builder.js'
import type { MarketPort } from '../market-port.js'

/**
 * Trades that arrive during the request make the bar's volume uncertain: request it again, up to
 * this many times.
 */
const RETRY_SEED_MS = 1_500
const MAX_SEED_REQUESTS = 4
/**
 * Long bars accumulate small differences (late corrections, lost messages), and quotes that are
 * read in turns skip trades, so their bars are compared with the provider's at this interval.
 */
const COMPARE_EVERY_MS = 60_000
/**
 * A bar that nobody watches any more follows the trades for so long, because charts are reopened
 * and move between windows. Not longer than the trades stay subscribed.
 */
const LINGER_MS = 25_000

interface LiveBar {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly builder: BarBuilder
  readonly changed: Emitter<void>
  requests: number
  requesting: boolean
  /** True while trades of a request may be missing in its volume. */
  isUncertain: boolean
  cancelTimer: Disposer
}

export interface LiveBarsDeps {
  readonly market: Pick<MarketPort, 'bars'>
  readonly timers: TimerPort
  /** True for a symbol that no stream carries. */
  readonly polled: (symbol: Symbol) => boolean
}

/** The running bars that are being watched. */
export class LiveBars {
  readonly #deps: LiveBarsDeps
  readonly #bars = new Map<Symbol, Map<Timespan, LiveBar>>()
  #disposed = false

  /** Starts without bars. */
  constructor(deps: LiveBarsDeps) {
    this.#deps = deps
  }

  get(symbol: Symbol, timespan: Timespan): Bar | null {
    return this.#bars.get(symbol)?.get(timespan)?.builder.bar ?? null
  }

  watch(symbol: Symbol, timespan: Timespan, changed: () => void): Disposer {
    const ofSymbol = this.#bars.get(symbol) ?? new Map<Timespan, LiveBar>()
    this.#bars.set(symbol, ofSymbol)
    const known = ofSymbol.get(timespan)
    const live = known ?? newLiveBar(symbol, timespan)
    ofSymbol.set(timespan, live)
    const wasUnwatched = live.changed.size === 0
    const remove = live.changed.add(changed)
    if (known === undefined) void this.#seed(live)
    else if (wasUnwatched && !live.requesting) this.#scheduleSeed(live)
    return () => {
      remove()
      if (live.changed.size === 0 && this.#isKnown(live)) this.#onUnwatched(live)
    }
  }

  /** Forgets the bars of a symbol whose trades do not arrive any more. */
  forget(symbol: Symbol): void {
    for (const live of [...(this.#bars.get(symbol)?.values() ?? [])]) {
      if (live.changed.size === 0) this.#forget(live)
    }
  }

  apply(tick: Tick): void {
    for (const live of this.#bars.get(tick.symbol)?.values() ?? []) {
      if (live.builder.add(tick)) live.changed.emit()
    }
  }

  /**
   * Requests the bars again after an interruption of the stream, because only the provider's bars
   * contain the missed trades.
   */
  reseed(symbols: readonly Symbol[]): void {
    for (const symbol of symbols) {
      this.forget(symbol)
      for (const live of this.#bars.get(symbol)?.values() ?? []) void this.#seed(live)
    }
  }

  dispose(): void {
    this.#disposed = true
    for (const ofSymbol of this.#bars.values()) {
      for (const live of ofSymbol.values()) live.cancelTimer()
    }
    this.#bars.clear()
  }

  #isKnown(live: LiveBar): boolean {
    return !this.#disposed && this.#bars.get(live.symbol)?.get(live.timespan) === live
  }

  #onUnwatched(live: LiveBar): void {
    // Nothing updates the bar of a symbol whose quote is read in turns.
    if (this.#deps.polled(live.symbol)) return this.#forget(live)
    live.cancelTimer()
    live.cancelTimer = this.#deps.timers.after(LINGER_MS, () => this.#forget(live))
  }

  #forget(live: LiveBar): void {
    const ofSymbol = this.#bars.get(live.symbol)
    live.cancelTimer()
    ofSymbol?.delete(live.timespan)
    if (ofSymbol?.size === 0) this.#bars.delete(live.symbol)
  }

  /** Requests the provider's running bar and adds the trades since. */
  async #seed(live: LiveBar): Promise<void> {
    if (live.requesting || !this.#isKnown(live)) return
    live.cancelTimer()
    live.requesting = true
    live.requests += 1
    live.builder.beginSeed()
    const answer = await this.#deps.market.bars({
      symbol: live.symbol,
      timespan: live.timespan,
      count: 1,
      before: null,
      includeRunning: true,
    })
    live.requesting = false
    if (!this.#isKnown(live)) return
    if (answer.ok) {
      live.isUncertain = !live.builder.seed(answer.value.at(-1) ?? null).certain
      live.changed.emit()
    } else {
      live.isUncertain = true
      live.builder.giveUp()
    }
    if (live.changed.size > 0) this.#scheduleSeed(live)
  }

  /** Schedules the next request: soon for an uncertain bar, later for one that may drift. */
  #scheduleSeed(live: LiveBar): void {
    live.cancelTimer()
    const mustRetry = live.isUncertain && live.requests < MAX_SEED_REQUESTS
    if (!mustRetry) live.requests = 0
    const isLong = (TIMESPAN_SECONDS[live.timespan] ?? Number.POSITIVE_INFINITY) > 60
    if (!mustRetry && !isLong && !this.#deps.polled(live.symbol)) return
    live.cancelTimer = this.#deps.timers.after(
      mustRetry ? RETRY_SEED_MS : COMPARE_EVERY_MS,
      () => void this.#seed(live),
    )
  }
}

const newLiveBar = (symbol: Symbol, timespan: Timespan): LiveBar => ({
  symbol,
  timespan,
  builder: createBarBuilder(timespan),
  changed: createEmitter<void>(),
  requests: 0,
  requesting: false,
  isUncertain: true,
  cancelTimer: () => undefined,
})
