import type { Symbol } from '../../../shared/domain/ids.js'
import { CODES } from '../../../shared/wire/errors.js'
import { STREAMING_OPERATIONS } from '../../../shared/wire/families/market-data/streaming.js'
import type { Caller } from '../http/caller.js'
import type { Categories } from './categories.js'
import { createBackoff, STREAM_BACKOFF, type Backoff } from '../events/backoff.js'
import type { CallFailure } from '../http/call-failure.js'
import {
  afterSubscribe,
  afterUnsubscribe,
  LEVELS,
  missing,
  planSubscriptions,
  subscriptionsFor,
  type Plan,
  type Subscribe,
  type Unsubscribe,
  type SymbolSubscription,
} from './subscription-plan.js'
import type { MarketInterest } from '../../core/market/market-port.js'
import type { ClockPort, RandomPort, TimerPort } from '../../core/ports.js'

/** Changes within this time become one call, because opening a panel causes several. */
const COALESCE_MS = 40
/**
 * Symbols whose categories are fetched before their subscribe calls: the first of a long list are
 * live before the categories of the last are known.
 */
const PART = 500
/** Pause after a failed call, in ms, when others of the same plan succeeded. */
const AFTER_PROGRESS_MS = 1_000

export interface SubscriptionSyncOptions {
  readonly sessionId: string
  readonly caller: Caller
  readonly categories: Categories
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  /** Called with the symbols that are live from now on. */
  readonly onSubscribed: (interest: MarketInterest) => void
  /**
   * Called with every symbol that the provider does not stream now because it allows no more
   * subscriptions; empty when it streams all of them again.
   */
  readonly onOverLimit: (symbols: readonly Symbol[]) => void
  /** Called with a failure, and with null when all calls succeed again. */
  readonly onProblem: (failure: CallFailure | null) => void
}

/**
 * Keeps the server's subscriptions of one session equal to the interest, with as few HTTP calls as
 * possible. Starts disconnected and without interest.
 */
export class SubscriptionSync {
  readonly #options: SubscriptionSyncOptions
  readonly #backoff: Backoff
  #desired = new Map<Symbol, SymbolSubscription>()
  #active = new Map<Symbol, SymbolSubscription>()
  /** Symbols that the provider refused; they are requested again only on another connection. */
  #refused = new Set<Symbol>()
  /** Symbols above the provider's limit of subscriptions, until some of the others end. */
  #overLimit = new Set<Symbol>()
  /** Increases with every connection and loss; results of calls of an earlier one are discarded. */
  #connection = 0
  #online = false
  #running = false
  /** True when something is wanted that the running plan does not contain. */
  #hasMore = false
  /** Counts the calls that succeeded. */
  #calls = 0
  #troubled = false
  /** True when the cause of a failure of the running plan may be gone. */
  #woken = false
  #stopTimer: (() => void) | null = null

  constructor(options: SubscriptionSyncOptions) {
    this.#options = options
    const { random, clock } = options
    this.#backoff = createBackoff({ ...STREAM_BACKOFF, random, clock })
  }

  /** Records that the MQTT connection is established and has no subscriptions yet. */
  connected(): void {
    this.#reset()
    this.#online = true
    this.#schedule(0)
  }

  disconnected(): void {
    this.#reset()
    this.#online = false
  }

  close(): void {
    this.disconnected()
  }

