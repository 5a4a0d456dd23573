import type { Disposer } from '../../../shared/domain/brand.js'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { RuledSession } from '../../../shared/domain/market/quote.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { Instrument } from '../model/instrument.js'
import type { MarketStep } from '../model/market-step.js'
import type { PriceUnits } from '../model/units.js'
import type { ExecutionPrint, ReferencePrices } from '../model/venue.js'
import { readBars } from './bars/bars.js'
import { MINUTE_DAYS } from './bars/daily-bars.js'
import { CursorQueue } from './tapes/live-cursor.js'
import { createCryptoSimulation, type CryptoSimulation } from './simulations/crypto-simulation.js'
import { createCryptoCalendar, createFuturesCalendar } from './calendar/calendar.js'
import { FuturesSimulation } from './simulations/futures-simulation.js'
import { createRoots, type Roots } from './simulations/root-paths.js'
import { createStockSimulation, type StockSimulation } from './simulations/stock-simulation.js'
import type { SymbolState } from './states/symbol-state.js'
import type { Contract } from './futures/contracts.js'
import type { FuturesSettlementFigures } from './futures/settlement-figures.js'
import type { Shock } from './shocks/shock.js'
import type { ShareSplit } from './securities/splits.js'
import type {
  BarData,
  BarQuery,
  Listing,
  Market,
  MarketOptions,
  PrintRange,
  PrintVisitor,
  SnapshotData,
  TapePrint,
  WatchReason,
} from './securities/market-types.js'

const MAX_LEVELS = 50
const USUAL_LEVELS = 10
const levelsOf = (wanted: number): number => Math.min(MAX_LEVELS, Math.max(1, Math.floor(wanted)))

type Sink = (step: MarketStep) => void

/** The simulations of everything but stocks. */
interface OtherSimulations {
  readonly roots: Roots
  readonly futures: FuturesSimulation
  readonly crypto: CryptoSimulation
}

/**
 * The seeded market. Stock steps are always generated, all others only while watched. Preparing the
 * queue plans every symbol's session, so it waits until the market is first used.
 */
export class SeededMarket implements Market {
  readonly listings: readonly Listing[]
  readonly splits: readonly ShareSplit[]
  readonly #seed: string
  readonly #startAt: EpochMs
  readonly #levels: number
  readonly #stocks: StockSimulation
  /** Futures and crypto, created on the first request for them. */
  #others: OtherSimulations | null = null
  /** Watch counts by reason, for symbols whose steps are not always generated. */
  readonly #watched = new Map<SymbolState, Record<WatchReason, number>>()
  #now: EpochMs
  #queue: CursorQueue<SymbolState> | null = null
  /** The queue whose steps are being emitted. */
  #emitting: CursorQueue<SymbolState> | null = null
  /** A rate that was set while steps were emitted. */
  #wantedRate: { readonly perSecond: number | null } | null = null

  constructor(options: MarketOptions) {
    const { seed, startAt, resumeAt = startAt, depthLevels = USUAL_LEVELS } = options
    this.#seed = seed
    this.#startAt = startAt
    this.#levels = levelsOf(depthLevels)
    this.#now = resumeAt
    this.#stocks = createStockSimulation(seed, startAt, options.shocks, options.recorded)
    this.listings = this.#stocks.listings
    this.splits = this.#stocks.splits
  }

  listing(symbol: string): Listing | undefined {
    return this.#stocks.listing(symbol, this.#now)
  }

  sharesNow(symbol: string): number {
    return this.#stocks.sharesAt(symbol, this.#now)
  }

  instrument(symbol: string): Instrument | undefined {
    return (
      this.#stocks.instrument(symbol) ??
      this.#beyond.crypto.instrument(symbol) ??
      this.#beyond.futures.instrument(symbol, this.#now)
    )
  }

  resolve(symbol: string): string {
    return this.#stocks.state(symbol) === undefined
      ? this.#beyond.futures.resolve(symbol, this.#now)
      : symbol
  }

  contract(symbol: string): Contract | undefined {
    return this.#beyond.futures.contract(symbol, this.#now)
  }

  figures(symbol: string): FuturesSettlementFigures | undefined {
    return this.#beyond.futures.settlementFigures(symbol, this.#now)
  }

  settlement(symbol: string): PriceUnits | null {
    return this.#beyond.futures.settlement(symbol, this.#now)
  }

  now(): EpochMs {
    return this.#now
  }

