import { eq, type Decimal } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderChange } from '../../../shared/domain/order.js'
import type { Algo, AlgoChange } from '../../../shared/domain/order-terms.js'
import type { TradeScene } from './events-port.js'
import type { OrderJournal } from './journal.js'
import type { OrderObservation } from './order-observation.js'
import type { Applied, OrderProjection } from './projection.js'

/** A sighting after it was merged. */
export interface Sighting {
  readonly observation: OrderObservation
  readonly scene: TradeScene | null
  readonly applied: Applied
}

/**
 * The one place through which sightings enter: merged, written down when they changed one of our
 * orders, and passed on.
 */
export interface Intake {
  observe(observation: OrderObservation, scene?: TradeScene): Applied
  /** The sighting was not enough to show the order: somebody has to ask Order Detail. */
  onIncomplete(listener: (accountId: AccountId, clientOrderId: ClientOrderId) => void): void
  onSighting(listener: (sighting: Sighting) => void): void
}

/** Joins projection and journal. */
export function createIntake(deps: {
  readonly projection: OrderProjection
  readonly journal: OrderJournal
}): Intake {
  let incomplete: (accountId: AccountId, clientOrderId: ClientOrderId) => void = () => undefined
  let sighted: (sighting: Sighting) => void = () => undefined
  return {
    onIncomplete(listener) {
      incomplete = listener
    },
    onSighting(listener) {
      sighted = listener
    },
    observe(observation, scene) {
      const applied = deps.projection.apply({ fact: 'observed', observation })
      if (applied.incomplete) incomplete(observation.accountId, observation.clientOrderId)
      // A failed append halts trading by itself; the row on the screen stays right, and the next
      // start asks again.
      if (applied.changed && applied.order?.ours === true) {
        void deps.journal.append({ kind: 'observation', observation })
      }
      sighted({ observation, scene: scene ?? null, applied })
      return applied
    },
  }
}

const same = (asked: Decimal | undefined, seen: Decimal | null): boolean =>
  asked === undefined || (seen !== null && eq(asked, seen))

const showsAlgo = (algo: Algo | null, change: AlgoChange | undefined): boolean =>
  change === undefined ||
  (algo !== null &&
    same(change.targetPercent, algo.targetPercent) &&
    same(change.maxPercent, algo.maxPercent) &&
    (change.start === undefined || change.start === algo.start) &&
    (change.end === undefined || change.end === algo.end))

/** True when a sighting shows the order as the change asked. */
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