  /** Tries again at once after a failure, because its cause may be gone. */
  wake(): void {
    this.#woken = this.#running
    if (!this.#troubled || this.#running) return
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#schedule(0)
  }

  setInterest(interest: MarketInterest): void {
    const before = this.#desired
    this.#desired = newestFirst(subscriptionsFor(interest), before)
    this.#hasMore ||= [...this.#desired].some(([symbol, want]) => isMore(before.get(symbol), want))
    // A book on a symbol that is already streamed needs no call, but its listener has to be
    // notified.
    const joined = [...this.#desired]
      .filter(
        ([symbol, want]) =>
          want.book &&
          before.get(symbol)?.book !== true &&
          this.#active.get(symbol)?.quote === true,
      )
      .map(([symbol]) => symbol)
    if (joined.length > 0) this.#options.onSubscribed({ quotes: [], depth: joined, ticks: [] })
    this.#schedule(COALESCE_MS)
  }

  subscriptionOf(symbol: Symbol): SymbolSubscription | undefined {
    return this.#desired.get(symbol)
  }

  #reset(): void {
    this.#connection += 1
    this.#active = new Map()
    this.#refused = new Set()
    this.#setOverLimit([])
    this.#stopTimer?.()
    this.#stopTimer = null
  }

  #schedule(ms: number): void {
    if (this.#stopTimer !== null || this.#running || !this.#online) return
    this.#stopTimer = this.#options.timers.after(ms, () => {
      this.#stopTimer = null
      void this.#sync()
    })
  }

  async #sync(): Promise<void> {
    if (this.#running || !this.#online) return
    this.#running = true
    this.#woken = false
    const connection = this.#connection
    const before = this.#calls
    let failure: CallFailure | null
    do failure = await this.#applyPlan(connection)
    while (failure === null && this.#hasMore && connection === this.#connection)
    this.#running = false
    if (!this.#online) return
    if (connection !== this.#connection) this.#schedule(COALESCE_MS)
    else if (failure === null) this.#succeeded()
    else this.#failed(failure, this.#calls > before)
  }

  /** Tries again later: soon where the plan made progress, so that a long one comes to its end. */
  #failed(failure: CallFailure, hasProgress: boolean): void {
    this.#troubled = true
    this.#options.onProblem(failure)
    const pauseMs = hasProgress ? AFTER_PROGRESS_MS : this.#backoff.next()
    this.#schedule(this.#woken ? 0 : Math.max(pauseMs, failure.retryAfterMs ?? 0))
  }

  #succeeded(): void {
    this.#backoff.connected()
    if (this.#troubled) {
      this.#troubled = false
      this.#options.onProblem(null)
    }
    const { subscribe, unsubscribe } = this.#plan()
    if (subscribe.length + unsubscribe.length > 0) this.#schedule(COALESCE_MS)
  }

  /** Plans the calls for the whole interest, or for those of its symbols that are given. */
  #plan(symbols: Iterable<Symbol> = this.#desired.keys()): Plan {
    const allowed = new Map<Symbol, SymbolSubscription>()
    for (const symbol of symbols) {
      // What a symbol above the limit has already stays.
      const want = (this.#overLimit.has(symbol) ? this.#active : this.#desired).get(symbol)
      if (want !== undefined && !this.#refused.has(symbol)) allowed.set(symbol, want)
    }
    const { categories } = this.#options
    return planSubscriptions(this.#active, allowed, (symbol) => categories.categoryOf(symbol))
  }

  /**
   * Makes the calls from the active subscriptions to the interest; returns the first failure, null
   * when all succeeded or more symbols are wanted meanwhile.
   */
  async #applyPlan(connection: number): Promise<CallFailure | null> {
    const isOver = (): boolean => connection !== this.#connection || this.#hasMore
    this.#hasMore = false
    const symbols = this.#chartsFirst()
    for (let start = 0; start < symbols.length; start += PART) {
      const part = symbols.slice(start, start + PART)
      await this.#options.categories.resolve(part)
      if (isOver()) return null
      for (const call of this.#plan(part).subscribe) {
        const failure = await this.#subscribeOrSplit(call, connection)
        if (failure !== null || isOver()) return failure
      }
    }
    for (const call of this.#plan().unsubscribe) {
      const failure = await this.#unsubscribe(call)
      if (failure !== null || connection !== this.#connection) return failure
      this.#removeActive(call)
      // There is room again.
      this.#setOverLimit([])
    }
    return null
  }

  /** Returns the symbols of the interest: charts, books and tapes before lists. */
  #chartsFirst(): readonly Symbol[] {
    const entries = [...this.#desired]
    const isWatched = ({ book, tick }: SymbolSubscription): boolean => book || tick
    return [
      ...entries.filter(([, want]) => isWatched(want)),
      ...entries.filter(([, want]) => !isWatched(want)),
    ].map(([symbol]) => symbol)
  }

  /**
   * Subscribes many symbols in one call; after a refusal, narrows it down to the symbol that causes
   * it.
   */
  async #subscribeOrSplit(call: Subscribe, connection: number): Promise<CallFailure | null> {
    if (this.#overLimit.size > 0) return this.#leaveOut(call)
    const failure = await this.#subscribe(call)
    if (connection !== this.#connection) return null
    if (failure === null) {
      this.#addActive(call)
      return null
    }
    const isOverLimit = failure.providerCode === CODES.tooManySubscriptions
    if (!isOverLimit && !namesSymbol(failure)) return failure
    if (call.symbols.length === 1) {
      if (isOverLimit) return this.#leaveOut(call)
      for (const symbol of call.symbols) this.#refused.add(symbol)
      return null
    }
    const half = Math.ceil(call.symbols.length / 2)
    const left = { ...call, symbols: call.symbols.slice(0, half) }
    const right = { ...call, symbols: call.symbols.slice(half) }
    return (
      (await this.#subscribeOrSplit(left, connection)) ?? this.#subscribeOrSplit(right, connection)
    )
  }

  /** Leaves symbols out that the provider's limit does not allow. */
  #leaveOut({ symbols }: Subscribe): null {
    this.#setOverLimit([...this.#overLimit, ...symbols])
    return null
  }

  #setOverLimit(symbols: readonly Symbol[]): void {
    if (symbols.length === 0 && this.#overLimit.size === 0) return
    this.#overLimit = new Set(symbols)
    this.#options.onOverLimit([...this.#overLimit])
  }

  async #subscribe(call: Subscribe): Promise<CallFailure | null> {
    const answer = await this.#options.caller.call(STREAMING_OPERATIONS.subscribeMarketData, {
      ...this.#paramsOf(call),
      grab: 'true',
      ...(call.subTypes.includes('QUOTE') ? { depth: String(LEVELS) } : {}),
    })
    return answer.ok ? null : answer.error
  }

  async #unsubscribe(call: Unsubscribe): Promise<CallFailure | null> {
    const answer = await this.#options.caller.call(
      STREAMING_OPERATIONS.unsubscribeMarketData,
      this.#paramsOf(call),
    )
    return answer.ok ? null : answer.error
  }

  #paramsOf({ symbols, category, subTypes }: Subscribe) {
    return {
      session_id: this.#options.sessionId,
      symbols: [...symbols],
      category,
      sub_types: [...subTypes],
    }
  }

  #addActive(call: Subscribe): void {
    this.#calls += 1
    for (const symbol of call.symbols) {
      this.#active.set(symbol, afterSubscribe(this.#active.get(symbol), call))
    }
    this.#options.onSubscribed(this.#interestOf(call))
  }

  #removeActive(call: Unsubscribe): void {
    for (const symbol of call.symbols) {
      const left = afterUnsubscribe(this.#active.get(symbol), call)
      if (left === null) this.#active.delete(symbol)
      else this.#active.set(symbol, left)
    }
  }

  #interestOf({ symbols, subTypes }: Subscribe): MarketInterest {
    return {
      quotes: subTypes.includes('SNAPSHOT') || subTypes.includes('QUOTE') ? symbols : [],
      depth: subTypes.includes('QUOTE')
        ? symbols.filter((symbol) => this.#desired.get(symbol)?.book === true)
        : [],
      ticks: subTypes.includes('TICK') ? symbols : [],
    }
  }
}

/**
 * Puts symbols that were not wanted before in front: somebody has just opened them, and the calls
 * of a long list are not all made yet.
 */
function newestFirst(
  target: ReadonlyMap<Symbol, SymbolSubscription>,
  before: ReadonlyMap<Symbol, SymbolSubscription>,
): Map<Symbol, SymbolSubscription> {
  const entries = [...target]
  return new Map([
    ...entries.filter(([symbol]) => !before.has(symbol)),
    ...[...before.keys()].flatMap((symbol) => {
      const want = target.get(symbol)
      return want === undefined ? [] : [[symbol, want] as const]
    }),
  ])
}

const isMore = (before: SymbolSubscription | undefined, want: SymbolSubscription): boolean =>
  before === undefined || missing(before, want).length > 0

/** True when the provider refused one of the symbols of a call. */
const namesSymbol = (failure: CallFailure): boolean =>
  failure.class === 'definitive' && /SYMBOL/.test(failure.providerCode ?? '')
