import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { MarketReadKind } from '../../../../shared/domain/market/market-read.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ChannelReport } from '../../channel-report.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { Interest, InterestKind } from '../interest.js'
import type { MarketInterest, MarketPort, QuotePatch } from '../market-port.js'
import type { OrderBooks } from '../order-books.js'
import { SNAPSHOT_BATCH, type QuoteHub } from '../quote-hub.js'
import { isStreamed } from '../streamed.js'
import { TAPE_LENGTH, type createTape } from '../trade-tape.js'
import { AwaitedQuotes } from './awaited-quotes.js'
import { OldQuotes } from './old-quotes.js'
import { isTransient, QuoteLoads } from './quote-loads.js'
import { isFinal, SymbolReads } from './symbol-reads.js'

const DEPTH_LEVELS = 20
/** Symbols requested at the same time are loaded together. */
const LOAD_COALESCE_MS = 10
/**
 * Trades and books of a live stream are loaded with its subscription; without one, after this time.
 */
const LOAD_FALLBACK_MS = 1_500

const KINDS = ['quotes', 'depth', 'ticks'] as const satisfies readonly InterestKind[]

type SymbolSets = Readonly<Record<InterestKind, Set<Symbol>>>
const emptySets = (): SymbolSets => ({ quotes: new Set(), depth: new Set(), ticks: new Set() })

type Load = Promise<Result<void, ProviderFailure>>

export interface MarketLoadsDeps {
  readonly market: Pick<MarketPort, 'depth' | 'ticks'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly interest: Pick<Interest, 'has' | 'watched'>
  readonly quotes: Pick<QuoteHub, 'load' | 'get'>
  readonly books: Pick<OrderBooks, 'apply' | 'get'>
  readonly tape: Pick<ReturnType<typeof createTape>, 'fill'>
  /** The symbols whose trades are stored, not only used for bars. */
  readonly taped: ReadonlySet<Symbol>
  /** Returns the state of the stream. */
  readonly streamState: () => ChannelReport['state']
  /** Called when nothing is old any more without a message of the stream. */
  readonly onRenewed: () => void
}

/**
 * Loads over HTTP what the stream does not send with a subscription, or what was missed before it:
 * the first quote, book and trades of watched symbols.
 */
export class MarketLoads {
  /** Whether each symbol's book, and its latest trades, are known. */
  readonly reads: Readonly<Record<MarketReadKind, SymbolReads>>
  readonly #deps: MarketLoadsDeps
  readonly #quotes: QuoteLoads
  readonly #awaited: AwaitedQuotes
  readonly #old = new OldQuotes()
  /** The watched symbols whose prices the stream has sent since it connected. */
  readonly #arrived = new Set<Symbol>()
  /** Counts the connections: what was requested before the present one is older than it. */
  #connection = 0
  /** Subscribed on the stream. */
  readonly #streamed = emptySets()
  /** To be loaded. */
  readonly #wanted = emptySets()
  #cancelLoad: Disposer | null = null
  #disposed = false

