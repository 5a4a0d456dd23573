import type { Environment } from '../../shared/domain/environment.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { LIMITS, MARKET_DATA_TOTAL } from '../../shared/wire/limits.js'
import type { Operation, RateLimit } from '../../shared/wire/operation.js'
import type { AccessMode } from './hosts.js'
import type { ClockPort, TimerPort } from './ports.js'

/** Who goes first. `critical` (cancel, Order Detail) may use the reserve of shared budgets. */
export type Priority = 'critical' | 'normal' | 'background'
const ORDER: Record<Priority, number> = { critical: 0, normal: 1, background: 2 }

/** The right to send one request now. `done` must be called when its answer is in, or it failed. */
export interface Permit {
  done(): void
}

/** A budget as it stands: requests that count against it now, of how many, in which window. */
export interface BudgetView {
  readonly operation: string
  readonly used: number
  readonly limit: number
  readonly windowSeconds: number
}

/** Share of a shared budget that only critical calls may use (safety 17.9). */
const RESERVE_SHARE = 0.2
const MAX_BLOCK_MS = 300_000

/**
 * One sliding window. A request occupies a place from its permission until a whole window after its answer: the server counts
 * at some moment between the two, so it can never see more than `limit.count` in any window, whatever the network adds.
 */
class Bucket {
  private inFlight = 0
  private readonly ended: number[] = []
  private blockedUntil = 0
  private refusals = 0

  constructor(readonly name: string, readonly limit: RateLimit, private readonly shared: boolean) {}

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
    return this.shared && priority !== 'critical' ? Math.max(1, this.limit.count - Math.floor(this.limit.count * RESERVE_SHARE)) : this.limit.count
  }

  /** Milliseconds until a place may be free; 0 = now; null = only after a running request ends. */
  waitMs(now: number, priority: Priority): number | null {
    const blocked = Math.max(0, this.blockedUntil - now)
    const over = this.used(now) - this.capacity(priority)
    if (over < 0) return blocked
    const frees = this.ended[over]
    return frees === undefined ? null : Math.max(blocked, frees + this.windowMs - now, 0)
  }

  take(): void {
    this.inFlight += 1
  }

  release(now: number): void {
    this.inFlight -= 1
    this.ended.push(now)
  }

  /** After a 429: nothing for the told time, or for a window that doubles with each refusal in a row. */
  block(now: number, retryAfterMs: number | null): void {
    this.refusals += 1
    const wait = retryAfterMs ?? Math.min(this.windowMs * 2 ** (this.refusals - 1), MAX_BLOCK_MS)
    this.blockedUntil = Math.max(this.blockedUntil, now + wait)
  }

  accepted(): void {
    this.refusals = 0
  }
}

interface Waiting {
  readonly priority: Priority
  readonly buckets: readonly Bucket[]
  readonly deadline: number
  readonly order: number
  settle(result: Result<Permit, { readonly retryAfterMs: number }>): void
}

export interface LimiterOptions {
  readonly environment: Environment
  readonly mode: AccessMode
  readonly clock: ClockPort
  readonly timers: TimerPort
}

export interface RateLimiter {
  /** Waits for a place, at most `maxWaitMs`; then fails with how long the wait would have been. */
  acquire(operation: Operation, priority: Priority, maxWaitMs: number): Promise<Result<Permit, { readonly retryAfterMs: number }>>
  /** Tells the limiter that the provider refused for its limits (429). */
  refused(operation: Operation, retryAfterMs: number | null): void
  /** Tells it that the provider took a request. */
  accepted(operation: Operation): void
  /** The budget that is nearest to its end, null while nothing was sent lately. */
  tightest(): BudgetView | null
  /** Fails everything that waits. */
  close(): void
}

/** Obeys the provider's table per operation, and its two budgets over many operations (contract/limits-errors.md 1). */
export function createRateLimiter({ environment, mode, clock, timers }: LimiterOptions): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let queue: Waiting[] = []
  let wake: (() => void) | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let counter = 0
  // Practice keeps the production table, so that what is practised is what will be met.
  const rateOf = (operation: Operation): RateLimit => (environment === 'sandbox' ? operation.rate.sandbox : operation.rate.production)

  const bucket = (name: string, limit: RateLimit, shared: boolean): Bucket => {
    const known = buckets.get(name)
    if (known !== undefined) return known
    const fresh = new Bucket(name, limit, shared)
    buckets.set(name, fresh)
    return fresh
  }

  const bucketsOf = (operation: Operation): readonly Bucket[] => {
    const onConnectHost = operation.host === 'oauth' || (mode === 'connect' && operation.family === 'trading')
    const own = operation.family === 'connect' ? [] : [bucket(operation.id, rateOf(operation), false)]
    if (onConnectHost) return [...own, bucket('connect', LIMITS.connect.production, true)]
    return operation.family === 'market-data' ? [...own, bucket('market-data', MARKET_DATA_TOTAL, true)] : own
  }

  const waitOf = (list: readonly Bucket[], priority: Priority, now: number): number | null => {
    let longest = 0
    for (const one of list) {
      const wait = one.waitMs(now, priority)
      if (wait === null) return null
      longest = Math.max(longest, wait)
    }
    return longest
  }

  const permit = (list: readonly Bucket[]): Permit => {
    let open = true
    for (const one of list) one.take()
    return {
      done() {
        if (!open) return
        open = false
        const now = clock.monotonic()
        for (const one of list) one.release(now)
        pump()
      },
    }
  }

  const arm = (at: number, now: number): void => {
    if (wake !== null && wakeAt <= at) return
    wake?.()
    wakeAt = at
    wake = timers.after(Math.max(1, Math.ceil(at - now)), () => {
      wake = null
      wakeAt = Number.POSITIVE_INFINITY
      pump()
    })
  }

  function pump(): void {
    const now = clock.monotonic()
    const still: Waiting[] = []
    let next = Number.POSITIVE_INFINITY
    for (const waiting of queue) {
      const wait = waitOf(waiting.buckets, waiting.priority, now)
      if (wait === 0) waiting.settle(ok(permit(waiting.buckets)))
      else if (now >= waiting.deadline) waiting.settle(err({ retryAfterMs: wait ?? 0 }))
      else {
        still.push(waiting)
        next = Math.min(next, waiting.deadline, wait === null ? Number.POSITIVE_INFINITY : now + wait)
      }
    }
    queue = still
    if (next < Number.POSITIVE_INFINITY) arm(next, now)
  }

  return {
    acquire(operation, priority, maxWaitMs) {
      const list = bucketsOf(operation)
      const now = clock.monotonic()
      return new Promise((resolve) => {
        queue.push({ priority, buckets: list, deadline: now + maxWaitMs, order: counter++, settle: resolve })
        queue.sort((a, b) => ORDER[a.priority] - ORDER[b.priority] || a.order - b.order)
        pump()
      })
    },
    refused(operation, retryAfterMs) {
      const now = clock.monotonic()
      for (const one of bucketsOf(operation)) one.block(now, retryAfterMs)
    },
    accepted(operation) {
      for (const one of bucketsOf(operation)) one.accepted()
    },
    tightest() {
      const now = clock.monotonic()
      let best: BudgetView | null = null
      for (const one of buckets.values()) {
        const used = one.used(now)
        if (used > 0 && (best === null || used / one.limit.count > best.used / best.limit)) {
          best = { operation: one.name, used, limit: one.limit.count, windowSeconds: one.limit.seconds }
        }
      }
      return best
    },
    close() {
      wake?.()
      wake = null
      for (const waiting of queue) waiting.settle(err({ retryAfterMs: 0 }))
      queue = []
    },
  }
}
