import type { Bar, Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { ChannelReport } from '../channel-report.js'
import type { LiveEvents, LiveRows, LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { createExchangeOffset } from './exchange-offset.js'
import { createInterest } from './interest.js'
import { createLiveBars } from './live-bars.js'
import type { MarketPort, MarketStreamPort } from './market-port.js'
import { createQuoteHub, type QuoteHub } from './quote-hub.js'
import { TAPE_LENGTH, createTape } from './trade-tape.js'

const DEPTH_LEVELS = 20
/** Symbols requested at the same time are loaded together. */
const LOAD_COALESCE_MS = 10
/**
 * A live stream sends a snapshot with its subscription; without one, load over HTTP after this
 * time.
 */
const LOAD_FALLBACK_MS = 1_500

/**
 * The market data of one session: quotes, books, trades and running bars, and the subscriptions of
 * their watchers.
 */
export interface MarketDataService {
  readonly quotes: QuoteHub
  start(): void
  /** Ends the stream but remembers what is watched; {@link start} resumes it. */
  stop(): void
  watchQuotes(symbols: readonly Symbol[]): LiveRows<Quote>
  watchDepth(symbol: Symbol): LiveValue<Depth | null>
  watchTicks(symbol: Symbol): LiveEvents<Tick>
  watchBar(symbol: Symbol, timespan: Timespan): LiveValue<Bar | null>
  /** Keeps quotes subscribed without a listener (for positions that are marked to market). */
  hold(symbols: readonly Symbol[]): Disposer
  readonly offsetMs: number | null
  onOffset(listener: () => void): Disposer
  readonly health: ChannelReport
  onHealth(listener: () => void): Disposer
  dispose: Disposer
}

/** Starts without subscriptions and without a connection. */
export function createMarketDataService(deps: {
  readonly market: MarketPort
  readonly stream: MarketStreamPort
  readonly clock: ClockPort
  readonly timers: TimerPort
}): MarketDataService {
  const { market, clock, timers } = deps
  const books = new Map<Symbol, Depth>()
  const bookChanged = new Map<Symbol, ReturnType<typeof createEmitter<void>>>()
  const offset = createExchangeOffset()
  const offsetChanged = createEmitter<void>()
  const healthChanged = createEmitter<void>()
  const streamed = { quotes: new Set<Symbol>(), depth: new Set<Symbol>(), ticks: new Set<Symbol>() }
  const wanted = { quotes: new Set<Symbol>(), depth: new Set<Symbol>(), ticks: new Set<Symbol>() }
  const tapes = new Set<Symbol>()
  let health: ChannelReport = {
    state: 'connecting',
    lastMessageAt: null,
    latencyMs: null,
    detail: null,
  }
  let cancelLoad: Disposer | null = null
  let stop: Disposer = () => undefined
  let disposed = false

  const quotes = createQuoteHub({
    market,
    clock,
    streamed: (symbol) => health.state === 'live' && streamed.quotes.has(symbol),
  })
  const tape = createTape()
  const bars = createLiveBars({ market, timers })
  const interest = createInterest({
    timers,
    publish: (next) => deps.stream.setInterest(next),
    dropped: (kind, symbol) => {
      streamed[kind].delete(symbol)
      if (kind === 'depth') books.delete(symbol)
      if (kind === 'ticks') {
        tape.forget(symbol)
        tapes.delete(symbol)
      }
    },
  })

  const applyDepth = (depth: Depth): void => {
    const known = books.get(depth.symbol)
    if (
      known !== undefined &&
      known.time !== null &&
      depth.time !== null &&
      depth.time < known.time
    ) {
      return
    }
    books.set(depth.symbol, depth)
    bookChanged.get(depth.symbol)?.emit()
  }

  const loadDepth = async (symbol: Symbol): Promise<void> => {
    const answer = await market.depth(symbol, DEPTH_LEVELS)
    if (answer.ok && !disposed && interest.has('depth', symbol)) applyDepth(answer.value)
  }

  const loadTape = async (symbol: Symbol): Promise<void> => {
    const answer = await market.ticks(symbol, TAPE_LENGTH)
    if (answer.ok && !disposed && interest.has('ticks', symbol)) tape.fill(symbol, answer.value)
  }

  const loadWanted = (): void => {
    cancelLoad?.()
    cancelLoad = null
    if (wanted.quotes.size > 0) void quotes.load(Array.from(wanted.quotes))
    for (const symbol of wanted.depth) void loadDepth(symbol)
    for (const symbol of wanted.ticks) void loadTape(symbol)
    for (const kind of ['quotes', 'depth', 'ticks'] as const) wanted[kind].clear()
  }

  const requestLoad = (kind: 'quotes' | 'depth' | 'ticks', symbol: Symbol): void => {
    wanted[kind].add(symbol)
    cancelLoad ??= timers.after(
      health.state === 'live' && !streamed[kind].has(symbol) ? LOAD_FALLBACK_MS : LOAD_COALESCE_MS,
      loadWanted,
    )
  }

  const observeTime = (time: Quote['time'] | undefined): void => {
    if (time !== null && time !== undefined && offset.observe(time, clock.now())) {
      offsetChanged.emit()
    }
  }

  const holdAll = (symbols: readonly Symbol[]): Disposer => {
    const held = symbols.map((symbol) => {
      const { first, release } = interest.acquire('quotes', symbol)
      if (first) requestLoad('quotes', symbol)
      return release
    })
    return () => {
      for (const release of held) release()
    }
  }

  return {
    quotes,
    start() {
      stop = deps.stream.start({
        onQuote(patch) {
          quotes.apply(patch)
          observeTime(patch.time)
        },
        onDepth(depth) {
          applyDepth(depth)
        },
        onTick(tick) {
          if (tapes.has(tick.symbol)) tape.apply(tick)
          bars.apply(tick)
          observeTime(tick.time)
        },
        onSubscribed(now) {
          for (const kind of ['quotes', 'depth', 'ticks'] as const) {
            for (const symbol of now[kind]) streamed[kind].add(symbol)
          }
          for (const symbol of now.quotes) wanted.quotes.add(symbol)
          for (const symbol of now.depth) wanted.depth.add(symbol)
          for (const symbol of now.ticks) if (tapes.has(symbol)) wanted.ticks.add(symbol)
          loadWanted()
          bars.reseed(now.ticks)
        },
        onHealth(report) {
          health = report
          if (report.state !== 'live' && report.state !== 'stale') {
            for (const kind of ['quotes', 'depth', 'ticks'] as const) streamed[kind].clear()
          }
          healthChanged.emit()
        },
      })
    },
    stop() {
      stop()
      stop = () => undefined
      health = { ...health, state: 'stopped' }
      for (const kind of ['quotes', 'depth', 'ticks'] as const) streamed[kind].clear()
      healthChanged.emit()
    },
    hold: holdAll,
    watchQuotes(symbols) {
      const rows = quotes.rows(symbols)
      return {
        all: rows.all,
        subscribe(changed) {
          const release = holdAll(symbols)
          const remove = rows.subscribe(changed)
          return () => {
            remove()
            release()
          }
        },
      }
    },
    watchDepth: (symbol) => ({
      get: () => books.get(symbol) ?? null,
      subscribe(changed) {
        const { first, release } = interest.acquire('depth', symbol)
        if (first) requestLoad('depth', symbol)
        const set = bookChanged.get(symbol) ?? createEmitter<void>()
        bookChanged.set(symbol, set)
        const remove = set.add(changed)
        return () => {
          remove()
          release()
        }
      },
    }),
    watchTicks: (symbol) => ({
      recent: () => tape.events(symbol).recent(),
      subscribe(happened) {
        const { release } = interest.acquire('ticks', symbol)
        if (!tapes.has(symbol)) {
          tapes.add(symbol)
          requestLoad('ticks', symbol)
        }
        const remove = tape.events(symbol).subscribe(happened)
        return () => {
          remove()
          release()
        }
      },
    }),
    watchBar: (symbol, timespan) => ({
      get: () => bars.get(symbol, timespan),
      subscribe(changed) {
        const { release } = interest.acquire('ticks', symbol)
        const remove = bars.watch(symbol, timespan, changed)
        return () => {
          remove()
          release()
        }
      },
    }),
    get offsetMs() {
      return offset.ms === null ? null : Math.round(offset.ms)
    },
    onOffset: (listener) => offsetChanged.add(listener),
    get health() {
      return health
    },
    onHealth: (listener) => healthChanged.add(listener),
    dispose() {
      disposed = true
      cancelLoad?.()
      stop()
      interest.dispose()
      bars.dispose()
    },
  }
}
