import { eq, type Decimal } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderChange } from '../../../../shared/domain/orders/order.js'
import type { Algo, AlgoChange } from '../../../../shared/domain/orders/order-terms.js'
import type { TradeEventType } from '../trade-events-port.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderObservation } from '../order-observation.js'
import type { Applied, OrderProjection } from '../order-projection.js'

/** An observation after it was merged into the projection. */
export interface OrderReport {
  readonly observation: OrderObservation
  readonly eventType: TradeEventType | null
  readonly applied: Applied
}

/**
 * Receives every observation: merges it, journals it when it changed an order placed by
 * Countersign, and notifies the listener.
 */
export interface OrderReports {
  observe(observation: OrderObservation, eventType?: TradeEventType): Applied
  /**
   * Registers the listener for observations that are not sufficient to create a row: Order Detail
   * has to be queried.
   */
  onIncomplete(listener: (accountId: AccountId, clientOrderId: ClientOrderId) => void): void
  onReport(listener: (report: OrderReport) => void): void
}

/** Creates the reports over the projection and the journal. */
export function createOrderReports(deps: {
  readonly projection: OrderProjection
  readonly journal: Pick<OrderJournal, 'append'>
}): OrderReports {
  let incomplete: (accountId: AccountId, clientOrderId: ClientOrderId) => void = () => undefined
  let notifyReport: (report: OrderReport) => void = () => undefined
  return {
    onIncomplete(listener) {
      incomplete = listener
    },
    onReport(listener) {
      notifyReport = listener
    },
    observe(observation, eventType) {
      const applied = deps.projection.apply({ fact: 'observed', observation })
      if (applied.incomplete) incomplete(observation.accountId, observation.clientOrderId)
      // The result is not awaited: a failed append halts trading by itself, the row is correct, and
      // the next start queries the order again.
      if (applied.changed && applied.order?.ours === true) {
        void deps.journal.append({ kind: 'observation', observation })
      }
      notifyReport({ observation, eventType: eventType ?? null, applied })
      return applied
    },
  }
}

const same = (requested: Decimal | undefined, seen: Decimal | null): boolean =>
  requested === undefined || (seen !== null && eq(requested, seen))

const showsAlgo = (algo: Algo | null, change: AlgoChange | undefined): boolean =>
  change === undefined ||
  (algo !== null &&
    same(change.targetPercent, algo.targetPercent) &&
    same(change.maxPercent, algo.maxPercent) &&
    (change.start === undefined || change.start === algo.start) &&
    (change.end === undefined || change.end === algo.end))

/** True when an observation shows the order as the change requested it. */
export const showsChange = (
  order: Pick<
    OrderObservation,
    'type' | 'timeInForce' | 'quantity' | 'limitPrice' | 'stopPrice' | 'trail' | 'terms'
  >,
  change: OrderChange,
): boolean =>
  (change.type === undefined || change.type === order.type) &&
  (change.timeInForce === undefined || change.timeInForce === order.timeInForce) &&
  same(change.quantity, order.quantity) &&
  same(change.limitPrice, order.limitPrice) &&
  same(change.stopPrice, order.stopPrice) &&
  (change.trail === undefined ||
    (order.trail !== null &&
      change.trail.kind === order.trail.kind &&
      eq(change.trail.step, order.trail.step))) &&
  showsAlgo(order.terms?.algo ?? null, change.algo)
