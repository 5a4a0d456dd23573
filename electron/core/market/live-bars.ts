import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Tick } from '../../../shared/domain/market/quote.js'
import { createEmitter, type Emitter } from '../../../shared/domain/emitter.js'
import type { TimerPort } from '../ports.js'
import { createBarBuilder, type BarBuilder } from './bar-builder.js'
import type { MarketPort } from './market-port.js'

/**
 * Trades that arrive during the request make the bar's volume uncertain: request it again, up to
 * this many times.
 */
const RETRY_SEED_MS = 1_500
const MAX_SEED_REQUESTS = 4
/**
 * Long bars accumulate small differences (late corrections, lost messages), so they are compared
 * with the provider's at this interval.
 */
const COMPARE_EVERY_MS = 60_000

interface LiveBar {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly builder: BarBuilder
  readonly changed: Emitter<void>
  requests: number
  requesting: boolean
  cancelTimer: Disposer
}

/** The running bars that are being watched. */
export interface LiveBars {
  get(symbol: Symbol, timespan: Timespan): Bar | null
  watch(symbol: Symbol, timespan: Timespan, changed: () => void): Disposer
  apply(tick: Tick): void
  /**
   * Requests the bars again after an interruption of the stream, because only the provider's bars
   * contain the missed trades.
   */
  reseed(symbols: readonly Symbol[]): void
  dispose: Disposer
}

/** Starts without bars. */
export function createLiveBars(deps: {
  readonly market: Pick<MarketPort, 'bars'>
  readonly timers: TimerPort
}): LiveBars {
  const bars = new Map<Symbol, Map<Timespan, LiveBar>>()
  let disposed = false

  const isWatched = (live: LiveBar): boolean =>
    !disposed && bars.get(live.symbol)?.get(live.timespan) === live

  const seed = async (live: LiveBar): Promise<void> => {
    live.cancelTimer()
    if (live.requesting || !isWatched(live)) return
    live.requesting = true
    live.requests += 1
    live.builder.beginSeed()
    const answer = await deps.market.bars({
      symbol: live.symbol,
      timespan: live.timespan,
      count: 1,
      before: null,
      includeRunning: true,
    })
    live.requesting = false
    if (!isWatched(live)) return
    let settled = false
    if (answer.ok) {
      settled = live.builder.seed(answer.value.at(-1) ?? null).certain
      live.changed.emit()
    } else live.builder.giveUp()
    const retry = !settled && live.requests < MAX_SEED_REQUESTS
    if (!retry) live.requests = 0
    const long = (TIMESPAN_SECONDS[live.timespan] ?? Number.POSITIVE_INFINITY) > 60
    if (retry || long) {
      live.cancelTimer = deps.timers.after(
        retry ? RETRY_SEED_MS : COMPARE_EVERY_MS,
        () => void seed(live),
      )
    }
  }

  return {
    get: (symbol, timespan) => bars.get(symbol)?.get(timespan)?.builder.bar ?? null,
    watch(symbol, timespan, changed) {
      const ofSymbol = bars.get(symbol) ?? new Map<Timespan, LiveBar>()
      bars.set(symbol, ofSymbol)
      const known = ofSymbol.get(timespan)
      const live = known ?? {
        symbol,
        timespan,
        builder: createBarBuilder(timespan),
        changed: createEmitter<void>(),
        requests: 0,
        requesting: false,
        cancelTimer: () => undefined,
      }
      ofSymbol.set(timespan, live)
      const remove = live.changed.add(changed)
      if (known === undefined) void seed(live)
      return () => {
        remove()
        if (live.changed.size > 0 || !isWatched(live)) return
        live.cancelTimer()
        ofSymbol.delete(timespan)
        if (ofSymbol.size === 0) bars.delete(symbol)
      }
    },
    apply(tick) {
      for (const live of bars.get(tick.symbol)?.values() ?? []) {
        if (live.builder.add(tick)) live.changed.emit()
      }
    },
    reseed(symbols) {
      for (const symbol of symbols) {
        for (const live of bars.get(symbol)?.values() ?? []) void seed(live)
      }
    },
    dispose() {
      disposed = true
      for (const ofSymbol of bars.values()) for (const live of ofSymbol.values()) live.cancelTimer()
      bars.clear()
    },
  }
}
