import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { MarketSession } from '../../../shared/domain/market/quote.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketStep } from '../model/market-step.js'
import { readBars } from './bars/bars.js'
import { MINUTE_DAYS } from './bars/daily-bars.js'
import { CursorQueue } from './tapes/live-cursor.js'
import { createCryptoSimulation, type CryptoSimulation } from './simulations/crypto-simulation.js'
import { createCryptoCalendar, createFuturesCalendar } from './calendar/calendar.js'
import {
  createFuturesSimulation,
  type FuturesSimulation,
} from './simulations/futures-simulation.js'
import { createRoots } from './simulations/root-paths.js'
import { createStockSimulation } from './simulations/stock-simulation.js'
import type { SymbolState } from './states/symbol-state.js'
import type { Market, MarketOptions, TapePrint, WatchReason } from './securities/market-types.js'

export type {
  BarData,
  BarQuery,
  ExtendedHours,
  Listing,
  Market,
  MarketOptions,
  SnapshotData,
  TapePrint,
  WatchReason,
} from './securities/market-types.js'
export type { ShareSplit } from './securities/splits.js'

const MAX_LEVELS = 50
const USUAL_LEVELS = 10
const levelsOf = (wanted: number): number => Math.min(MAX_LEVELS, Math.max(1, Math.floor(wanted)))

/**
 * Creates the seeded market. All data follows from the seed, the anchor `startAt` and the requested
 * times; only customers' prints and load mode are inputs. Stock steps are always generated, all
 * others only while watched.
 */
