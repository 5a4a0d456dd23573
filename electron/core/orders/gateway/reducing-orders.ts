import { gt, sub } from '../../../../shared/domain/decimal.js'
import type { Order, OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderProjection } from '../order-projection.js'
import type { PortfolioPort } from '../../portfolio/portfolio-port.js'
import { ReadPositions } from '../read-positions.js'

export interface ReducingOrdersDeps {
  /** Reads the positions from the broker; without it nothing is proved. */
  readonly positions?: PortfolioPort['positions'] | undefined
  readonly projection: Pick<OrderProjection, 'orders' | 'get'>
}

/** Proves that an order only reduces positions: the person's limits do not hold such an order. */
export class ReducingOrders {
  readonly #deps: ReducingOrdersDeps

  constructor(deps: ReducingOrdersDeps) {
    this.#deps = deps
  }

  /**
   * Reads the account's positions; null when they cannot be read. Whether a draft only reduces
   * them is asked later, with the orders of that moment: two orders must not close the same
   * quantity.
   */
  async placement({ accountId }: OrderDraft): Promise<ReadPositions | null> {
    const { orders } = this.#deps.projection
    const before = orders.all()
    const held = await this.#deps.positions?.(accountId)
    return held?.ok === true ? new ReadPositions(held.value, before, orders) : null
  }

  /**
   * Returns a function that says whether a change adds no risk now: it only lowers the quantity, or
   * what the order can still fill closes a position, of which no other order has taken it, with no
   * larger quantity than before.
   */
  async replacement(order: Order, change: OrderChange, draft: OrderDraft): Promise<() => boolean> {
    const { quantity } = change
    if (order.quantity === null || draft.size.kind !== 'quantity') return NEVER
    if (quantity !== undefined && gt(quantity, order.quantity)) return NEVER
    if (
      Object.entries(change).every(([name, value]) => name === 'quantity' || value === undefined)
    ) {
      return ALWAYS
    }
    const read = await this.placement(draft)
    const { clientOrderId } = order
    const total = draft.size.quantity
    return () => {
      const available = read?.available(draft, [clientOrderId]) ?? null
      const { filledQuantity } = this.#deps.projection.get(clientOrderId) ?? order
      return available !== null && !gt(sub(total, filledQuantity), available)
    }
  }
}

const NEVER = (): boolean => false
const ALWAYS = (): boolean => true
