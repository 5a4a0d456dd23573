import type { OrderEventPayload } from '../../../../electron/practice/model/wire-records.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import type { Coverage } from './coverage.js'
import type { Violations } from './trace.js'

const PLACE = '/trading/orders/place'
const CANCEL = '/trading/orders/cancel'
const LISTS: ReadonlySet<string> = new Set([
  '/trading/orders/open-orders/list',
  '/trading/orders/historical-orders/list',
])
/** Refusals of one seed that are a storm. */
const STORM = 10
const TOO_MANY = 429
const FILLS: ReadonlySet<string> = new Set(['FILLED', 'FINAL_FILLED'])

export interface ExchangeObserverDeps {
  readonly exchange: PracticeExchange
  readonly violations: Violations
  readonly coverage: Coverage
}

/**
 * Observes what the exchange answers and what happens in it: which of its faults had an effect, and
 * that a halted symbol does not trade while its orders can be canceled.
 */
export class ExchangeObserver {
  readonly #deps: ExchangeObserverDeps
  #refused = 0

  constructor(deps: ExchangeObserverDeps) {
    this.#deps = deps
  }

  /** Observes an answer of the exchange, whether or not it arrives. */
  answered(path: string, status: number, body: string): void {
    const { exchange, coverage, violations } = this.#deps
    if (status === TOO_MANY) {
      this.#refused += 1
      if (this.#refused === STORM) coverage.count('storm of refusals')
    }
    if (exchange.listingLagMs > 0 && LISTS.has(path)) coverage.count('stale-listing')
    if ((path !== PLACE && path !== CANCEL) || !body.includes(ASSUMPTIONS.halts.refusal)) return
    if (path === PLACE) coverage.count('order refused in a halt')
    else violations.add('REL-36: a cancellation was refused because its symbol was halted')
  }

  /** Observes an event of an order. */
  happened({
    symbol,
    category,
    scene_type: eventType,
    client_order_id: id,
  }: OrderEventPayload): void {
    const { exchange, coverage, violations } = this.#deps
    // The orders of an option show its underlying, which may be halted alone.
    if (category === 'US_OPTION' || !exchange.halted.has(symbol)) return
    if (eventType === 'CANCEL_SUCCESS') coverage.count('order canceled in a halt')
    if (FILLS.has(eventType)) violations.add(`the exchange filled ${id} while ${symbol} was halted`)
  }
}
