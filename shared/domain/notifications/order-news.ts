import { gt, isZero, sub, ZERO_QUANTITY, type Quantity } from '../decimal.js'
import {
  exclusiveGroupOf,
  fillThatCanceled,
  linkedName,
  linkOf,
  type LinkedName,
} from '../orders/combo-rules.js'
import type { Order } from '../orders/order.js'
import { isUncertain, isWorking } from '../orders/order-state.js'
import { isExpired, isOverAt } from '../market/time-in-force-end.js'
import type { EpochMs } from '../time.js'
import type { OrderNewsKind } from './notification-kinds.js'

/** What is remembered of an order, to notice what happened since. */
export interface OrderMemory {
  readonly filled: Quantity
  /** True once the order is at an end, of which there is news only once. */
  readonly ended: boolean
  /** True once its cancellation was requested from here and not refused. */
  readonly cancelRequested: boolean
}

/** Something that happened to an order. */
export interface OrderNews {
  readonly kind: OrderNewsKind
  readonly order: Order
  /** All units of an order that is filled; those that filled since the last news otherwise. */
  readonly quantity: Quantity
  /**
   * The linked order that the fill of this one canceled, which is what linked orders are for;
   * absent for other news.
   */
  readonly canceledLinked?: Order | undefined
  /** Which of linked orders expired; absent for other news. */
  readonly expiredLeg?: ExpiredLeg | undefined
}

/** One of linked orders that expired, and what became of the other one. */
export interface ExpiredLeg {
  readonly name: LinkedName
  /** Null where there is no other, or it ended before. */
  readonly other: { readonly name: LinkedName; readonly state: 'working' | 'expired' } | null
}

/** An order first seen with its end in it is history, unless it was placed so recently. */
const NEW_ORDER_MS = 10 * 60_000

/** True while something may still happen to an order. */
const isOpen = ({ status }: Order): boolean => isWorking(status) || isUncertain(status)

/** A refused cancellation leaves its reason as the note of an order that goes on. */
const isCancelRefused = ({ pending, note, status }: Order): boolean =>
  pending === null && note !== null && isWorking(status)

/** Returns what to remember of an order. */
export const memoryOf = (order: Order, before: OrderMemory | undefined): OrderMemory => ({
  filled: order.filledQuantity,
  ended: !isOpen(order),
  cancelRequested:
    order.pending?.kind === 'cancel' ||
    (before?.cancelRequested === true && !isCancelRefused(order)),
})

function endKind(order: Order, exchangeNow: EpochMs): OrderNewsKind | null {
  if (order.status === 'rejected') return 'rejected'
  if (order.status !== 'cancelled') return null
  return isExpired(order) || isOverAt(order, exchangeNow) ? 'expired' : 'canceled'
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
  const isMore = gt(order.filledQuantity, known)
  const quantity = isMore ? sub(order.filledQuantity, known) : ZERO_QUANTITY
  if (isMore && order.status === 'filled') {
    return { kind: 'filled', order, quantity: order.filledQuantity }
  }
  // An order may fill in part and end before it is compared again: its end is the news.
  const wasRequested = before?.cancelRequested === true || order.pending?.kind === 'cancel'
  const kind = endKind(order, exchangeNow)
  if (kind !== null && (kind === 'rejected' || !wasRequested)) return { kind, order, quantity }
  return isMore ? { kind: 'partially-filled', order, quantity } : null
}

/** Says which of linked orders expired, and whether another one still works. */
function expiredLegOf(order: Order, others: readonly Order[]): Pick<OrderNews, 'expiredLeg'> {
  const group = exclusiveGroupOf(order)
  if (group === null) return {}
  const working = others.find(
    (other) => other !== order && exclusiveGroupOf(other) === group && isOpen(other),
  )
  return {
    expiredLeg: {
      name: linkedName(order),
      other: working === undefined ? null : { name: linkedName(working), state: 'working' },
    },
  }
}

/** Tells linked orders that expired together as one piece of news, by the first of them. */
function togetherExpired(news: readonly OrderNews[]): readonly OrderNews[] {
  const first = new Map<string, OrderNews>()
  const published: OrderNews[] = []
  for (const entry of news) {
    const { expiredLeg, order } = entry
    const group = expiredLeg === undefined ? null : exclusiveGroupOf(order)
    const earlier = group === null ? undefined : first.get(group)
    if (expiredLeg === undefined || group === null || earlier?.expiredLeg === undefined) {
      if (group !== null) first.set(group, entry)
      published.push(entry)
      continue
    }
    const other = { name: expiredLeg.name, state: 'expired' } as const
    published[published.indexOf(earlier)] = {
      ...earlier,
      expiredLeg: { ...earlier.expiredLeg, other },
    }
  }
  return published
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
    const linked = new Map<string | null, readonly Order[]>()
    for (const order of orders) {
      const link = linkOf(order)
      if (link !== null) linked.set(link, [...(linked.get(link) ?? []), order])
    }
    for (const order of orders) {
      const before = this.#memory.get(order.clientOrderId)
      const found =
        before === undefined && isFirst ? null : orderNews(before ?? null, order, exchangeNow)
      const explained =
        found === null ? null : this.#explained(found, linked.get(linkOf(order)) ?? [])
      if (explained !== null) news.push(explained)
      this.#memory.set(order.clientOrderId, memoryOf(order, before))
    }
    const withLinked = new Set(
      news.flatMap(({ canceledLinked, order }) =>
        canceledLinked === undefined ? [] : [order.clientOrderId],
      ),
    )
    // One sentence says both: which order filled, and which was canceled by that.
    return togetherExpired(news).filter(
      ({ canceledLinked, kind, order }) =>
        canceledLinked !== undefined ||
        (kind !== 'filled' && kind !== 'partially-filled') ||
        !withLinked.has(order.clientOrderId),
    )
  }

  /**
   * Returns the news of an order that ended with what caused it among its linked orders. Null where
   * the person requested that, and where the end of their entry tells it: exits end with it.
   */
  #explained(news: OrderNews, otherOrders: readonly Order[]): OrderNews | null {
    const { kind, order } = news
    if (kind !== 'canceled' && kind !== 'expired') return news
    const filled = fillThatCanceled(order, otherOrders)
    if (filled !== null) {
      const quantity = filled.filledQuantity
      return { kind: 'filled', order: filled, quantity, canceledLinked: order }
    }
    const entry = otherOrders.find(({ terms }) => terms?.combo?.role === 'master')
    const endedWithEntry = entry !== undefined && entry !== order && entry.status === 'cancelled'
    if (kind === 'expired') {
      const neverBegan = endedWithEntry && isZero(entry.filledQuantity)
      return neverBegan ? null : { ...news, ...expiredLegOf(order, otherOrders) }
    }
    const wasCanceledHere =
      endedWithEntry &&
      (entry.pending?.kind === 'cancel' ||
        this.#memory.get(entry.clientOrderId)?.cancelRequested === true)
    return wasCanceledHere ? null : news
  }

  /** Returns what the next run must remember: the orders that are not at an end. */
  open(): ReadonlyMap<string, OrderMemory> {
    return new Map([...this.#memory].filter(([, { ended }]) => !ended))
  }
}