  advance(to: EpochMs, sink: Sink): void {
    if (this.#emitting || to <= this.#now) return
    this.#emitSteps(this.#ready(), to, sink)
  }

  skipTo(to: EpochMs, sink: Sink = () => undefined): void {
    if (this.#emitting || to <= this.#now) return
    const awake = this.#withOrders()
    // The other symbols' positions are found when the market is next used.
    this.#queue = null
    if (awake.length > 0) this.#emitSteps(new CursorQueue(awake), to, sink)
    this.#now = to
    this.#queue = null
    for (const [state, reasons] of this.#watched) if (reasons.orders === 0) state.seek(this.#now)
  }

  skipEmitsSteps(): boolean {
    return this.#withOrders().length > 0
  }

  watch(symbol: string, why: WatchReason = 'orders'): Disposer {
    const state = this.#current(symbol)
    // Stock steps are generated whether or not they are watched.
    if (state === undefined || this.#stocks.state(symbol) !== undefined) return () => undefined
    const reasons = this.#watched.get(state) ?? { orders: 0, shown: 0 }
    if (!this.#watched.has(state)) this.#wake(state, reasons)
    reasons[why] += 1
    let open = true
    return () => {
      if (!open) return
      open = false
      reasons[why] -= 1
      if (reasons.orders + reasons.shown === 0) this.#putToRest(state)
    }
  }

  book(symbol: string, count: number = this.#levels): MarketStep | undefined {
    this.#ready()
    return this.#current(symbol)?.book(this.#now, levelsOf(count))
  }

  recordPrint({ symbol, price, size, aggressor }: ExecutionPrint): void {
    this.#ready()
    this.#current(symbol)?.record(this.#now, price, size, aggressor === 'buy')
  }

  reference(symbol: string): ReferencePrices | undefined {
    this.#ready()
    return this.#current(symbol)?.reference(this.#now)
  }

  snapshot(symbol: string): SnapshotData | undefined {
    this.#ready()
    return this.#current(symbol)?.snapshot(this.#now)
  }

  ticks(symbol: string, count: number, sessions: readonly RuledSession[]): TapePrint[] {
    this.#ready()
    const state = this.#find(symbol)
    if (state === undefined) return []
    const firstDay = Math.max(0, state.calendar.anchor - MINUTE_DAYS)
    return state.ticks(this.#now, count, sessions, firstDay)
  }

  visitPrints(symbol: string, range: PrintRange, visitor: PrintVisitor): void {
    this.#ready()
    this.#find(symbol)?.visitPrints(this.#now, range, visitor)
  }

  bars(symbol: string, timespan: Timespan, query: BarQuery): BarData[] {
    this.#ready()
    const state = this.#find(symbol)
    if (state === undefined) return []
    const { calendar, tape, daily } = state
    return readBars({ calendar, tape, daily, cutoff: state.cutoff(this.#now) }, timespan, query)
  }

  /**
   * Within `advance` the change waits for the end, because steps of the same moment still belong to
   * the old rate.
   */
  setTickRate(perSecond: number | null): void {
    if (this.#emitting) this.#wantedRate = { perSecond }
    else this.#changeRate(perSecond)
  }

  shocks(): readonly Shock[] {
    return this.#stocks.shocks()
  }

  setShocks(shocks: readonly Shock[]): void {
    this.#stocks.setShocks(shocks)
    this.#others?.roots.drop()
    this.#others?.futures.redraw()
    this.#others?.crypto.redraw()
    if (this.#queue === null) return
    // The next step of a quiet symbol may be one of a minute that has changed.
    for (const state of this.#stocks.states) state.cursor.seek(this.#now)
    for (const state of this.#watched.keys()) state.cursor.seek(this.#now)
    this.#queue.rebuild()
  }

  get #beyond(): OtherSimulations {
    if (this.#others) return this.#others
    const roots = createRoots(this.#seed, this.#stocks)
    this.#others = {
      roots,
      futures: new FuturesSimulation(this.#seed, createFuturesCalendar(this.#startAt), roots),
      crypto: createCryptoSimulation(this.#seed, createCryptoCalendar(this.#startAt), roots),
    }
    return this.#others
  }

  #find(symbol: string): SymbolState | undefined {
    return (
      this.#stocks.state(symbol) ??
      this.#beyond.crypto.state(symbol) ??
      this.#beyond.futures.state(symbol, this.#now)
    )
  }

  /** Returns the current state of a symbol; a continuous symbol uses its contract's. */
  #current(symbol: string): SymbolState | undefined {
    const known = this.#stocks.state(symbol) ?? this.#beyond.crypto.state(symbol)
    if (known !== undefined) return known
    const { futures } = this.#beyond
    return futures.state(futures.resolve(symbol, this.#now), this.#now)
  }

  #withOrders(): SymbolState[] {
    return [...this.#watched].filter(([, { orders }]) => orders > 0).map(([state]) => state)
  }

  #wake(state: SymbolState, reasons: Record<WatchReason, number>): void {
    this.#watched.set(state, reasons)
    state.seek(this.#now)
    for (const queue of new Set([this.#queue, this.#emitting])) queue?.add(state)
  }

  #putToRest(state: SymbolState): void {
    this.#watched.delete(state)
    state.rest()
    for (const queue of new Set([this.#queue, this.#emitting])) queue?.remove(state)
  }

  #ready(): CursorQueue<SymbolState> {
    if (this.#queue) return this.#queue
    for (const state of this.#stocks.states) state.seek(this.#now)
    this.#queue = new CursorQueue<SymbolState>([...this.#stocks.states, ...this.#watched.keys()])
    return this.#queue
  }

  #changeRate(perSecond: number | null): void {
    if (perSecond === this.#stocks.rates.current()) return
    const queue = this.#ready()
    this.#stocks.rates.change(this.#now + 1, perSecond)
    for (const state of this.#stocks.states) state.cursor.seek(this.#now)
    queue.rebuild()
  }

  /**
   * Emits a queue's steps; changes requested meanwhile that would disturb it are applied at the
   * end.
   */
  #emitSteps(queue: CursorQueue<SymbolState>, to: EpochMs, sink: Sink): void {
    this.#emitting = queue
    try {
      this.#emitUpTo(queue, to, sink)
      this.#now = to
    } finally {
      this.#emitting = null
    }
    if (this.#wantedRate) this.#changeRate(this.#wantedRate.perSecond)
    this.#wantedRate = null
  }

  #emitUpTo(queue: CursorQueue<SymbolState>, to: EpochMs, sink: Sink): void {
    for (;;) {
      const first = queue.first()
      if (first === undefined || first.cursor.nextTime > to) return
      this.#now = epochMs(first.cursor.nextTime)
      const step = first.nextStep(this.#levels)
      queue.firstMoved()
      sink(step)
    }
  }
}
