import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { DayLine, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type { ChannelReport } from '../channel-report.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, DocumentPort, TimerPort } from '../ports.js'
import { BarPages } from './bars/bar-pages.js'
import { LiveBars } from './bars/live-bars.js'
import { createExchangeOffset, type ExchangeOffset, ProvedTime } from './exchange-offset.js'
import { createInterest, type Interest, type InterestKind } from './interest.js'
import type { MarketInterest, MarketPort, MarketStreamPort, QuotePatch } from './market-port.js'
import { MarketHealth } from './market-health.js'
import { MarketWatches } from './market-watches.js'
import { OrderBooks } from './order-books.js'
import { isStreamed } from './streamed.js'
import { QuoteHub, SNAPSHOT_BATCH } from './quote-hub.js'
import { LastQuotes } from './last-quotes/last-quotes.js'
import { MarketLoads } from './polling/market-loads.js'
import { PolledRows, type PolledRowsDeps } from './polling/polled-rows.js'
import { PolledSymbols } from './polling/polled-symbols.js'
import { StreamFallback } from './polling/stream-fallback.js'
import { UnstreamedQuotes, WITHOUT_STREAM_READ_MS } from './polling/unstreamed-quotes.js'
import { createTape } from './trade-tape.js'

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

const DETAILS_MS = 15_000
/** The bars of a line are five minutes long or longer. */
const DAY_LINES_MS = 60_000

/** The market data of one session: the stream's messages become quotes, books, trades and bars. */
export class MarketDataService {
  readonly quotes: QuoteHub
  /** The newest bars of charts. */
  readonly pages: BarPages
  readonly watches: MarketWatches
  /** Figures that no stream carries, read at intervals while somebody listens. */
  readonly details: PolledRows<SymbolDetails>
  /** The prices of the day, read at intervals while somebody listens. */
  readonly dayLines: PolledRows<DayLine>
  readonly #deps: MarketDataDeps
  readonly #books = new OrderBooks()
  readonly #tape = createTape()
  readonly #bars: LiveBars
  readonly #polled: PolledSymbols
  readonly #interest: Interest
  readonly #unstreamed: UnstreamedQuotes
  readonly #fallback: StreamFallback
  readonly #loads: MarketLoads
  readonly #last: LastQuotes | null
  readonly #offset: ExchangeOffset
  readonly #offsetChanged = createEmitter<void>()
  readonly #health: MarketHealth
  /** Symbols whose trades are stored, not only used for bars. */
  readonly #taped = new Set<Symbol>()
  readonly #times = new ProvedTime()
  #stopStream: Disposer = () => undefined

  /** Starts without subscriptions and without a connection. */
  constructor(deps: MarketDataDeps) {
    const { market, clock, timers, stream } = deps
    this.#deps = deps
    this.#interest = createInterest({
      clock,
      timers,
      publish: (next) => stream.setInterest(next),
      dropped: (kind, symbol) => this.#forget(kind, symbol),
    })
    this.quotes = new QuoteHub({
      market,
      clock,
      timers,
      streamed: (symbol) => this.#loads.isCurrent(symbol),
      polled: (symbol) => this.#unstreamed.includes(symbol),
      watched: (symbol) => this.#interest.has('quotes', symbol),
      watchedSince: (symbol) => this.#interest.watchedSince('quotes', symbol),
      oldReceivedAt: (symbol) => this.#loads.oldReceivedAt(symbol),
      beginRead: (symbols) => this.#beginRead(symbols),
    })
    const last = this.#openLastQuotes(deps.quotesFile)
    this.#last = last
    this.#health = new MarketHealth({ clock, loads: () => this.#loads, last })
    this.#unstreamed = new UnstreamedQuotes({
      watched: () => this.#interest.watched('quotes'),
      load: (symbols) => this.#loadPolled(symbols),
      clock,
      timers,
    })
    this.#fallback = new StreamFallback(timers, (isActive) => {
      this.#unstreamed.setWithoutStream(isActive)
      this.#health.setPolling(isActive ? WITHOUT_STREAM_READ_MS : null)
    })
    this.#offset = createExchangeOffset(deps.dataDelayMs)
    this.details = this.#createRows((symbols) => market.details(symbols), DETAILS_MS)
    this.dayLines = this.#createRows((symbols) => market.dayLines(symbols), DAY_LINES_MS)
    this.#bars = new LiveBars({
      market,
      timers,
      polled: (symbol) => this.#unstreamed.includes(symbol),
    })
    this.pages = this.#createPages()
    this.#loads = new MarketLoads({
      market,
      clock,
      timers,
      interest: this.#interest,
      quotes: this.quotes,
      books: this.#books,
      tape: this.#tape,
      taped: this.#taped,
      streamState: () => this.#health.streamState,
      onRenewed: () => this.#health.renewed(),
    })
    this.#polled = new PolledSymbols({
      // A snapshot of an option has its best bid and ask, and there is no other book.
      hasLevels: isStreamed,
      interest: this.#interest,
      taped: this.#taped,
      reads: this.#loads.reads,
      books: this.#books,
      bars: this.#bars,
    })
    this.quotes.onQuote((quote) => this.#polled.onQuote(quote))
    this.watches = new MarketWatches({
      interest: this.#interest,
      quotes: this.quotes,
      last,
      books: this.#books,
      tape: this.#tape,
      taped: this.#taped,
      bars: this.#bars,
      loads: this.#loads,
      unstreamed: this.#unstreamed,
    })
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

  /** The state of market data (REL-41). */
  get health(): ChannelReport {
    return this.#health.report
  }

  /** True while the stream does not send a symbol's quote, or has not yet since it connected. */
  isInterrupted(symbol: Symbol): boolean {
    return isStreamed(symbol) && (this.#health.streamState !== 'live' || this.isOld(symbol))
  }

  /** True while a watched symbol's prices are from before the stream's present connection. */
  isOld(symbol: Symbol): boolean {
    return this.#loads.oldReceivedAt(symbol) !== null
  }

  start(): void {
    this.#stopStream = this.#deps.stream.start({
      onQuote: (patch) => this.#onQuote(patch),
      onDepth: (depth) => {
        this.#books.apply(depth)
        this.#loads.reads.depth.received(depth.symbol)
      },
      onTick: (tick) => this.#onTick(tick),
      onSubscribed: (subscribed) => this.#onSubscribed(subscribed),
      onOverLimit: (symbols) => {
        this.#unstreamed.setOverLimit(symbols)
        this.#loads.overLimit(symbols)
        this.#health.renewed()
      },
      onHealth: (report) => {
        // First, so that no report says that a live stream is replaced by reading.
        this.#fallback.setStream(report.state)
        this.#health.setStream(report)
      },
    })
    this.#unstreamed.start()
    this.#loads.start()
    this.details.start()
    this.dayLines.start()
  }

  /** Keeps quotes subscribed without a listener (for positions that are marked to market). */
  hold(symbols: readonly Symbol[]): Disposer {
    return this.watches.hold(symbols)
  }

  /** Ends the stream but remembers what is watched; {@link start} resumes it. */
  stop(): void {
    this.#stopStream()
    this.#stopStream = () => undefined
    this.#stopReading()
    this.#health.stop()
  }

  onOffset(listener: () => void): Disposer {
    return this.#offsetChanged.add(listener)
  }

  onHealth(listener: () => void): Disposer {
    return this.#health.onChange(listener)
  }

  dispose(): void {
    this.#loads.dispose()
    this.#stopReading()
    this.#stopStream()
    this.#interest.dispose()
    this.#bars.dispose()
    this.#last?.dispose()
  }

  #createRows<T extends { readonly symbol: Symbol }>(
    read: PolledRowsDeps<T>['read'],
    rereadMs: number,
  ): PolledRows<T> {
    const { clock, timers } = this.#deps
    return new PolledRows({ batch: SNAPSHOT_BATCH, clock, timers, read, rereadMs })
  }

  #createPages(): BarPages {
    const { market, clock } = this.#deps
    return new BarPages({
      bars: (query) => market.bars(query),
      runningBar: (symbol, timespan) => this.#bars.get(symbol, timespan),
      isInterrupted: (symbol) => this.isInterrupted(symbol),
      offsetMs: () => this.#offset.ms,
      clock,
    })
  }

  #openLastQuotes(file: DocumentPort | undefined): LastQuotes | null {
    if (file === undefined) return null
    const { clock, timers } = this.#deps
    const current = (symbol: Symbol): Quote | undefined => this.quotes.get(symbol)
    const last = new LastQuotes({ file, clock, timers, current })
    void last.start()
    return last
  }

  /** Reads quotes in turns; returns whether that succeeded. */
  async #loadPolled(symbols: readonly Symbol[]): Promise<boolean> {
    const { ok } = await this.quotes.load(symbols, 'polling')
    if (ok && symbols.some(isStreamed)) this.#health.polled()
    return ok
  }

  #stopReading(): void {
    this.#fallback.stop()
    this.#unstreamed.stop()
    this.#loads.stop()
    this.details.stop()
    this.dayLines.stop()
  }

  #beginRead(symbols: readonly Symbol[]): (merge: () => void) => void {
    const onAnswer = this.#loads.beginRead(symbols)
    return (merge) => {
      onAnswer()
      merge()
      this.#health.renewed()
    }
  }

  #onQuote(patch: QuotePatch): void {
    this.#loads.received(patch)
    // Before its listeners, which may need the exchange's time.
    this.#observeTime(patch.time)
    this.quotes.apply(patch)
    this.#health.renewed()
  }

  #onTick(tick: Tick): void {
    if (this.#taped.has(tick.symbol)) this.#tape.apply(tick)
    this.#bars.apply(tick)
    this.#observeTime(tick.time)
    // Last, so that its listeners read bars and trades that include the same price.
    this.quotes.trade(tick)
  }

  #onSubscribed(subscribed: MarketInterest): void {
    this.#loads.subscribed(subscribed)
    this.#bars.reseed(subscribed.ticks)
  }

  #observeTime(time: Quote['time'] | undefined): void {
    if (time === null || time === undefined) return
    this.#times.observe(time)
    if (this.#offset.observe(time, this.#deps.clock.now())) this.#offsetChanged.emit()
  }

  /** Removes what is stored of a symbol that is not watched any more. */
  #forget(kind: InterestKind, symbol: Symbol): void {
    this.#loads.forget(kind, symbol)
    if (kind === 'quotes') this.#polled.forget(symbol)
    if (kind === 'depth') this.#books.forget(symbol)
    if (kind === 'ticks') {
      this.#tape.forget(symbol)
      this.#taped.delete(symbol)
      this.#bars.forget(symbol)
    }
    this.#health.renewed()
  }
}