  constructor(deps: MarketLoadsDeps) {
    const { clock, timers, interest } = deps
    this.#deps = deps
    this.#quotes = new QuoteLoads({
      load: (symbols) => this.#loadQuotes(symbols),
      isHeld: (symbol) => interest.has('quotes', symbol),
      clock,
      timers,
    })
    this.#awaited = new AwaitedQuotes({
      onLate: (symbols) => this.#loadLate(symbols),
      clock,
      timers,
    })
    const readsOf = (kind: MarketReadKind, read: (symbol: Symbol) => Load): SymbolReads =>
      new SymbolReads({ read, isHeld: (symbol) => interest.has(kind, symbol), timers })
    this.reads = {
      depth: readsOf('depth', (symbol) => this.#loadDepth(symbol)),
      ticks: readsOf('ticks', (symbol) => this.#loadTape(symbol)),
    }
  }

  start(): void {
    this.#quotes.start()
  }

  stop(): void {
    this.#quotes.stop()
  }

  dispose(): void {
    this.#disposed = true
    this.reads.depth.dispose()
    this.reads.ticks.dispose()
    this.#cancelLoad?.()
    this.#awaited.dispose()
  }

  /** True while prices are shown that are from before the stream's connection. */
  get hasOld(): boolean {
    return !this.#old.isEmpty
  }

  /** Returns when such prices of a symbol were received; null where it has none. */
  oldReceivedAt(symbol: Symbol): EpochMs | null {
    return this.#old.receivedAt(symbol)
  }

  /**
   * The stream is connected, and has no subscriptions yet: what is known of watched symbols is old
   * until the stream sends it, or an answer to a request does.
   */
  connected(): void {
    const { interest, quotes, books, clock } = this.#deps
    const now = clock.now()
    this.#connection += 1
    for (const symbol of interest.watched('quotes').filter(isStreamed)) {
      const quote = quotes.get(symbol)
      if (quote !== undefined) this.#old.addQuote(quote, now)
    }
    for (const symbol of interest.watched('depth').filter(isStreamed)) {
      const book = books.get(symbol)
      if (book !== null) this.#old.addBook(book, now)
    }
    for (const symbol of this.#old.symbols()) this.#awaited.add(symbol)
  }

  /** Forgets the subscriptions: a stream that ended has none. */
  streamEnded(): void {
    for (const kind of KINDS) this.#streamed[kind].clear()
    this.#old.clear()
    this.#arrived.clear()
  }

  /** The stream does not carry these symbols: their quotes are read in turns, and say their age. */
  overLimit(symbols: readonly Symbol[]): void {
    for (const symbol of symbols) this.#stopAwaiting(symbol)
  }

  /**
   * A request for the quotes of these symbols is sent. Returns what to call before its answer is
   * merged.
   */
  beginRead(symbols: readonly Symbol[]): () => void {
    const connection = this.#connection
    return () => {
      if (connection !== this.#connection) return
      for (const symbol of symbols) if (this.#old.has(symbol)) this.#stopAwaiting(symbol)
    }
  }

  /** True while the stream keeps the symbol's quote up to date. */
  isCurrent(symbol: Symbol): boolean {
    const isSubscribed = this.#deps.streamState() === 'live' && this.#streamed.quotes.has(symbol)
    return isSubscribed && !this.#awaited.has(symbol)
  }

  /** Handles a message of the stream before it is merged. */
  received(patch: QuotePatch): void {
    const { symbol } = patch
    const wasOld = this.#old.has(symbol)
    this.#old.replace(patch)
    if (this.#old.has(symbol) || (!wasOld && patch.last === undefined)) return
    this.#awaited.remove(symbol)
    if (this.#deps.interest.has('quotes', symbol)) this.#arrived.add(symbol)
  }

  /** Loads what the stream does not send with these subscriptions. */
  subscribed(subscribed: MarketInterest): void {
    for (const kind of KINDS) {
      for (const symbol of subscribed[kind]) this.#streamed[kind].add(symbol)
    }
    const quotes = subscribed.quotes.filter((symbol) => this.#deps.interest.has('quotes', symbol))
    // The stream may have sent some before the answer to the subscription arrived.
    this.#awaited.subscribed(quotes.filter((symbol) => !this.#arrived.has(symbol)))
    this.#quotes.cancel(quotes)
    for (const symbol of subscribed.depth) this.#wanted.depth.add(symbol)
    for (const symbol of subscribed.ticks) {
      if (this.#deps.taped.has(symbol)) this.#wanted.ticks.add(symbol)
    }
    this.#loadWanted()
  }

  /** Removes what is remembered of a symbol that is not watched any more. */
  forget(kind: InterestKind, symbol: Symbol): void {
    this.#streamed[kind].delete(symbol)
    if (kind === 'quotes') {
      this.#stopAwaiting(symbol)
      this.#arrived.delete(symbol)
    } else this.reads[kind].forget(symbol)
    if (kind === 'depth') this.#stopAwaitingBook(symbol)
  }

  /** Loads a watched symbol soon, unless the stream is about to send it. */
  request(kind: InterestKind, symbol: Symbol): void {
    const isComing =
      this.#deps.streamState() === 'live' && isStreamed(symbol) && !this.#streamed[kind].has(symbol)
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
    return canWait && this.#deps.streamState() === 'connecting' && isStreamed(symbol)
  }

  #loadWanted(): void {
    const { quotes, depth, ticks } = this.#wanted
    this.#cancelLoad?.()
    this.#cancelLoad = null
    if (quotes.size > 0) this.#quotes.request(quotes)
    for (const symbol of depth) void this.reads.depth.request(symbol)
    for (const symbol of ticks) void this.reads.ticks.request(symbol)
    for (const kind of KINDS) this.#wanted[kind].clear()
  }

  /** Reads what the stream has not sent in time. */
  #loadLate(symbols: readonly Symbol[]): void {
    this.#quotes.request(symbols)
    const { interest } = this.#deps
    for (const symbol of symbols) {
      const isBookOnly = !interest.has('quotes', symbol)
      if (isBookOnly && interest.has('depth', symbol)) void this.reads.depth.request(symbol)
    }
  }

  async #loadQuotes(symbols: readonly Symbol[]): ReturnType<QuoteHub['load']> {
    const answer = await this.#deps.quotes.load(symbols)
    if (answer.ok) {
      // What was requested before the connection is still old.
      for (const symbol of symbols) if (!this.#old.has(symbol)) this.#awaited.remove(symbol)
    } else if (!isTransient(answer.error)) {
      this.#renew(() => {
        for (const symbol of symbols) this.#old.remove(symbol)
      })
    }
    return answer
  }

  async #loadDepth(symbol: Symbol): Load {
    const { market, interest, books } = this.#deps
    const connection = this.#connection
    const answer = await market.depth(symbol, DEPTH_LEVELS)
    const isUsed = !this.#disposed && interest.has('depth', symbol)
    if (answer.ok && isUsed) books.apply(answer.value)
    const isOver =
      (answer.ok && connection === this.#connection) || (!answer.ok && isFinal(answer.error))
    if (isOver) this.#renew(() => this.#stopAwaitingBook(symbol))
    return answer.ok ? ok(undefined) : answer
  }

  /** Changes what is old, and calls back where nothing is any more. */
  #renew(change: () => void): void {
    const hadOld = this.hasOld
    change()
    if (hadOld && !this.hasOld) this.#deps.onRenewed()
  }

  #stopAwaiting(symbol: Symbol): void {
    this.#old.remove(symbol)
    this.#awaited.remove(symbol)
  }

  /** The book of a symbol was read, or is not watched any more. */
  #stopAwaitingBook(symbol: Symbol): void {
    // The quote has a best bid and ask of its own.
    if (this.#deps.interest.has('quotes', symbol)) return
    this.#stopAwaiting(symbol)
  }

  async #loadTape(symbol: Symbol): Load {
    const { market, interest, tape } = this.#deps
    const answer = await market.ticks(symbol, TAPE_LENGTH)
    if (!answer.ok) return answer
    if (!this.#disposed && interest.has('ticks', symbol)) tape.fill(symbol, answer.value)
    return ok(undefined)
  }
}
