import type { Disposer } from '../../../../shared/domain/brand.js'
import { gt, ZERO_QUANTITY, type Quantity } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal, type OrderStatus } from '../../../../shared/domain/orders/order-state.js'
import type { TimerPort } from '../../ports.js'
import type { OrderReport } from './order-reports.js'

/** How long after a change was read its event may arrive, in ms. */
const LATE_MS = 750
/** Ends that an event reports; none reports that an order expired (EVENTS-3). */
const REPORTED_ENDS: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['cancelled', 'rejected'])

/**
 * Notices changes of orders that were read although an event should have reported them. Working
 * orders are read every second, so that a dead event stream is in doubt as soon as it matters.
 */
export class MissedEvents {
  readonly #timers: Pick<TimerPort, 'after'>
  readonly #onMissed: () => void
  /** The filled quantity of working orders. */
  readonly #filled = new Map<ClientOrderId, Quantity>()
  /** The orders whose events are awaited. */
  readonly #awaited = new Map<ClientOrderId, Disposer>()

  constructor(timers: Pick<TimerPort, 'after'>, onMissed: () => void) {
    this.#timers = timers
    this.#onMissed = onMissed
  }

  onReport({ observation: { clientOrderId }, eventType, applied }: OrderReport): void {
    const { order, changed } = applied
    if (eventType !== null) this.#stopAwaiting(clientOrderId)
    if (order === null || !changed) return
    const { filledQuantity, status } = order
    const hasGrown = gt(filledQuantity, this.#filled.get(clientOrderId) ?? ZERO_QUANTITY)
    if (isFinal(status)) this.#filled.delete(clientOrderId)
    else this.#filled.set(clientOrderId, filledQuantity)
    if (eventType === null && (hasGrown || REPORTED_ENDS.has(status))) this.#await(clientOrderId)
  }

  dispose(): void {
    for (const stop of this.#awaited.values()) stop()
    this.#awaited.clear()
  }

  #await(clientOrderId: ClientOrderId): void {
    if (this.#awaited.has(clientOrderId)) return
    const stop = this.#timers.after(LATE_MS, () => {
      this.#awaited.delete(clientOrderId)
      this.#onMissed()
    })
    this.#awaited.set(clientOrderId, stop)
  }

  #stopAwaiting(clientOrderId: ClientOrderId): void {
    this.#awaited.get(clientOrderId)?.()
    this.#awaited.delete(clientOrderId)
  }
}
