import type { Disposer } from '../../../shared/domain/brand.js'
import { eq } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { LiveRows } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, TimerPort } from '../ports.js'
import type { RiskQuote } from '../risk/pricing.js'
import type { MarketPort, QuotePatch, SnapshotPurpose } from './market-port.js'
import { emptyQuote, mergeQuote, mergeTrade, type KnownQuote } from './merge-quote.js'

/** Symbols read in one request (MARKET-1). */
export const SNAPSHOT_BATCH = 100
/** Number of quotes above which the oldest ones that nobody watches are forgotten. */
export const MAX_QUOTES = 5_000
/** The share of them that is forgotten at a time, so that not each new symbol searches for one. */
const FORGET_SHARE = 0.1
/** How long the check of an order waits for rate limits in all, before it has no price. */
const MAX_LIMIT_WAIT_MS = 2_000
const MIN_LIMIT_WAIT_MS = 100

type LoadAnswer = Promise<Result<void, ProviderFailure>>

/**
 * The prices that a position is valued with. `receivedAt` is null while they are streamed, so never
 * old.
 */
export interface MarketPrices extends Pick<Quote, 'last' | 'bid' | 'ask'> {
  readonly receivedAt: EpochMs | null
  /** True for prices from before the symbol was watched: nothing has kept them up to date. */
  readonly isOutdated?: boolean | undefined
}

export interface QuoteHubDeps {
  readonly market: Pick<MarketPort, 'snapshots'>
  readonly clock: ClockPort
  readonly timers: Pick<TimerPort, 'after'>
  /** True while the symbol is subscribed on a live connection. */
  readonly streamed: (symbol: Symbol) => boolean
  /** True for a symbol that no stream carries: its quote is read in turns. Never if absent. */
  readonly polled?: (symbol: Symbol) => boolean
  /** True while somebody watches the symbol: its quote is not forgotten. */
  readonly watched: (symbol: Symbol) => boolean
  /** Returns since when somebody watches the symbol without a break; null while nobody does. */
  readonly watchedSince: (symbol: Symbol) => EpochMs | null
  /**
   * Returns when the prices of a symbol were received that are from before the stream's connection,
   * although newer parts of its quote may have arrived; null where it has none.
   */
  readonly oldReceivedAt?: (symbol: Symbol) => EpochMs | null
  /**
   * Called when a request for these symbols is sent. Returns what merges its answer: it calls
   * `merge` once.
   */
  readonly beginRead?: (symbols: readonly Symbol[]) => (merge: () => void) => void
}

interface QuoteListener {
  readonly call: (quote: Quote) => void
}

/**
 * The latest quote of every watched symbol, and of those seen last, merged from snapshots and the
 * stream.
 */
export class QuoteHub {
  readonly #deps: QuoteHubDeps
  readonly #known = new Map<Symbol, KnownQuote>()
  readonly #all = createEmitter<Quote>()
  readonly #perSymbol = new Map<Symbol, Set<QuoteListener>>()
  /** Requests of one symbol, shared by simultaneous callers. */
  readonly #loading = new Map<Symbol, LoadAnswer>()
  #forgetAbove = MAX_QUOTES

  /** Starts empty. */
  constructor(deps: QuoteHubDeps) {
    this.#deps = deps
  }

  get(symbol: Symbol): Quote | undefined {
    return this.#known.get(symbol)?.quote
  }

