import type { RateLimit } from '../../../shared/wire/operation.js'

/**
 * Priority of a request: `critical` (cancel, Order Detail of an unsettled order), `order`
 * (placement, replacement), `normal` (what a person waits for), `background` (polling). Each may
 * use a smaller part of a budget than the one before it.
 */
export type Priority = 'critical' | 'order' | 'normal' | 'background'

/**
 * The requests that a budget counts (LIMITS-1): one operation of the app key, all market data of
 * the app key, or all calls of one Connect user.
 */
export type BudgetScope = 'endpoint' | 'market-data' | 'user'

/** The state of a budget: requests that count now, their limit and its window. */
export interface BudgetView {
  readonly scope: BudgetScope
  /** The operation's id, or the scope's name where it covers several. */
  readonly operation: string
  readonly used: number
  readonly limit: number
  readonly windowSeconds: number
  /** The part of `limit` that only orders, cancels and Order Detail may use. */
  readonly reserved: number
  /** Time until the budget is empty if nothing is sent meanwhile; 0 when it is empty. */
  readonly resetsInMs: number
  /** Time until the provider accepts requests again after a 429; 0 when not blocked. */
  readonly blockedForMs: number
}

/** Shares of a shared budget that a priority leaves to those before it. */
const SHARED_RESERVE = { critical: 0, order: 0.1, normal: 0.2 } as const
/** The share of every budget that polling leaves to all other requests. */
const POLLING_RESERVE = 1 / 3
/** Share of polling's part that may be used at once; the rest is spread over the window. */
const POLLING_BURST = 1 / 2
/**
 * In a window this short a request waits no longer than it would for a reserve, so polling may use
 * all of it.
 */
const SHORT_WINDOW_SECONDS = 3
const MAX_BLOCK_MS = 300_000
/**
 * A cancel is sent although another operation was refused with 429, but not more often than this:
 * if it is refused as well, nothing was done.
 */
const CRITICAL_WHILE_BLOCKED_MS = 1_000

/**
 * One sliding window. A request counts from its permit until a whole window after its response. The
 * server counts it at some time between the two, so it never sees more than `limit.count` in a
 * window, whatever the network delay.
 */
export class Bucket {
  readonly name: string
  readonly limit: RateLimit
  readonly scope: BudgetScope
  #inFlight = 0
  readonly #ended: number[] = []
  #blockedUntil = 0
  #refusals = 0
  #criticalAt = Number.NEGATIVE_INFINITY
  /** When all requests of polling so far would have been due at an even pace. */
  #pollsDueAt = Number.NEGATIVE_INFINITY

  constructor(name: string, limit: RateLimit, scope: BudgetScope) {
    this.name = name
    this.limit = limit
    this.scope = scope
  }

  /** The most requests of a window after which one of this priority may still be sent. */
  #capacity(priority: Priority): number {
    const { count, seconds } = this.limit
    if (priority === 'background') {
      const reserved = seconds <= SHORT_WINDOW_SECONDS ? 0 : Math.ceil(count * POLLING_RESERVE)
      return Math.min(this.#capacity('normal'), Math.max(1, count - reserved))
    }
    // An operation's own budget needs no reserve for others than polling.
    return this.scope === 'endpoint'
      ? count
      : Math.max(1, count - Math.floor(count * SHARED_RESERVE[priority]))
  }

  get #windowMs(): number {
    return this.limit.seconds * 1_000
  }

  #prune(now: number): void {
    while (this.#ended[0] !== undefined && this.#ended[0] + this.#windowMs <= now) {
      this.#ended.shift()
    }
  }

  used(now: number): number {
    this.#prune(now)
    return this.#inFlight + this.#ended.length
  }

  view(now: number): BudgetView {
    const used = this.used(now)
    const last = this.#inFlight > 0 ? now : this.#ended.at(-1)
    return {
      scope: this.scope,
      operation: this.name,
      used,
      limit: this.limit.count,
      windowSeconds: this.limit.seconds,
      reserved: this.limit.count - this.#capacity('normal'),
      resetsInMs: last === undefined ? 0 : Math.ceil(last + this.#windowMs - now),
      blockedForMs: Math.ceil(Math.max(0, this.#blockedUntil - now)),
    }
  }

  /**
   * Returns the milliseconds until a request may be sent; 0 = now; null = only after a running
   * request ends.
   */
  waitMs(now: number, priority: Priority): number | null {
    const paused = Math.max(this.#blockMs(now, priority), this.#pollPauseMs(now, priority))
    const over = this.used(now) - this.#capacity(priority)
    if (over < 0) return paused
    const frees = this.#ended[over]
    return frees === undefined ? null : Math.max(paused, frees + this.#windowMs - now, 0)
  }

  acquire(now: number, priority: Priority): void {
    this.#inFlight += 1
    if (priority === 'critical') this.#criticalAt = now
    if (priority === 'background') {
      this.#pollsDueAt = Math.max(this.#pollsDueAt, now) + this.#pollIntervalMs
    }
  }

  #blockMs(now: number, priority: Priority): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    // The refused operation itself is also blocked by its own budget.
    return priority === 'critical' && this.scope === 'user'
      ? Math.min(blocked, Math.max(0, this.#criticalAt + CRITICAL_WHILE_BLOCKED_MS - now))
      : blocked
  }

  get #pollIntervalMs(): number {
    return this.#windowMs / this.#capacity('background')
  }

  /** Spreads polling over a long window, so that it does not stop for the rest of one. */
  #pollPauseMs(now: number, priority: Priority): number {
    if (priority !== 'background' || this.limit.seconds <= SHORT_WINDOW_SECONDS) return 0
    const burst = Math.max(1, Math.floor(this.#capacity('background') * POLLING_BURST))
    return Math.max(0, this.#pollsDueAt - now - (burst - 1) * this.#pollIntervalMs)
  }

  release(now: number): void {
    this.#inFlight -= 1
    this.#ended.push(now)
  }

  /** Gives back the place of a request that never left this computer: no provider counts it. */
  giveBack(): void {
    this.#inFlight -= 1
  }

  /**
   * Blocks requests after a 429: for the given time, or for a window that doubles with each
   * consecutive refusal.
   */
  block(now: number, retryAfterMs: number | null): void {
    this.#refusals += 1
    const wait = retryAfterMs ?? Math.min(this.#windowMs * 2 ** (this.#refusals - 1), MAX_BLOCK_MS)
    this.#blockedUntil = Math.max(this.#blockedUntil, now + wait)
  }

  accepted(): void {
    this.#refusals = 0
  }
}
