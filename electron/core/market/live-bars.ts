import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../../shared/domain/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Tick } from '../../../shared/domain/quote.js'
import { listeners, type Listeners } from '../live.js'
import type { TimerPort } from '../ports.js'
import { createBarBuilder, type BarBuilder } from './bar-builder.js'
import type { MarketPort } from './market-port.js'

/**
 * Trades that crossed the answer make its volume doubtful: ask again, a few times, until none did.
 */
const ASK_AGAIN_MS = 1_500
const MAX_ASKS = 4
/**
 * Long bars collect small differences (late corrections, lost messages): compare with the provider
 * once in a while.
 */
const COMPARE_EVERY_MS = 60_000

interface Live {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly builder: BarBuilder
  readonly changed: Listeners<void>
  asks: number
  asking: boolean
  cancelTimer: Disposer
}

/** The running bars that somebody watches. */
export interface LiveBars {
  get(symbol: Symbol, timespan: Timespan): Bar | null
  watch(symbol: Symbol, timespan: Timespan, changed: () => void): Disposer
  apply(tick: Tick): void
  /** The stream was away: what it missed is in the provider's bars only. */
  reseed(symbols: readonly Symbol[]): void
  dispose: Disposer
}

/** Starts without bars. */
export function createLiveBars(deps: {
  readonly market: Pick<MarketPort, 'bars'>
  readonly timers: TimerPort
}): LiveBars {
  const bars = new Map<Symbol, Map<Timespan, Live>>()
  let disposed = false

  const isWatched = (live: Live): boolean =>
    !disposed && bars.get(live.symbol)?.get(live.timespan) === live

  const seed = async (live: Live): Promise<void> => {
    live.cancelTimer()
    if (live.asking || !isWatched(live)) return
    live.asking = true
    live.asks += 1
    live.builder.asking()
    const answer = await deps.market.bars({
      symbol: live.symbol,
      timespan: live.timespan,
      count: 1,
      before: null,
      includeRunning: true,
    })
    live.asking = false
    if (!isWatched(live)) return
    let settled = false
    if (answer.ok) {
      settled = live.builder.seed(answer.value.at(-1) ?? null).certain
      live.changed.emit()
    } else live.builder.giveUp()
    const again = !settled && live.asks < MAX_ASKS
    if (!again) live.asks = 0
    const long = (TIMESPAN_SECONDS[live.timespan] ?? Number.POSITIVE_INFINITY) > 60
    if (again || long) {
      live.cancelTimer = deps.timers.after(
        again ? ASK_AGAIN_MS : COMPARE_EVERY_MS,
        () => void seed(live),
      )
    }
  }

  return {
    get: (symbol, timespan) => bars.get(symbol)?.get(timespan)?.builder.bar ?? null,
    watch(symbol, timespan, changed) {
      const ofSymbol = bars.get(symbol) ?? new Map<Timespan, Live>()
      bars.set(symbol, ofSymbol)
      const known = ofSymbol.get(timespan)
      const live = known ?? {
        symbol,
        timespan,
        builder: createBarBuilder(timespan),
        changed: listeners<void>(),
        asks: 0,
        asking: false,
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
