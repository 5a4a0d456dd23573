import type { Environment } from '../../../shared/domain/environment.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Operation, RateLimit } from '../../../shared/wire/operation.js'
import type { AccessMode } from './hosts.js'
import { Bucket, type BudgetView, type Priority, type BudgetScope } from './budget.js'
import type { ClockPort, TimerPort } from '../../core/ports.js'
import { LIMITS, MARKET_DATA_TOTAL } from '../../../shared/wire/rate-limits.js'

/** The budgets of one caller, created when an operation first uses them. */
class Budgets {
  readonly #environment: Environment
  readonly #mode: AccessMode
  readonly #buckets = new Map<string, Bucket>()

  constructor(environment: Environment, mode: AccessMode) {
    this.#environment = environment
    this.#mode = mode
  }

  /** Returns the budgets that count a request of an operation. */
  bucketsOf(operation: Operation): readonly Bucket[] {
    const endpointBuckets =
      operation.family === 'connect'
        ? []
        : [this.#bucket(operation.id, this.#rateOf(operation), 'endpoint')]
    if (operation.burst !== undefined) {
      endpointBuckets.push(this.#bucket(`${operation.id} burst`, operation.burst, 'endpoint'))
    }
    if (this.#isOnConnectHost(operation)) {
      return [...endpointBuckets, this.#bucket('connect', LIMITS.connect.production, 'user')]
    }
    // By path, because institutions read the same market data under a family of their own.
    return operation.path.startsWith('/market-data/')
      ? [...endpointBuckets, this.#bucket('market-data', MARKET_DATA_TOTAL, 'market-data')]
      : endpointBuckets
  }

  /** Returns every budget that counts something now or is blocked, the fullest first. */
  used(now: number): readonly BudgetView[] {
    return [...this.#buckets.values()]
      .map((bucket) => bucket.view(now))
      .filter((view) => view.used > 0 || view.blockedForMs > 0)
      .sort((a, b) => b.used / b.limit - a.used / a.limit)
  }

  #isOnConnectHost(operation: Operation): boolean {
    return (
      operation.host === 'oauth' || (this.#mode === 'connect' && operation.family === 'trading')
    )
  }

  /** The practice exchange uses production's limits, so that it behaves like production. */
  #rateOf(operation: Operation): RateLimit {
    return this.#environment === 'sandbox' ? operation.rate.sandbox : operation.rate.production
  }

  #bucket(name: string, limit: RateLimit, scope: BudgetScope): Bucket {
    const known = this.#buckets.get(name)
    if (known !== undefined) return known
    const fresh = new Bucket(name, limit, scope)
    this.#buckets.set(name, fresh)
    return fresh
  }
}

const ORDER: Record<Priority, number> = { critical: 0, order: 1, normal: 2, background: 3 }

/** The usual time after which a running request has ended. */
const RUNNING_MS = 250

/** Permission to send one request now. One of the two must be called once it ended. */
export interface Permit {
  /** Its response arrived, or the provider may have received it. */
  done(): void
  /** It never left this computer, so that it counts against no limit. */
  notSent(): void
}

/** No request may be sent within the time that it may wait: by which limit, and for how long. */
export interface NoPlace {
  readonly retryAfterMs: number
  /** Null when the limiter is closing. */
  readonly limit: RateLimit | null
}

interface Waiting {
  readonly priority: Priority
  readonly buckets: readonly Bucket[]
  readonly deadline: number
  readonly order: number
  settle(result: Result<Permit, NoPlace>): void
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
  ): Promise<Result<Permit, NoPlace>>
  /**
   * Returns the milliseconds after which a request of this priority could be sent, by what counts
   * now; 0 = at once.
   */
  delayMs(operation: Operation, priority: Priority): number
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

/** Returns the wait of a request that all these budgets count; null until a running one ends. */
function longestWait(buckets: readonly Bucket[], priority: Priority, now: number): number | null {
  let longest = 0
  for (const bucket of buckets) {
    const wait = bucket.waitMs(now, priority)
    if (wait === null) return null
    longest = Math.max(longest, wait)
  }
  return longest
}

/** Returns why a request has waited in vain: the budget that would make it wait longest. */
function noPlace({ buckets, priority }: Waiting, now: number): NoPlace {
  const waits = buckets.map((bucket) => ({
    limit: bucket.limit,
    wait: bucket.waitMs(now, priority) ?? RUNNING_MS,
  }))
  const [longest] = waits.toSorted((a, b) => b.wait - a.wait)
  return { retryAfterMs: longest?.wait ?? 0, limit: longest?.limit ?? null }
}

/** Queues requests by priority until all their budgets have room. */
class QueueingLimiter implements RateLimiter {
  readonly #clock: ClockPort
  readonly #timers: TimerPort
  readonly #budgets: Budgets
  #queue: readonly Waiting[] = []
  #counter = 0
  #wake: (() => void) | null = null
  #wakeAt = Number.POSITIVE_INFINITY

  constructor({ environment, mode, clock, timers }: LimiterOptions) {
    this.#clock = clock
    this.#timers = timers
    this.#budgets = new Budgets(environment, mode)
  }

  acquire(
    operation: Operation,
    priority: Priority,
    maxWaitMs: number,
  ): Promise<Result<Permit, NoPlace>> {
    const buckets = this.#budgets.bucketsOf(operation)
    const deadline = this.#clock.monotonic() + maxWaitMs
    return new Promise((resolve) => {
      const waiting = { priority, buckets, deadline, order: this.#counter++, settle: resolve }
      this.#queue = [...this.#queue, waiting].sort(
        (a, b) => ORDER[a.priority] - ORDER[b.priority] || a.order - b.order,
      )
      this.#pump()
    })
  }

  delayMs(operation: Operation, priority: Priority): number {
    const buckets = this.#budgets.bucketsOf(operation)
    const wait = longestWait(buckets, priority, this.#clock.monotonic())
    return Math.ceil(wait ?? RUNNING_MS)
  }

  refused(operation: Operation, retryAfterMs: number | null): void {
    const now = this.#clock.monotonic()
    // The budget over all market data is a local one; the provider counts each operation
    // separately.
    for (const bucket of this.#budgets.bucketsOf(operation)) {
      if (bucket.scope !== 'market-data') bucket.block(now, retryAfterMs)
    }
  }

  accepted(operation: Operation): void {
    for (const bucket of this.#budgets.bucketsOf(operation)) bucket.accepted()
  }

  tightest(): BudgetView | null {
    return this.budgets()[0] ?? null
  }

  budgets(): readonly BudgetView[] {
    return this.#budgets.used(this.#clock.monotonic())
  }

  close(): void {
    this.#wake?.()
    this.#wake = null
    for (const waiting of this.#queue) waiting.settle(err({ retryAfterMs: 0, limit: null }))
    this.#queue = []
  }

  /** Settles every request that may be sent or has waited too long; wakes again for the rest. */
  #pump(): void {
    const now = this.#clock.monotonic()
    const still: Waiting[] = []
    let next = Number.POSITIVE_INFINITY
    for (const waiting of this.#queue) {
      const wait = longestWait(waiting.buckets, waiting.priority, now)
      if (wait === 0) waiting.settle(ok(this.#permit(waiting)))
      else if (now >= waiting.deadline) waiting.settle(err(noPlace(waiting, now)))
      else {
        still.push(waiting)
        next = Math.min(
          next,
          waiting.deadline,
          wait === null ? Number.POSITIVE_INFINITY : now + wait,
        )
      }
    }
    this.#queue = still
    if (next < Number.POSITIVE_INFINITY) this.#wakeLater(next, now)
  }

  #permit({ buckets, priority }: Waiting): Permit {
    let open = true
    for (const bucket of buckets) bucket.acquire(this.#clock.monotonic(), priority)
    const end = (leave: (bucket: Bucket) => void): void => {
      if (!open) return
      open = false
      for (const bucket of buckets) leave(bucket)
      this.#pump()
    }
    return {
      done: () => {
        const now = this.#clock.monotonic()
        end((bucket) => bucket.release(now))
      },
      notSent: () => end((bucket) => bucket.giveBack()),
    }
  }

  #wakeLater(wakeTime: number, now: number): void {
    if (this.#wake !== null && this.#wakeAt <= wakeTime) return
    this.#wake?.()
    this.#wakeAt = wakeTime
    this.#wake = this.#timers.after(Math.max(1, Math.ceil(wakeTime - now)), () => {
      this.#wake = null
      this.#wakeAt = Number.POSITIVE_INFINITY
      this.#pump()
    })
  }
}

/**
 * Creates the limiter that enforces the provider's limits per operation, and its two budgets across
 * operations (LIMITS-1).
 */
export const createRateLimiter = (options: LimiterOptions): RateLimiter =>
  new QueueingLimiter(options)
