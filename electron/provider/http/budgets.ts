import type { Environment } from '../../../shared/domain/environment.js'
import type { Operation, RateLimit } from '../../../shared/wire/operation.js'
import { LIMITS, MARKET_DATA_TOTAL } from '../../../shared/wire/rate-limits.js'
import { Bucket, type BudgetScope, type BudgetView } from './budget.js'
import type { AccessMode } from './hosts.js'

/** The budgets of one caller, created when an operation first uses them. */
export class Budgets {
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
