import { mayBeUnreadable, type PositionList } from '../../../../shared/domain/account/account.js'
import { abs, gt, sum } from '../../../../shared/domain/decimal.js'
import type { Order, OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { closes, closingProblem } from '../closing.js'
import type { OrderProjection } from '../order-projection.js'
import type { PortfolioPort } from '../../portfolio/portfolio-port.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'

export interface ReducingOrdersDeps {
  /** Reads the positions from the broker; without it nothing is proved. */
  readonly positions?: PortfolioPort['positions'] | undefined
  readonly projection: Pick<OrderProjection, 'orders'>
}

/** Proves that an order only reduces positions: the person's limits do not hold such an order. */
export class ReducingOrders {
  readonly #deps: ReducingOrdersDeps

  constructor(deps: ReducingOrdersDeps) {
    this.#deps = deps
  }

  /**
   * Reads the account's positions. The returned function says whether the draft only reduces them,
   * with the orders of the moment of its call: two orders must not close the same quantity.
   */
  async placement(draft: OrderDraft): Promise<() => boolean> {
    const { orders } = this.#deps.projection
    const before = orders.all()
    const held = await this.#held(draft)
    return () => held !== null && closingProblem(draft, held, orders.all(), before) === null
  }

  /**
   * True when a change adds no risk: it only lowers the quantity, or the order closes a position at
   * least as large, with no larger quantity than before.
   */
  async replacement(order: Order, change: OrderChange, draft: OrderDraft): Promise<boolean> {
    const { quantity } = change
    if (order.quantity === null) return false
    if (quantity !== undefined && gt(quantity, order.quantity)) return false
    if (
      Object.entries(change).every(([name, value]) => name === 'quantity' || value === undefined)
    ) {
      return true
    }
    const held = await this.#held(draft)
    if (held === null || mayBeUnreadable(held, draft.symbol) || draft.size.kind !== 'quantity') {
      return false
    }
    const closed = held.positions
      .flatMap((position) => singleLegPositions(position) ?? [])
      .filter((position) => closes(position, draft))
    return !gt(draft.size.quantity, sum(closed.map((position) => abs(position.quantity))))
  }

  async #held({ accountId }: OrderDraft): Promise<PositionList | null> {
    const held = await this.#deps.positions?.(accountId)
    return held?.ok === true ? held.value : null
  }
}