  /** Returns the prices of a symbol and their age; undefined while none is known. */
  prices(symbol: Symbol): MarketPrices | undefined {
    const quote = this.get(symbol)
    if (quote === undefined) return undefined
    const { last, bid, ask } = quote
    if (this.#deps.streamed(symbol)) return { last, bid, ask, receivedAt: null }
    const receivedAt = this.#receivedAt(quote)
    const since = this.#deps.watchedSince(symbol)
    return { last, bid, ask, receivedAt, isOutdated: since === null || receivedAt < since }
  }

  /** Returns the symbols of which a quote is known. */
  symbols(): readonly Symbol[] {
    return [...this.#known.keys()]
  }

  /** Merges a message into the symbol's quote and notifies its listeners. */
  apply(patch: QuotePatch): void {
    const { symbol, receivedAt } = patch
    const merged = mergeQuote(this.#known.get(symbol) ?? emptyQuote(symbol, receivedAt), patch)
    const quote = this.#dated(merged.quote)
    this.#known.set(symbol, { ...merged, quote })
    if (this.#known.size > this.#forgetAbove) this.#forgetOldest(symbol)
    this.#onChanged(quote)
  }

  /** Moves the symbol's last price to a streamed trade. */
  trade(tick: Tick): void {
    const known = this.#known.get(tick.symbol)
    if (known === undefined) return
    const merged = mergeTrade(known, tick, this.#deps.clock.now())
    if (merged === null) return
    this.#known.set(tick.symbol, merged)
    const before = known.quote.last
    if (before === null || !eq(before, tick.price)) this.#onChanged(merged.quote)
  }

  /** Returns a quote with the moment that it states where no stream carries it. */
  #dated(quote: Quote): Quote {
    const isPolled = this.#deps.polled?.(quote.symbol) === true
    const polledAt = isPolled ? quote.receivedAt : undefined
    return quote.polledAt === polledAt ? quote : { ...quote, polledAt }
  }

  #onChanged(quote: Quote): void {
    this.#notify(quote)
    this.#all.emit(quote)
  }

  /** Fetches these symbols over HTTP and merges the responses. */
  async load(symbols: readonly Symbol[], purpose?: SnapshotPurpose): LoadAnswer {
    let failed: Awaited<LoadAnswer> | null = null
    for (let start = 0; start < symbols.length; start += SNAPSHOT_BATCH) {
      const answer = await this.#fetch(symbols.slice(start, start + SNAPSHOT_BATCH), purpose)
      if (!answer.ok) failed = answer
    }
    return failed ?? ok(undefined)
  }

  /**
   * Returns the quote for checking an order; fetches it when the known one is older than
   * `maxAgeMs`, and again after short rate limits.
   */
  async confirmed(symbol: Symbol, maxAgeMs: number): Promise<RiskQuote | null> {
    const known = this.get(symbol)
    if (known === undefined || known.last === null || this.#ageMs(known) > maxAgeMs) {
      await this.#loadForOrder(symbol)
    }
    const quote = this.get(symbol)
    return quote === undefined
      ? null
      : { last: quote.last, bid: quote.bid, ask: quote.ask, ageMs: this.#ageMs(quote) }
  }

  /** Returns live rows of these symbols; changes of other symbols do not notify their listeners. */
  rows(symbols: readonly Symbol[]): LiveRows<Quote> {
    return {
      all: () =>
        symbols
          .map((symbol) => this.get(symbol))
          .filter((quote): quote is Quote => quote !== undefined),
      subscribe: (changed) => {
        // One for all symbols: a watchlist may have thousands.
        const listener: QuoteListener = { call: (quote) => changed([quote]) }
        for (const symbol of symbols) this.#listen(symbol, listener)
        return () => {
          for (const symbol of symbols) this.#stopListening(symbol, listener)
        }
      },
    }
  }

  /** Subscribes to every change, one symbol at a time. */
  onQuote(listener: (quote: Quote) => void): Disposer {
    return this.#all.add(listener)
  }

  /** Returns the age of a quote in ms; a streamed one is always current. */
  #ageMs(quote: Quote): number {
    const { streamed, clock } = this.#deps
    return streamed(quote.symbol) ? 0 : Math.max(0, clock.now() - this.#receivedAt(quote))
  }

  /** Returns when the oldest part of a quote was received. */
  #receivedAt({ symbol, receivedAt }: Quote): EpochMs {
    return this.#deps.oldReceivedAt?.(symbol) ?? receivedAt
  }

  #listen(symbol: Symbol, listener: QuoteListener): void {
    const listeners = this.#perSymbol.get(symbol)
    if (listeners === undefined) this.#perSymbol.set(symbol, new Set([listener]))
    else listeners.add(listener)
  }

  #stopListening(symbol: Symbol, listener: QuoteListener): void {
    const listeners = this.#perSymbol.get(symbol)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#perSymbol.delete(symbol)
  }

  #notify(quote: Quote): void {
    const listeners = this.#perSymbol.get(quote.symbol)
    if (listeners === undefined) return
    // A listener may add and remove listeners.
    for (const listener of Array.from(listeners)) {
      if (listeners.has(listener)) listener.call(quote)
    }
  }

  /** Forgets the quotes first seen the longest ago, except of the new and of watched symbols. */
  #forgetOldest(added: Symbol): void {
    const target = MAX_QUOTES * (1 - FORGET_SHARE)
    for (const symbol of this.#known.keys()) {
      if (this.#known.size <= target) break
      const isUsed = symbol === added || this.#perSymbol.has(symbol) || this.#deps.watched(symbol)
      if (!isUsed) this.#known.delete(symbol)
    }
    // Where most of them are watched, do not search again for each new symbol.
    this.#forgetAbove = Math.max(MAX_QUOTES, this.#known.size + MAX_QUOTES * FORGET_SHARE)
  }

  /** Fetches a quote; others may use up the rate limit of this moment, and of the next one. */
  async #loadForOrder(symbol: Symbol): Promise<void> {
    for (let leftMs = MAX_LIMIT_WAIT_MS; ; ) {
      const answer = await this.#loadOne(symbol)
      if (answer.ok || answer.error.kind !== 'rate-limited') return
      const { retryAfterMs } = answer.error
      if (retryAfterMs === null || retryAfterMs > leftMs) return
      const waitMs = Math.max(retryAfterMs, MIN_LIMIT_WAIT_MS)
      leftMs -= waitMs
      await new Promise<void>((resolve) => void this.#deps.timers.after(waitMs, resolve))
    }
  }

  #loadOne(symbol: Symbol): LoadAnswer {
    const running = this.#loading.get(symbol)
    if (running !== undefined) return running
    const started = this.load([symbol]).finally(() => this.#loading.delete(symbol))
    this.#loading.set(symbol, started)
    return started
  }

  async #fetch(symbols: readonly Symbol[], purpose: SnapshotPurpose | undefined): LoadAnswer {
    const { clock, market, beginRead } = this.#deps
    const requestedAt = clock.now()
    const mergeAnswer = beginRead?.(symbols) ?? ((merge: () => void) => merge())
    const answer = await market.snapshots(symbols, purpose)
    if (!answer.ok) return answer
    mergeAnswer(() => {
      // An answer may take seconds, and its prices may be as old as the request.
      for (const patch of answer.value) this.apply({ ...patch, receivedAt: requestedAt })
    })
    return ok(undefined)
  }
}
