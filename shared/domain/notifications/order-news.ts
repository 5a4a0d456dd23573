import { gt, sub, ZERO_QUANTITY, type Quantity } from '../decimal.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  POST_CLOSE_MINUTE,
} from '../market/exchange-time.js'
import type { Order } from '../orders/order.js'
import { isUncertain, isWorking } from '../orders/order-state.js'
import { epochMs, type EpochMs } from '../time.js'
import type { OrderNewsKind } from './notification-kinds.js'

/** What is remembered of an order, to notice what happened since. */
export interface OrderMemory {
  readonly filled: Quantity
  /** True once the order is at an end, of which there is news only once. */
  readonly ended: boolean
  /** True once the person (or an assistant, or a halt) requested its cancellation. */
  readonly cancelRequested: boolean
}

/** Something that happened to an order. */
export interface OrderNews {
  readonly kind: OrderNewsKind
  readonly order: Order
  /** The units that filled since the last news; zero for another kind. */
  readonly quantity: Quantity
}

/** An order first seen with its end in it is history, unless it was placed so recently. */
const NEW_ORDER_MS = 10 * 60_000
const MINUTE_MS = 60_000

/** True while something may still happen to an order. */
const isOpen = ({ status }: Order): boolean => isWorking(status) || isUncertain(status)

/** Returns what to remember of an order. */
export const memoryOf = (order: Order, before: OrderMemory | undefined): OrderMemory => ({
  filled: order.filledQuantity,
  ended: !isOpen(order),
  cancelRequested: before?.cancelRequested === true || order.pending?.kind === 'cancel',
})

/**
 * Returns when an order may expire by its own terms; null for one that does not. The broker does
 * not report the last day of a good-till-date order: its end at the close of a day is its expiry.
 */
function expiryOf({ timeInForce, placedAt, session }: Order, exchangeNow: EpochMs): EpochMs | null {
  if (timeInForce !== 'day' && timeInForce !== 'gtd') return null
  const { day } = exchangeClock(timeInForce === 'day' ? placedAt : exchangeNow)
  return exchangeInstant(day, session === 'core' ? closeMinute(day) : POST_CLOSE_MINUTE)
}

function endKind(order: Order, exchangeNow: EpochMs): OrderNewsKind | null {
  if (order.status === 'rejected') return 'rejected'
  if (order.status !== 'cancelled') return null
  const expiry = expiryOf(order, exchangeNow)
  return expiry !== null && exchangeNow >= epochMs(expiry - MINUTE_MS) ? 'expired' : 'canceled'
}

/**
 * Returns what happened to an order since it was remembered; null for nothing that a person must be
 * told, such as the end of a cancellation that was requested here.
 * @param before null for an order that was not seen before
 */
export function orderNews(
  before: OrderMemory | null,
  order: Order,
  exchangeNow: EpochMs,
): OrderNews | null {
  if (before?.ended === true) return null
  if (before === null && exchangeNow - order.placedAt > NEW_ORDER_MS) return null
  const known = before?.filled ?? ZERO_QUANTITY
  if (gt(order.filledQuantity, known)) {
    const quantity = sub(order.filledQuantity, known)
    return { kind: order.status === 'filled' ? 'filled' : 'partially-filled', order, quantity }
  }
  const wasRequested = before?.cancelRequested === true || order.pending?.kind === 'cancel'
  const kind = endKind(order, exchangeNow)
  if (kind === null || (kind !== 'rejected' && wasRequested)) return null
  return { kind, order, quantity: ZERO_QUANTITY }
}

/** Compares orders with what was remembered of them, and remembers them as they are now. */
export class OrderNewsReader {
  readonly #memory: Map<string, OrderMemory>

  /** @param stored what was remembered in an earlier run, by client order id */
  constructor(stored: ReadonlyMap<string, OrderMemory> = new Map()) {
    this.#memory = new Map(stored)
  }

  /**
   * Returns the news of these orders, in their order.
   * @param isFirst true for the first list of a run, in which an unknown order is history
   */
  read(orders: readonly Order[], exchangeNow: EpochMs, isFirst: boolean): readonly OrderNews[] {
    const news: OrderNews[] = []
    for (const order of orders) {
      const before = this.#memory.get(order.clientOrderId)
      const found =
        before === undefined && isFirst ? null : orderNews(before ?? null, order, exchangeNow)
      if (found !== null) news.push(found)
      this.#memory.set(order.clientOrderId, memoryOf(order, before))
    }
    return news
  }

  /** Returns what the next run must remember: the orders that are not at an end. */
  open(): ReadonlyMap<string, OrderMemory> {
    return new Map([...this.#memory].filter(([, { ended }]) => !ended))
  }
}
