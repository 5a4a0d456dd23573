import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { ClockPort } from '../../ports.js'
import type { OrderObservation } from '../order-observation.js'

/**
 * An order younger than this, or reported within this time, may be missing only because the
 * provider's parts do not agree yet.
 */
const SETTLING_MS = 60_000
/** Time between the two answers that prove that the provider does not know an order. */
export const ABSENT_AGAIN_MS = 5_000

/**
 * Decides when an order that was at the provider is lost there: Order Detail answered twice that
 * there is no such order, on a healthy connection, long after the order was last reported.
 */
export class Absence {
  readonly #clock: ClockPort
  /** The monotonic time of the newest report of each order. */
  readonly #reportedAt = new Map<ClientOrderId, number>()
  /** The monotonic time of the first answer that there is no such order. */
  readonly #absentSince = new Map<ClientOrderId, number>()

  constructor(clock: ClockPort) {
    this.#clock = clock
  }

  onReport({ clientOrderId }: Pick<OrderObservation, 'clientOrderId'>, isOpen: boolean): void {
    this.#absentSince.delete(clientOrderId)
    if (isOpen) this.#reportedAt.set(clientOrderId, this.#clock.monotonic())
    else this.#reportedAt.delete(clientOrderId)
  }

  /** A connection that is not healthy proves nothing: the next answer is the first again. */
  forget(clientOrderId: ClientOrderId): void {
    this.#absentSince.delete(clientOrderId)
  }

  /**
   * Records an answer of Order Detail that there is no such order. Returns the time between the two
   * answers in ms once they prove it, null before.
   */
  confirm(order: Order): number | null {
    const now = this.#clock.monotonic()
    if (!isWorking(order.status) || !this.#isSettled(order, now)) return null
    const since = this.#absentSince.get(order.clientOrderId)
    if (since === undefined) {
      this.#absentSince.set(order.clientOrderId, now)
      return null
    }
    if (now - since < ABSENT_AGAIN_MS) return null
    this.#absentSince.delete(order.clientOrderId)
    this.#reportedAt.delete(order.clientOrderId)
    return now - since
  }

  #isSettled({ clientOrderId, updatedAt }: Order, now: number): boolean {
    const reportedAt = this.#reportedAt.get(clientOrderId)
    return reportedAt === undefined
      ? this.#clock.now() - updatedAt >= SETTLING_MS
      : now - reportedAt >= SETTLING_MS
  }
}
