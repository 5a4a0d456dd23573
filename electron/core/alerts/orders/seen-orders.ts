import { z } from 'zod'
import type { OrderAlertEvent } from '../../../../shared/domain/alerts/alert.js'
import { gt, isPositive, ZERO_QUANTITY } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import {
  isFinal,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import { zClientOrderId, zQuantity, zTime } from '../../../../shared/domain/scalars.schema.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

/** An order as alerts saw it last. */
const SeenOrder = asReadonly(
  z.strictObject({
    id: zClientOrderId,
    status: z.enum(ORDER_STATUSES),
    filled: zQuantity,
    /** True once its cancellation was requested from here and not refused. */
    isCancelRequested: z.boolean(),
  }),
)
export type SeenOrder = z.output<typeof SeenOrder>

export const StoredSeenOrders = asReadonly(
  z.strictObject({
    /** When it was stored, by this computer's clock. */
    time: zTime,
    seen: z.array(SeenOrder),
  }),
)
export type StoredSeenOrders = z.output<typeof StoredSeenOrders>

/** Ended orders are remembered up to this number, so that a repeated report is no event. */
const MAX_ENDED = 500

/**
 * What is known of every order, to find what happened to it since: once, whatever is reported
 * again, and over a restart too.
 */
export class SeenOrders {
  readonly #known = new Map<ClientOrderId, SeenOrder>()
  /** Orders that ended before this, by this computer's clock, are no news; null while unused. */
  #since: EpochMs | null = null

  get isUsed(): boolean {
    return this.#since !== null
  }

  /** Begins with the orders of this moment, of which nothing is news. */
  begin(orders: readonly Order[], now: EpochMs): void {
    this.#since = now
    for (const order of orders) this.#set(toSeen(order, undefined))
  }

  /** Continues from what the last run saw. */
  restore({ time, seen }: StoredSeenOrders): void {
    this.#since = time
    for (const order of seen) this.#set(order)
  }

  clear(): void {
    this.#known.clear()
    this.#since = null
  }

  /** Returns what is to be stored; undefined while it is not used. */
  stored(now: EpochMs): StoredSeenOrders | undefined {
    if (this.#since === null) return undefined
    return { time: now, seen: [...this.#known.values()] }
  }

  /** Records a row. Returns what happened to the order since the last one; null for nothing. */
  observe(order: Order): OrderAlertEvent | null {
    const before = this.#known.get(order.clientOrderId)
    const next = toSeen(order, before)
    this.#set(next)
    if (before === undefined) return this.#firstEvent(order)
    if (next.status !== before.status && isFinal(next.status)) return endEvent(next)
    return !isFinal(next.status) && gt(next.filled, before.filled) ? 'partially-filled' : null
  }

  /** An order that is seen for the first time may have ended since alerts are evaluated. */
  #firstEvent(order: Order): OrderAlertEvent | null {
    if (this.#since === null || order.updatedAt <= this.#since) return null
    const seen = toSeen(order, undefined)
    if (isFinal(seen.status)) return endEvent(seen)
    return isPositive(seen.filled) ? 'partially-filled' : null
  }

  #set(order: SeenOrder): void {
    // The newest last, so that the oldest ended one is forgotten.
    this.#known.delete(order.id)
    this.#known.set(order.id, order)
    if (this.#known.size <= MAX_ENDED) return
    let ended = 0
    for (const { status } of this.#known.values()) ended += Number(isFinal(status))
    if (ended <= MAX_ENDED) return
    for (const [id, { status }] of this.#known) {
      if (!isFinal(status)) continue
      this.#known.delete(id)
      return
    }
  }
}

const ENDS: Partial<Record<OrderStatus, OrderAlertEvent>> = {
  filled: 'filled',
  cancelled: 'cancelled',
  rejected: 'rejected',
}

/** The person needs no alert about a cancellation that was requested here. */
const endEvent = ({ status, isCancelRequested }: SeenOrder): OrderAlertEvent | null =>
  status === 'cancelled' && isCancelRequested ? null : (ENDS[status] ?? null)

function toSeen(order: Order, before: SeenOrder | undefined): SeenOrder {
  const { clientOrderId: id, status, filledQuantity, pending, note } = order
  const isPending = pending?.kind === 'cancel'
  // A refused cancellation leaves its reason as the note of an order that goes on.
  const isRefused = pending === null && !isFinal(status) && note !== null
  return {
    id,
    status,
    filled: filledQuantity ?? ZERO_QUANTITY,
    isCancelRequested: isPending || (before?.isCancelRequested === true && !isRefused),
  }
}
