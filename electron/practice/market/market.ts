import type { Timespan } from '../../../shared/domain/bar.js'
import type { TradingSession } from '../../../shared/domain/quote.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketStep } from '../market-step.js'
import { readBars } from './bars.js'
import { createCalendar } from './calendar.js'
import { MINUTE_DAYS, createPeriodStarts } from './daily.js'
import { createFactors } from './factors.js'
import { SECURITIES } from './listings.js'
import { CursorQueue, type LiveCursor } from './live-cursor.js'
import { createRateSchedule } from './rate-schedule.js'
import { SymbolState } from './symbol-state.js'
import { createSymbolTape } from './symbol-tape.js'
import type { Market, MarketOptions, TapePrint } from './types.js'

export type { BarData, BarQuery, ExtendedHours, Listing, Market, MarketOptions, SnapshotData, TapePrint } from './types.js'

const MOST_LEVELS = 50
const USUAL_LEVELS = 10
const levelsOf = (wanted: number): number => Math.min(MOST_LEVELS, Math.max(1, Math.floor(wanted)))

/**
 * The seeded market. Everything it tells follows from the seed, the anchor `startAt` and the times asked for; customers'
 * prints and load mode are the only things it must be told.
 */
export function createMarket({ seed, startAt, resumeAt = startAt, depthLevels = USUAL_LEVELS }: MarketOptions): Market {
  const calendar = createCalendar(startAt)
  const factors = createFactors(seed)
  const rates = createRateSchedule(SECURITIES)
  const periodStart = createPeriodStarts(calendar)
  const oldestMinuteDay = Math.max(0, calendar.anchor - MINUTE_DAYS)
  const states = SECURITIES.map((security) => new SymbolState(createSymbolTape(seed, security, calendar, factors, rates), calendar, rates))
  const bySymbol = new Map(states.map((state) => [state.tape.security.listing.symbol, state]))
  const cursors = states.map((state) => state.cursor)
  const levels = levelsOf(depthLevels)
  const listings = SECURITIES.map((security) => security.listing)
  let now = resumeAt
  let queue: CursorQueue | null = null
  let telling = false
  let wantedRate: { readonly perSecond: number | null } | null = null

  const seekAll = (): void => {
    for (const state of states) state.seek(now)
    queue = new CursorQueue(cursors)
  }
  // The first look ahead plans every symbol's session: done when the market is first used, not when it is made.
  const ready = (): CursorQueue => {
    if (!queue) seekAll()
    return queue as CursorQueue
  }
  const changeRate = (perSecond: number | null): void => {
    if (perSecond === rates.current()) return
    ready()
    rates.change(now + 1, perSecond)
    for (const cursor of cursors) cursor.seek(now)
    queue?.rebuild()
  }
  const tellUpTo = (to: EpochMs, sink: (step: MarketStep) => void): void => {
    const order = ready()
    for (;;) {
      const first = order.first()
      const { nextTime } = cursors[first] as LiveCursor
      if (nextTime > to) return
      now = epochMs(nextTime)
      const step = (states[first] as SymbolState).tell(levels)
      order.firstMoved()
      sink(step)
    }
  }

  return {
    listings,
    listing: (symbol) => bySymbol.get(symbol)?.tape.security.listing,
    now: () => now,
    advance: (to, sink) => {
      if (telling || to <= now) return
      telling = true
      try {
        tellUpTo(to, sink)
        now = to
      } finally {
        telling = false
      }
      if (wantedRate) changeRate(wantedRate.perSecond)
      wantedRate = null
    },
    skipTo: (to) => {
      if (telling || to <= now) return
      now = to
      if (queue) seekAll()
    },
    book: (symbol, count = levels) => {
      ready()
      return bySymbol.get(symbol)?.book(now, levelsOf(count))
    },
    recordPrint: (symbol, _time, price, size, aggressor) => {
      ready()
      bySymbol.get(symbol)?.record(now, price, size, aggressor === 'buy')
    },
    snapshot: (symbol) => {
      ready()
      return bySymbol.get(symbol)?.snapshot(now)
    },
    ticks: (symbol: string, count: number, sessions: readonly TradingSession[]): TapePrint[] => {
      ready()
      return bySymbol.get(symbol)?.ticks(now, count, sessions, oldestMinuteDay) ?? []
    },
    visitPrints: (symbol, from, to, sessions, visitor) => {
      ready()
      bySymbol.get(symbol)?.visitPrints(now, from, to, sessions, visitor)
    },
    bars: (symbol: string, timespan: Timespan, query) => {
      ready()
      const state = bySymbol.get(symbol)
      return state ? readBars({ calendar, tape: state.tape, daily: state.daily, periodStart, cutoff: state.cutoff(now) }, timespan, query) : []
    },
    // Within `advance` the change waits for its end: steps of the same moment are still to be told at the old rate.
    setTickRate: (perSecond) => {
      if (telling) wantedRate = { perSecond }
      else changeRate(perSecond)
    },
  }
}
