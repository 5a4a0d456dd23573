import type { Bar, Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { MarketReadKind } from '../../../shared/domain/market/market-read.js'
import type { DayLine, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type { ChannelReport } from '../channel-report.js'
import type { LiveEvents, LiveRows, LiveValue } from '../live-values.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, DocumentPort, TimerPort } from '../ports.js'
import type { ProviderFailure } from '../provider-failure.js'
import { createExchangeOffset, type ExchangeOffset, ProvedTime } from './exchange-offset.js'
import { createInterest, type Interest, type InterestKind } from './interest.js'
import { LiveBars } from './live-bars.js'
import type { MarketInterest, MarketPort, MarketStreamPort, QuotePatch } from './market-port.js'
import { OrderBooks } from './order-books.js'
import { isStreamed } from './streamed.js'
import { QuoteHub, SNAPSHOT_BATCH } from './quote-hub.js'
import { LastQuotes } from './last-quotes/last-quotes.js'
import { AwaitedQuotes } from './polling/awaited-quotes.js'
import { PolledRows } from './polling/polled-rows.js'
import { PolledSymbols } from './polling/polled-symbols.js'
import { QuoteLoads } from './polling/quote-loads.js'
import { QuotePolling } from './polling/quote-polling.js'
import { SymbolReads, type SymbolRead } from './polling/symbol-reads.js'
import { TAPE_LENGTH, createTape } from './trade-tape.js'

const DEPTH_LEVELS = 20
/** Symbols requested at the same time are loaded together. */
const LOAD_COALESCE_MS = 10
/**
 * Trades and books of a live stream are loaded with its subscription; without one, after this time.
 */
const LOAD_FALLBACK_MS = 1_500

export interface MarketDataDeps {
  readonly market: MarketPort
  readonly stream: MarketStreamPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** By how much the environment's market data may be late; 0 by default. */
  readonly dataDelayMs?: number
  /** Where the shown prices are stored for the next start; absent to store none. */
  readonly quotesFile?: DocumentPort | undefined
}

/** Symbols per request of what no stream carries (MARKET-1). */
const DETAIL_BATCH = 100
const DETAILS_MS = 15_000
/** The bars of a line are five minutes long or longer. */
const DAY_LINES_MS = 60_000
/** Symbols of options read in one request (MARKET-2), and how often. */
const OPTION_BATCH = 20
const OPTION_QUOTES_MS = 2_500
/** How often the quotes are read that the provider does not stream because they are too many. */
const OVER_LIMIT_MS = 15_000

const KINDS = ['quotes', 'depth', 'ticks'] as const satisfies readonly InterestKind[]

type SymbolSets = Readonly<Record<InterestKind, Set<Symbol>>>
const emptySets = (): SymbolSets => ({ quotes: new Set(), depth: new Set(), ticks: new Set() })

/**
 * The market data of one session: quotes, books, trades and running bars, and the subscriptions of
 * their watchers.
 */
export class MarketDataService {
  readonly quotes: QuoteHub
  readonly #deps: MarketDataDeps
  readonly #books = new OrderBooks()
  readonly #tape = createTape()
  readonly #bars: LiveBars
  readonly #polled: PolledSymbols
  readonly #interest: Interest
  readonly #optionQuotes: QuotePolling
  /** Reads the symbols above the provider's limit of subscriptions. */
  readonly #overLimitQuotes: QuotePolling
  #overLimit: ReadonlySet<Symbol> = new Set()
  readonly #loads: QuoteLoads
  readonly #awaited: AwaitedQuotes
  readonly #details: PolledRows<SymbolDetails>
  readonly #dayLines: PolledRows<DayLine>
  readonly #reads: Readonly<Record<MarketReadKind, SymbolReads>>
  readonly #last: LastQuotes | null
  readonly #offset: ExchangeOffset
  readonly #offsetChanged = createEmitter<void>()
  readonly #healthChanged = createEmitter<void>()
  /** Subscribed on the stream. */
  readonly #streamed = emptySets()
  /** To be loaded over HTTP. */
  readonly #wanted = emptySets()
  /** Symbols whose trades are stored, not only used for bars. */
  readonly #taped = new Set<Symbol>()
  readonly #times = new ProvedTime()
  #health: ChannelReport = {
    state: 'connecting',
    lastMessageAt: null,
    latencyMs: null,
    detail: null,
  }
  #cancelLoad: Disposer | null = null
  #stopStream: Disposer = () => undefined
  #disposed = false

  /** Starts without subscriptions and without a connection. */
  constructor(deps: MarketDataDeps) {
    const { market, clock, timers, stream } = deps
    this.#deps = deps
    this.quotes = new QuoteHub({
      market,
      clock,
      timers,
      streamed: (symbol) => this.#isCurrent(symbol),
      polled: (symbol) => this.#isPolled(symbol),
      watched: (symbol) => this.#interest.has('quotes', symbol),
      watchedSince: (symbol) => this.#interest.watchedSince('quotes', symbol),
    })
    this.#last = this.#openLastQuotes(deps.quotesFile)
    this.#optionQuotes = this.#pollingOf((symbol) => !isStreamed(symbol), {
      batch: OPTION_BATCH,
      rereadMs: OPTION_QUOTES_MS,
    })
    this.#overLimitQuotes = this.#pollingOf((symbol) => this.#overLimit.has(symbol), {
      batch: DETAIL_BATCH,
      rereadMs: OVER_LIMIT_MS,
    })
    this.#loads = new QuoteLoads({
      load: (symbols) => this.#loadQuotes(symbols),
      isHeld: (symbol) => this.#interest.has('quotes', symbol),
      clock,
      timers,
    })
    this.#awaited = new AwaitedQuotes({
      onLate: (symbols) => this.#loads.request(symbols),
      clock,
      timers,
    })
    this.#offset = createExchangeOffset(deps.dataDelayMs)
    const polled = { batch: DETAIL_BATCH, clock, timers }
    this.#details = new PolledRows({
      ...polled,
      read: (symbols) => market.details(symbols),
      rereadMs: DETAILS_MS,
    })
    this.#dayLines = new PolledRows({
      ...polled,
      read: (symbols) => market.dayLines(symbols),
      rereadMs: DAY_LINES_MS,
    })
    const readsOf = (kind: MarketReadKind, read: (symbol: Symbol) => ListRead): SymbolReads =>
      new SymbolReads({ read, isHeld: (symbol) => this.#interest.has(kind, symbol), timers })
    this.#reads = {
      depth: readsOf('depth', (symbol) => this.#loadDepth(symbol)),
      ticks: readsOf('ticks', (symbol) => this.#loadTape(symbol)),
    }
    this.#bars = new LiveBars({ market, timers, polled: (symbol) => this.#isPolled(symbol) })
    this.#interest = createInterest({
      clock,
      timers,
      publish: (next) => stream.setInterest(next),
      dropped: (kind, symbol) => this.#forget(kind, symbol),
    })
    this.#polled = new PolledSymbols({
      // A snapshot of an option has its best bid and ask, and there is no other book.
      hasLevels: isStreamed,
      interest: this.#interest,
      taped: this.#taped,
      reads: this.#reads,
      books: this.#books,
      bars: this.#bars,
    })
    this.quotes.onQuote((quote) => this.#polled.onQuote(quote))
  }

  get offsetMs(): number | null {
    return this.#offset.ms === null ? null : Math.round(this.#offset.ms)
  }

  /**
   * The newest time that the exchange's messages prove, whatever this computer's clock says: at
   * least two of them had a time as late. Null before.
   */
  get provedTime(): EpochMs | null {
    return this.#times.latest
  }

  get health(): ChannelReport {
    const { lastMessageAt } = this.#health
    return { ...this.#health, lastMessageAt: lastMessageAt ?? this.#last?.receivedAt ?? null }
  }

  start(): void {
    this.#stopStream = this.#deps.stream.start({
      onQuote: (patch) => this.#onQuote(patch),
      onDepth: (depth) => {
        this.#books.apply(depth)
        this.#reads.depth.received(depth.symbol)
      },
      onTick: (tick) => this.#onTick(tick),
      onSubscribed: (subscribed) => this.#onSubscribed(subscribed),
      onOverLimit: (symbols) => this.#setOverLimit(symbols),
      onHealth: (report) => this.#setHealth(report),
    })
    this.#optionQuotes.start()
    this.#overLimitQuotes.start()
    this.#loads.start()
    this.#details.start()
    this.#dayLines.start()
  }

  /** Ends the stream but remembers what is watched; {@link start} resumes it. */
  stop(): void {
    this.#stopStream()
    this.#stopStream = () => undefined
    this.#stopReading()
    this.#setHealth({ ...this.#health, state: 'stopped' })
  }

  /** Keeps quotes subscribed without a listener (for positions that are marked to market). */
  hold(symbols: readonly Symbol[]): Disposer {
    const releases = symbols.map((symbol) => {
      const { first, release } = this.#interest.acquire('quotes', symbol)
      if (first || !isStreamed(symbol)) this.#requestLoad('quotes', symbol)
      return release
    })
    return () => {
      for (const release of releases) release()
    }
  }

  watchQuotes(symbols: readonly Symbol[]): LiveRows<Quote> {
    const own = this.quotes.rows(symbols)
    const rows = this.#last?.over(own, symbols) ?? own
    return {
      all: () => rows.all(),
      subscribe: (changed) => {
        const release = this.hold(symbols)
        return removeThenRelease(rows.subscribe(changed), release)
      },
    }
  }

  /** Reads figures that no stream carries, at intervals, while somebody listens. */
  watchDetails(symbols: readonly Symbol[]): LiveRows<SymbolDetails> {
    return this.#details.rows(symbols)
  }

  /** Reads the prices of the day, at intervals, while somebody listens. */
  watchDayLines(symbols: readonly Symbol[]): LiveRows<DayLine> {
    return this.#dayLines.rows(symbols)
  }

  watchDepth(symbol: Symbol): LiveValue<Depth | null> {
    return {
      get: () => this.#books.get(symbol),
      subscribe: (changed) => {
        const { first, release } = this.#acquire('depth', symbol)
        if (first) this.#requestLoad('depth', symbol)
        return removeThenRelease(this.#books.subscribe(symbol, changed), release)
      },
    }
  }

  watchTicks(symbol: Symbol): LiveEvents<Tick> {
    return {
      recent: () => this.#tape.events(symbol).recent(),
      subscribe: (happened) => {
        const { release } = this.#acquire('ticks', symbol)
        if (!this.#taped.has(symbol)) {
          this.#taped.add(symbol)
          this.#requestLoad('ticks', symbol)
        }
        return removeThenRelease(this.#tape.events(symbol).subscribe(happened), release)
      },
    }
  }

  /** Whether the symbol's book, or its latest trades, are known; reads nothing by itself. */
  watchRead(kind: MarketReadKind, symbol: Symbol): LiveValue<SymbolRead> {
    return this.#reads[kind].state(symbol)
  }

  watchBar(symbol: Symbol, timespan: Timespan): LiveValue<Bar | null> {
    return {
      get: () => this.#bars.get(symbol, timespan),
      subscribe: (changed) => {
        const { release } = this.#acquire('ticks', symbol)
        return removeThenRelease(this.#bars.watch(symbol, timespan, changed), release)
      },
    }
  }

  onOffset(listener: () => void): Disposer {
    return this.#offsetChanged.add(listener)
  }

  onHealth(listener: () => void): Disposer {
    return this.#healthChanged.add(listener)
  }

  dispose(): void {
    this.#disposed = true
    this.#reads.depth.dispose()
    this.#reads.ticks.dispose()
    this.#cancelLoad?.()
    this.#awaited.dispose()
    this.#stopReading()
    this.#stopStream()
    this.#interest.dispose()
    this.#bars.dispose()
    this.#last?.dispose()
  }

  #openLastQuotes(file: DocumentPort | undefined): LastQuotes | null {
    if (file === undefined) return null
    const { clock, timers } = this.#deps
    const current = (symbol: Symbol): Quote | undefined => this.quotes.get(symbol)
    const last = new LastQuotes({ file, clock, timers, current })
    last.onChange(() => this.#healthChanged.emit())
    void last.start()
    return last
  }

  #stopReading(): void {
    this.#optionQuotes.stop()
    this.#overLimitQuotes.stop()
    this.#loads.stop()
    this.#details.stop()
    this.#dayLines.stop()
  }

  #setOverLimit(symbols: readonly Symbol[]): void {
    this.#overLimit = new Set(symbols)
    this.#overLimitQuotes.wake()
  }

  /** Reads the watched quotes that no stream carries, in turns. */
  #pollingOf(
    isPolled: (symbol: Symbol) => boolean,
    pace: { readonly batch: number; readonly rereadMs: number },
  ): QuotePolling {
    return new QuotePolling({
      ...pace,
      watched: () => this.#interest.watched('quotes').filter(isPolled),
      read: async (symbols) => (await this.quotes.load(symbols, 'polling')).ok,
      clock: this.#deps.clock,
      timers: this.#deps.timers,
    })
  }

  #setHealth(report: ChannelReport): void {
    this.#health = report
    if (report.state === 'live') this.#last?.live()
    if (report.state !== 'live' && report.state !== 'stale') {
      for (const kind of KINDS) this.#streamed[kind].clear()
    }
    this.#healthChanged.emit()
  }

  /** True while the stream keeps the symbol's quote up to date. */
  #isCurrent(symbol: Symbol): boolean {
    const isSubscribed = this.#health.state === 'live' && this.#streamed.quotes.has(symbol)
    return isSubscribed && !this.#awaited.has(symbol)
  }

  /** Watches a symbol, and its quote where no stream carries it: all else follows that. */
  #acquire(kind: InterestKind, symbol: Symbol): ReturnType<Interest['acquire']> {
    const { first, release } = this.#interest.acquire(kind, symbol)
    if (isStreamed(symbol)) return { first, release }
    return { first, release: removeThenRelease(this.hold([symbol]), release) }
  }

  /** True for what no stream carries: options, and symbols above the provider's limit. */
  #isPolled(symbol: Symbol): boolean {
    return !isStreamed(symbol) || this.#overLimit.has(symbol)
  }

  #onQuote(patch: QuotePatch): void {
    if (patch.last !== undefined) this.#awaited.remove(patch.symbol)
    // Before its listeners, which may need the exchange's time.
    this.#observeTime(patch.time)
    this.quotes.apply(patch)
  }

  #onTick(tick: Tick): void {
    if (this.#taped.has(tick.symbol)) this.#tape.apply(tick)
    this.#bars.apply(tick)
    this.#observeTime(tick.time)
    // Last, so that its listeners read bars and trades that include the same price.
    this.quotes.trade(tick)
  }

  /** Loads what the stream does not send with a subscription, or what was missed before it. */
  #onSubscribed(subscribed: MarketInterest): void {
    for (const kind of KINDS) {
      for (const symbol of subscribed[kind]) this.#streamed[kind].add(symbol)
    }
    const quotes = subscribed.quotes.filter((symbol) => this.#interest.has('quotes', symbol))
    this.#awaited.subscribed(quotes)
    this.#loads.cancel(quotes)
    for (const symbol of subscribed.depth) this.#wanted.depth.add(symbol)
    for (const symbol of subscribed.ticks) {
      if (this.#taped.has(symbol)) this.#wanted.ticks.add(symbol)
    }
    this.#loadWanted()
    this.#bars.reseed(subscribed.ticks)
  }

  #observeTime(time: Quote['time'] | undefined): void {
    if (time === null || time === undefined) return
    this.#times.observe(time)
    if (this.#offset.observe(time, this.#deps.clock.now())) this.#offsetChanged.emit()
  }

  /** Removes what is stored of a symbol that is not watched any more. */
  #forget(kind: InterestKind, symbol: Symbol): void {
    this.#streamed[kind].delete(symbol)
    if (kind === 'quotes') {
      this.#awaited.remove(symbol)
      this.#polled.forget(symbol)
    } else this.#reads[kind].forget(symbol)
    if (kind === 'depth') this.#books.forget(symbol)
    if (kind === 'ticks') {
      this.#tape.forget(symbol)
      this.#taped.delete(symbol)
    }
  }

  #requestLoad(kind: InterestKind, symbol: Symbol): void {
    if (kind === 'quotes' && !isStreamed(symbol)) return this.#optionQuotes.wake()
    const isComing =
      this.#health.state === 'live' && isStreamed(symbol) && !this.#streamed[kind].has(symbol)
    if (kind === 'quotes' && (isComing || this.#isConnectingFor(symbol))) {
      return this.#awaited.add(symbol)
    }
    this.#wanted[kind].add(symbol)
    this.#cancelLoad ??= this.#deps.timers.after(
      isComing ? LOAD_FALLBACK_MS : LOAD_COALESCE_MS,
      () => this.#loadWanted(),
    )
  }

  /**
   * True for a symbol that can wait until the stream is connected. What one request can read is
   * shown at once.
   */
  #isConnectingFor(symbol: Symbol): boolean {
    const canWait = this.#wanted.quotes.size >= SNAPSHOT_BATCH
    return canWait && this.#health.state === 'connecting' && isStreamed(symbol)
  }

  #loadWanted(): void {
    const { quotes, depth, ticks } = this.#wanted
    this.#cancelLoad?.()
    this.#cancelLoad = null
    if (quotes.size > 0) this.#loads.request(quotes)
    for (const symbol of depth) void this.#reads.depth.request(symbol)
    for (const symbol of ticks) void this.#reads.ticks.request(symbol)
    for (const kind of KINDS) this.#wanted[kind].clear()
  }

  async #loadQuotes(symbols: readonly Symbol[]): ReturnType<QuoteHub['load']> {
    const answer = await this.quotes.load(symbols)
    if (answer.ok) for (const symbol of symbols) this.#awaited.remove(symbol)
    return answer
  }

  async #loadDepth(symbol: Symbol): ListRead {
    const answer = await this.#deps.market.depth(symbol, DEPTH_LEVELS)
    if (!answer.ok) return answer
    if (!this.#disposed && this.#interest.has('depth', symbol)) this.#books.apply(answer.value)
    return ok(undefined)
  }

  async #loadTape(symbol: Symbol): ListRead {
    const answer = await this.#deps.market.ticks(symbol, TAPE_LENGTH)
    if (!answer.ok) return answer
    if (!this.#disposed && this.#interest.has('ticks', symbol)) {
      this.#tape.fill(symbol, answer.value)
    }
    return ok(undefined)
  }
}

type ListRead = Promise<Result<void, ProviderFailure>>

/** Returns a disposer that removes a listener before it releases the interest behind it. */
const removeThenRelease =
  (remove: Disposer, release: Disposer): Disposer =>
  () => {
    remove()
    release()
  }
