import { mayBeUnreadable, type PositionList } from '../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../shared/domain/account/single-leg-positions.js'
import { sum, type Quantity } from '../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { exclusiveGroupOf } from '../../../shared/domain/orders/combo-rules.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Message } from '../../../shared/messages/message.js'
import { availableToClose, closes } from '../../../shared/domain/orders/effect/closing-orders.js'
import { closingProblem } from './closing.js'
import type { OrderProjection } from './order-projection.js'

/**
 * The positions of an account as the broker reported them, with the orders before that. Every
 * question is answered with the orders of the moment in which it is asked, so that a proof can be
 * repeated after each wait (REL-42).
 */
export class ReadPositions {
  readonly #held: PositionList
  readonly #before: readonly Order[]
  readonly #orders: OrderProjection['orders']

  /** @param before the orders as they were when the positions were requested */
  constructor(held: PositionList, before: readonly Order[], orders: OrderProjection['orders']) {
    this.#held = held
    this.#before = before
    this.#orders = orders
  }

  /**
   * Returns why a draft does not only reduce positions now; null when it does.
   * @param own the orders that the draft stands for
   * @param alongside orders of the same request that are not known yet
   */
  problem(
    draft: OrderDraft,
    own: readonly ClientOrderId[] = [],
    alongside: readonly Order[] = [],
  ): Message | null {
    return closingProblem(draft, this.#held, this.#others(own, alongside), this.#before)
  }

  /**
   * Returns how much of the position that a draft would close is not reserved by other orders;
   * null where the draft closes none, or the position may be unreadable.
   * @param ownIds the orders that the draft stands for
   */
  available(draft: OrderDraft, ownIds: readonly ClientOrderId[] = []): Quantity | null {
    if (mayBeUnreadable(this.#held, draft.symbol)) return null
    const [first, ...more] = this.#held.positions
      .flatMap((position) => singleLegPositions(position) ?? [])
      .filter((position) => closes(position, draft))
    if (first === undefined) return null
    const quantity = sum([first, ...more].map((position) => position.quantity))
    return availableToClose({ ...first, quantity }, this.#others(ownIds), this.#before)
  }

  /**
   * Returns all orders; those that the draft stands for, and those that its fill cancels, can fill
   * nothing more.
   */
  #others(ownIds: readonly ClientOrderId[], alongside: readonly Order[] = []): readonly Order[] {
    const orders = [...this.#orders.all(), ...alongside]
    const replaced = orders.filter(({ clientOrderId }) => ownIds.includes(clientOrderId))
    const groups: ReadonlySet<string | null> = new Set(
      replaced.flatMap((order) => exclusiveGroupOf(order) ?? []),
    )
    return orders.map((order) =>
      ownIds.includes(order.clientOrderId) || groups.has(exclusiveGroupOf(order))
        ? { ...order, status: 'cancelled' }
        : order,
    )
  }
}
