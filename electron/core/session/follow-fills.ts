import type { Disposer } from '../../../shared/domain/brand.js'
import { eq, isZero, type Quantity } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { underlyingKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { OrderProjection } from '../orders/order-projection.js'
import type { Portfolio } from '../portfolio/portfolio.js'

interface OnFill {
  onFill(accountId: AccountId): void
}

export interface FillFollowers {
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
