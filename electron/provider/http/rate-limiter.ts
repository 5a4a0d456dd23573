import type { Environment } from '../../../shared/domain/environment.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { LIMITS, MARKET_DATA_TOTAL } from '../../../shared/wire/rate-limits.js'
import type { Operation, RateLimit } from '../../../shared/wire/operation.js'
import type { AccessMode } from './hosts.js'
import { Bucket, type BudgetScope, type BudgetView, type Priority } from './budget.js'
import type { ClockPort, TimerPort } from './ports.js'

export type { BudgetScope, BudgetView, Priority } from './budget.js'

const ORDER: Record<Priority, number> = { critical: 0, normal: 1, background: 2 }

/**
 * Permission to send one request now. `done` must be called when its response arrived or it failed.
 */
export interface Permit {
  done(): void
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
  /**
   * Waits for a permit, at most `maxWaitMs`; then fails with the time that it would still have to
   * wait.
   */
  acquire(
    operation: Operation,
    priority: Priority,
    maxWaitMs: number,
  ): Promise<Result<Permit, { readonly retryAfterMs: number }>>
  /** Records that the provider refused with 429. */
  refused(operation: Operation, retryAfterMs: number | null): void
  /** Records that the provider accepted a request. */
  accepted(operation: Operation): void
  /** Returns the fullest budget; null while nothing counts. */
  tightest(): BudgetView | null
  /** Returns every budget that counts something now or is blocked, the fullest first. */
  budgets(): readonly BudgetView[]
  /** Fails all waiting requests. */
  close(): void
}

/**
 * Enforces the provider's limits per operation, and its two budgets across operations (LIMITS-1).
 */
export function createRateLimiter({
  environment,
  mode,
  clock,
  timers,
}: LimiterOptions): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let queue: Waiting[] = []
  let wake: (() => void) | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let counter = 0
  // The practice exchange uses production's limits, so that it behaves like production.
  const rateOf = (operation: Operation): RateLimit =>
    environment === 'sandbox' ? operation.rate.sandbox : operation.rate.production

  const bucketFor = (name: string, limit: RateLimit, scope: BudgetScope): Bucket => {
    const known = buckets.get(name)
    if (known !== undefined) return known
    const fresh = new Bucket(name, limit, scope)
    buckets.set(name, fresh)
    return fresh
  }

  const bucketsOf = (operation: Operation): readonly Bucket[] => {
    const onConnectHost =
      operation.host === 'oauth' || (mode === 'connect' && operation.family === 'trading')
    const own =
      operation.family === 'connect' ? [] : [bucketFor(operation.id, rateOf(operation), 'endpoint')]
    if (operation.burst !== undefined) {
      own.push(bucketFor(`${operation.id} burst`, operation.burst, 'endpoint'))
    }
    if (onConnectHost) return [...own, bucketFor('connect', LIMITS.connect.production, 'user')]
    // By path, because institutions read the same market data under a family of their own.
    return operation.path.startsWith('/market-data/')
      ? [...own, bucketFor('market-data', MARKET_DATA_TOTAL, 'market-data')]
      : own
  }

  const waitOf = (list: readonly Bucket[], priority: Priority, now: number): number | null => {
    let longest = 0
    for (const bucket of list) {
      const wait = bucket.waitMs(now, priority)
      if (wait === null) return null
      longest = Math.max(longest, wait)
    }
    return longest
  }

  const permit = (list: readonly Bucket[]): Permit => {
    let open = true
    for (const bucket of list) bucket.acquire()
    return {
      done() {
        if (!open) return
        open = false
        const now = clock.monotonic()
        for (const bucket of list) bucket.release(now)
        pump()
      },
    }
  }

  const arm = (wakeTime: number, now: number): void => {
    if (wake !== null && wakeAt <= wakeTime) return
    wake?.()
    wakeAt = wakeTime
    wake = timers.after(Math.max(1, Math.ceil(wakeTime - now)), () => {
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
        next = Math.min(
          next,
          waiting.deadline,
          wait === null ? Number.POSITIVE_INFINITY : now + wait,
        )
      }
    }
    queue = still
    if (next < Number.POSITIVE_INFINITY) arm(next, now)
  }

  const usedBudgets = (): readonly BudgetView[] => {
    const now = clock.monotonic()
    return [...buckets.values()]
      .map((bucket) => bucket.view(now))
      .filter((view) => view.used > 0 || view.blockedForMs > 0)
      .sort((a, b) => b.used / b.limit - a.used / a.limit)
  }

  return {
    acquire(operation, priority, maxWaitMs) {
      const list = bucketsOf(operation)
      const now = clock.monotonic()
      return new Promise((resolve) => {
        queue.push({
          priority,
          buckets: list,
          deadline: now + maxWaitMs,
          order: counter++,
          settle: resolve,
        })
        queue.sort((a, b) => ORDER[a.priority] - ORDER[b.priority] || a.order - b.order)
        pump()
      })
    },
    refused(operation, retryAfterMs) {
      const now = clock.monotonic()
      // The budget over all market data is a local one; the provider counts each operation
      // separately.
      for (const bucket of bucketsOf(operation)) {
        if (bucket.scope !== 'market-data') bucket.block(now, retryAfterMs)
      }
    },
    accepted(operation) {
      for (const bucket of bucketsOf(operation)) bucket.accepted()
    },
    tightest: () => usedBudgets()[0] ?? null,
    budgets: usedBudgets,
    close() {
      wake?.()
      wake = null
      for (const waiting of queue) waiting.settle(err({ retryAfterMs: 0 }))
      queue = []
    },
  }
}
