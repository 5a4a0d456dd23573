import type { RateLimit } from '../../../shared/wire/operation.js'

/**
 * Priority of a request. `critical` (cancel, Order Detail) may use the reserve of shared budgets.
 */
export type Priority = 'critical' | 'normal' | 'background'

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
  /** The part of `limit` that only cancels and Order Detail may use. */
  readonly reserved: number
  /** Time until the budget is empty if nothing is sent meanwhile; 0 when it is empty. */
  readonly resetsInMs: number
  /** Time until the provider accepts requests again after a 429; 0 when not blocked. */
  readonly blockedForMs: number
}

/** Share of a shared budget that is reserved for critical calls. */
const RESERVE_SHARE = 0.2
const MAX_BLOCK_MS = 300_000

/**
 * One sliding window. A request counts from its permit until a whole window after its response. The
 * server counts it at some time between the two, so it never sees more than `limit.count` in a
 * window, whatever the network delay.
 */
export class Bucket {
  private inFlight = 0
  private readonly ended: number[] = []
  private blockedUntil = 0
  private refusals = 0

  constructor(
    readonly name: string,
    readonly limit: RateLimit,
    readonly scope: BudgetScope,
  ) {}

  /** Number of requests reserved for critical calls. An operation's own budget needs no reserve. */
  private get reserved(): number {
    return this.scope === 'endpoint'
      ? 0
      : Math.min(this.limit.count - 1, Math.floor(this.limit.count * RESERVE_SHARE))
  }

  private get windowMs(): number {
    return this.limit.seconds * 1_000
  }

  private prune(now: number): void {
    while (this.ended[0] !== undefined && this.ended[0] + this.windowMs <= now) this.ended.shift()
  }

  used(now: number): number {
    this.prune(now)
    return this.inFlight + this.ended.length
  }

  private capacity(priority: Priority): number {
    return priority === 'critical' ? this.limit.count : this.limit.count - this.reserved
  }

  view(now: number): BudgetView {
    const used = this.used(now)
    const last = this.inFlight > 0 ? now : this.ended.at(-1)
    return {
      scope: this.scope,
      operation: this.name,
      used,
      limit: this.limit.count,
      windowSeconds: this.limit.seconds,
      reserved: this.reserved,
      resetsInMs: last === undefined ? 0 : Math.ceil(last + this.windowMs - now),
      blockedForMs: Math.ceil(Math.max(0, this.blockedUntil - now)),
    }
  }

  /**
   * Returns the milliseconds until a request may be sent; 0 = now; null = only after a running
   * request ends.
   */
  waitMs(now: number, priority: Priority): number | null {
    const blocked = Math.max(0, this.blockedUntil - now)
    const over = this.used(now) - this.capacity(priority)
    if (over < 0) return blocked
    const frees = this.ended[over]
    return frees === undefined ? null : Math.max(blocked, frees + this.windowMs - now, 0)
  }

  acquire(): void {
    this.inFlight += 1
  }

  release(now: number): void {
    this.inFlight -= 1
    this.ended.push(now)
  }

  /**
   * Blocks requests after a 429: for the given time, or for a window that doubles with each
   * consecutive refusal.
   */
  block(now: number, retryAfterMs: number | null): void {
    this.refusals += 1
    const wait = retryAfterMs ?? Math.min(this.windowMs * 2 ** (this.refusals - 1), MAX_BLOCK_MS)
    this.blockedUntil = Math.max(this.blockedUntil, now + wait)
  }

  accepted(): void {
    this.refusals = 0
  }
}
