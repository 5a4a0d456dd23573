import type { RateLimit } from '../../../shared/wire/operation.js'

/** Who goes first. `critical` (cancel, Order Detail) may use the reserve of shared budgets. */
export type Priority = 'critical' | 'normal' | 'background'

/**
 * Over what a budget counts (LIMITS-1): one operation of the app key, all market
 * data of the app key, or all
 * calls of one Connect user.
 */
export type BudgetScope = 'endpoint' | 'market-data' | 'user'

/** A budget as it stands: requests that count against it now, of how many, in which window. */
export interface BudgetView {
  readonly scope: BudgetScope
  /** The operation's id, or the scope's own name where it covers several. */
  readonly operation: string
  readonly used: number
  readonly limit: number
  readonly windowSeconds: number
  /** How many of `limit` only cancels and Order Detail may use. */
  readonly reserved: number
  /** Until nothing counts any more, if nothing is sent meanwhile; 0 when it is empty. */
  readonly resetsInMs: number
  /** Until the provider takes requests again after a 429; 0 while it does. */
  readonly blockedForMs: number
}

/** Share of a shared budget that only critical calls may use (safety 17.9). */
const RESERVE_SHARE = 0.2
const MAX_BLOCK_MS = 300_000

/**
 * One sliding window. A request occupies a place from its permission until a whole window after its
 * answer: the server counts
 * at some moment between the two, so it can never see more than `limit.count` in any window,
 * whatever the network adds.
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

  /**
   * Places that only critical calls may take. An operation's own counter needs none: it is its own
   * caller's alone.
   */
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

  /** Milliseconds until a place may be free; 0 = now; null = only after a running request ends. */
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
   * After a 429: nothing for the told time, or for a window that doubles with each refusal in a
   * row.
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