export function createMarket({
  seed,
  startAt,
  resumeAt = startAt,
  depthLevels = USUAL_LEVELS,
}: MarketOptions): Market {
  const stocks = createStockSimulation(seed, startAt)
  const levels = levelsOf(depthLevels)
  let others: { readonly futures: FuturesSimulation; readonly crypto: CryptoSimulation } | null =
    null
  /** Futures and crypto, created on the first request for them. */
  const beyond = () => {
    if (others) return others
    const roots = createRoots(seed, stocks)
    others = {
      futures: createFuturesSimulation(seed, createFuturesCalendar(startAt), roots),
      crypto: createCryptoSimulation(seed, createCryptoCalendar(startAt), roots),
    }
    return others
  }
  const find = (symbol: string): SymbolState | undefined =>
    stocks.state(symbol) ?? beyond().crypto.state(symbol) ?? beyond().futures.state(symbol, now)
  /** Returns the current state of a symbol; a continuous symbol uses its contract's. */
  const current = (symbol: string): SymbolState | undefined =>
    stocks.state(symbol) ??
    beyond().crypto.state(symbol) ??
    beyond().futures.state(beyond().futures.resolve(symbol, now), now)
  /** Watch counts by reason, for symbols whose steps are not always generated. */
  const watched = new Map<SymbolState, Record<WatchReason, number>>()
  const withOrders = (): SymbolState[] =>
    [...watched].filter(([, reasons]) => reasons.orders > 0).map(([state]) => state)
  let now = resumeAt
  let queue: CursorQueue<SymbolState> | null = null
  /** The queue whose steps are being emitted. */
  let emitting: CursorQueue<SymbolState> | null = null
  let wantedRate: { readonly perSecond: number | null } | null = null

  // Preparing the queue plans every symbol's session, so it waits until the market is first used.
  const ready = (): CursorQueue<SymbolState> => {
    if (queue) return queue
    for (const state of stocks.states) state.seek(now)
    queue = new CursorQueue<SymbolState>([...stocks.states, ...watched.keys()])
    return queue
  }
  const changeRate = (perSecond: number | null): void => {
    if (perSecond === stocks.rates.current()) return
    const order = ready()
    stocks.rates.change(now + 1, perSecond)
    for (const state of stocks.states) state.cursor.seek(now)
    order.rebuild()
  }
  const emitUpTo = (
    order: CursorQueue<SymbolState>,
    to: EpochMs,
    sink: (step: MarketStep) => void,
  ): void => {
    for (;;) {
      const first = order.first()
      if (first === undefined || first.cursor.nextTime > to) return
      now = epochMs(first.cursor.nextTime)
      const step = first.nextStep(levels)
      order.firstMoved()
      sink(step)
    }
  }
  /**
   * Emits a queue's steps; changes requested meanwhile that would disturb it are applied at the
   * end.
   */
  const emitSteps = (
    order: CursorQueue<SymbolState>,
    to: EpochMs,
    sink: (step: MarketStep) => void,
  ): void => {
    emitting = order
    try {
      emitUpTo(order, to, sink)
      now = to
    } finally {
      emitting = null
    }
    if (wantedRate) changeRate(wantedRate.perSecond)
    wantedRate = null
  }

  return {
    listings: stocks.listings,
    listing: (symbol) => stocks.listing(symbol, now),
    splits: stocks.splits,
    sharesNow: (symbol) => stocks.sharesAt(symbol, now),
    instrument: (symbol) =>
      stocks.instrument(symbol) ??
      beyond().crypto.instrument(symbol) ??
      beyond().futures.instrument(symbol, now),
    resolve: (symbol) =>
      stocks.state(symbol) === undefined ? beyond().futures.resolve(symbol, now) : symbol,
    contract: (symbol) => beyond().futures.contract(symbol, now),
    figures: (symbol) => beyond().futures.settlementFigures(symbol, now),
    settlement: (symbol) => beyond().futures.settlement(symbol, now),
    now: () => now,
    advance: (to, sink) => {
      if (emitting || to <= now) return
      emitSteps(ready(), to, sink)
    },
    skipTo: (to, sink = () => undefined) => {
      if (emitting || to <= now) return
      const awake = withOrders()
      // The other symbols' positions are found when the market is next used.
      queue = null
      if (awake.length > 0) emitSteps(new CursorQueue(awake), to, sink)
      now = to
      queue = null
      for (const [state, reasons] of watched) if (reasons.orders === 0) state.seek(now)
    },
    skipEmitsSteps: () => withOrders().length > 0,
    watch: (symbol, why = 'orders') => {
      const state = current(symbol)
      // Stock steps are generated whether or not they are watched.
      if (state === undefined || stocks.state(symbol) !== undefined) return () => undefined
      const reasons = watched.get(state) ?? { orders: 0, shown: 0 }
      if (!watched.has(state)) {
        watched.set(state, reasons)
        state.seek(now)
        for (const order of new Set([queue, emitting])) order?.add(state)
      }
      reasons[why] += 1
      let open = true
      return () => {
        if (!open) return
        open = false
        reasons[why] -= 1
        if (reasons.orders + reasons.shown > 0) return
        watched.delete(state)
        state.rest()
        for (const order of new Set([queue, emitting])) order?.remove(state)
      }
    },
    book: (symbol, count = levels) => {
      ready()
      return current(symbol)?.book(now, levelsOf(count))
    },
    recordPrint: (symbol, _time, price, size, aggressor) => {
      ready()
      current(symbol)?.record(now, price, size, aggressor === 'buy')
    },
    reference: (symbol) => {
      ready()
      return current(symbol)?.reference(now)
    },
    snapshot: (symbol) => {
      ready()
      return current(symbol)?.snapshot(now)
    },
    ticks: (symbol: string, count: number, sessions: readonly MarketSession[]): TapePrint[] => {
      ready()
      const state = find(symbol)
      return (
        state?.ticks(now, count, sessions, Math.max(0, state.calendar.anchor - MINUTE_DAYS)) ?? []
      )
    },
    visitPrints: (symbol, from, to, sessions, visitor) => {
      ready()
      find(symbol)?.visitPrints(now, from, to, sessions, visitor)
    },
    bars: (symbol: string, timespan: Timespan, query) => {
      ready()
      const state = find(symbol)
      return state
        ? readBars(
            {
              calendar: state.calendar,
              tape: state.tape,
              daily: state.daily,
              cutoff: state.cutoff(now),
            },
            timespan,
            query,
          )
        : []
    },
    // Within `advance` the change waits for the end, because steps of the same moment still belong
    // to
    // the old rate.
    setTickRate: (perSecond) => {
      if (emitting) wantedRate = { perSecond }
      else changeRate(perSecond)
    },
  }
}
