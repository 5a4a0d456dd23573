import type { Disposer } from '../../../shared/domain/brand.js'
import { haltOnFaults } from './halts/halt-on-faults.js'
import { onUnreadable } from '../health.js'
import { logStart } from './session-lifecycle.js'
import type { TradingSessionOptions } from './session-options.js'
import type { SessionCore } from './session-core.js'
import { eq, isZero, type Quantity } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { underlyingKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { OrderProjection } from '../orders/order-projection.js'
import type { Portfolio } from '../portfolio/portfolio.js'

interface OnFill {
  onFill(accountId: AccountId): void
}

interface FillFollowers {
  readonly projection: Pick<OrderProjection, 'orders'>
  readonly portfolio: Pick<Portfolio, 'onOrdersChanged' | 'onPositionsChanged'>
  /** What is read again after an execution, its fees and its price included. */
  readonly records: () => readonly OnFill[]
  /** False while a start or a reconnect reads everything anyway. */
  readonly isReady: () => boolean
}

/** Reads positions, balance and records again as orders change. */
export function followFills({ projection, portfolio, records, isReady }: FillFollowers): Disposer {
  const filled = new FilledQuantities()
  const follow = (order: Order): void => {
    const { accountId, filledQuantity } = order
    const isFill = filled.isNew(order)
    if (!isReady()) return
    if (isFill) portfolio.onPositionsChanged(accountId, [underlyingKey(order)])
    // Working orders hold buying power, so every change of an order can change the balance.
    else portfolio.onOrdersChanged(accountId)
    if (isZero(filledQuantity)) return
    for (const record of records()) record.onFill(accountId)
  }
  return projection.orders.subscribe((rows) => rows.forEach(follow))
}

/** What was filled of each order: only its change is a fill, which changes positions. */
class FilledQuantities {
  readonly #filled = new Map<string, Quantity>()

  /** True when another quantity of the order is filled than when it was last seen. */
  isNew({ accountId, clientOrderId, filledQuantity }: Order): boolean {
    const key = `${accountId} ${clientOrderId}`
    const before = this.#filled.get(key)
    this.#filled.set(key, filledQuantity)
    return before === undefined ? !isZero(filledQuantity) : !eq(before, filledQuantity)
  }
}

/** Starts what follows the session's parts; returns the function that ends it. */
export function watchSession(options: TradingSessionOptions, core: SessionCore): Disposer {
  const { graph, lifecycle, gate, changed } = core
  const { projection, portfolio, realized, personalLimits, tradeJournal } = graph
  const stops = [
    followFills({
      projection,
      portfolio,
      records: () => [realized, tradeJournal, personalLimits],
      isReady: () => lifecycle.ready,
    }),
    ...haltOnFaults({
      ...options,
      graph,
      isReady: () => lifecycle.ready,
      halt: (why) => gate.halt(why),
      changed,
    }),
    ...publishChanges(core),
    logStart(graph, options.log),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Publishes the session view again when a part of it changes. */
function publishChanges({ graph, views, changed }: SessionCore): readonly Disposer[] {
  const { auth, provider, market, health } = graph
  let apiState = health.state('api')
  return [
    auth.onChange(changed),
    provider.appToken.onState(changed),
    market.onOffset(changed),
    market.onHealth(() => health.report('market', market.health)),
    onListsComplete({ graph, views }, changed),
    onUnreadable(provider.api, changed),
    health.subscribe(() => {
      if (health.state('api') === apiState) return
      apiState = health.state('api')
      changed()
    }),
  ]
}

/** Calls the listener when the last account's list of open orders was read to its end. */
function onListsComplete(
  { graph, views }: Pick<SessionCore, 'graph' | 'views'>,
  listener: () => void,
): Disposer {
  let wasListed = false
  return graph.reconciler.onListPage(() => {
    const { ordersListed } = views.session()
    if (ordersListed && !wasListed) listener()
    wasListed = ordersListed
  })
}
