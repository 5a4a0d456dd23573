import {
  add,
  asMoney,
  asPrice,
  div,
  eq,
  gt,
  isPositive,
  isZero,
  lt,
  mul,
  sub,
  trim,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Fill, Order } from '../../../shared/domain/orders/order.js'
import type { Combo, Legging, OrderTerms } from '../../../shared/domain/orders/order-terms.js'
import {
  isFinal,
  transition,
  type OrderEvent,
  type OrderStatus,
} from '../../../shared/domain/orders/order-state.js'
import { isOverAt } from '../../../shared/domain/market/time-in-force-end.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { endNoteOf, expiryNote } from './reconcile/linked-ends.js'
import type { OrderFact } from './order-fact.js'
import type { ObservedStatus, OrderObservation } from './order-observation.js'
import {
  noteOf,
  rowOfIntent,
  rowOfObservation,
  stampOf,
  supersedes,
  type Tracked,
} from './order-row.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import { sameMessage, type Message } from '../../../shared/messages/message.js'

/**
 * The effect of one fact on one order. `incomplete`: an observation of an unknown order that is not
 * sufficient to create its row.
 */
export interface Reduction {
  readonly tracked: Tracked | null
  /** True when the displayed row differs. */
  readonly changed: boolean
  readonly fills: readonly Fill[]
  readonly anomaly: Message | null
  readonly incomplete: boolean
}

const EVENT_OF_STATUS: Record<ObservedStatus, OrderEvent> = {
  pending: 'seen-pending',
  working: 'seen-working',
  'partially-filled': 'seen-partial',
  filled: 'seen-filled',
  cancelled: 'seen-cancelled',
  failed: 'seen-failed',
}

/**
 * Decimal places of a derived fill price: the finest tick of stocks; futures and crypto have finer
 * ones.
 */
const STOCK_PRICE_PLACES = 4
const FINE_PRICE_PLACES = 8
/**
 * A smaller filled quantity that arrives this long after a larger one is an anomaly, not a late
 * message.
 */
const DECREASE_GRACE_MS = 5_000

interface Step {
  readonly status: OrderStatus
  readonly anomaly: Message | null
}

function step(status: OrderStatus, event: OrderEvent): Step {
  const next = transition(status, event)
  if (next === 'stale') return { status, anomaly: null }
  if (next === 'invalid') {
    return {
      status,
      anomaly: message('orders.statusContradicted', {
        status,
        reported: event.replace('seen-', ''),
      }),
    }
  }
  return { status: next, anomaly: null }
}

/**
 * Rebuilds the row: status, note and time of the newest fact. A final order has no pending request
 * and need not be confirmed.
 */
function applyChanges(tracked: Tracked, changes: Partial<Order>, time: EpochMs): Tracked {
  const order = { ...tracked.order, ...changes }
  const ended = isFinal(order.status) ? { pending: null, unconfirmed: undefined } : {}
  return {
    ...tracked,
    order: {
      ...order,
      ...ended,
      note: noteOf(tracked, order.status) ?? endNoteOf(order),
      updatedAt: time > order.updatedAt ? time : order.updatedAt,
    },
  }
}

const result = (
  known: Tracked | null,
  tracked: Tracked | null,
  more: Partial<Reduction> = {},
): Reduction => ({
  tracked,
  changed: tracked !== known,
  fills: [],
  anomaly: null,
  incomplete: false,
  ...more,
})

/**
 * Returns the price of the fills between two cumulative observations; the average price when
 * rounding makes it zero or negative.
 */
function priceBetween(tracked: Tracked, filled: Quantity, average: Price): Price {
  const quantity = sub(filled, tracked.published.quantity)
  const value = sub(asMoney(mul(average, filled)), tracked.published.value)
  const price = div(
    value,
    quantity,
    tracked.order.assetClass === 'stock' ? STOCK_PRICE_PLACES : FINE_PRICE_PLACES,
    'half-even',
  )
  return price !== null && isPositive(price) ? asPrice(trim(price)) : average
}

/**
 * Returns the fill between the published and the cumulative quantity; none while its price is
 * unknown.
 */
function unpublishedFill(
  tracked: Tracked,
  time: EpochMs,
): { readonly tracked: Tracked; readonly fills: readonly Fill[] } {
  const { order, published } = tracked
  if (order.averageFillPrice === null || !gt(order.filledQuantity, published.quantity)) {
    return { tracked, fills: [] }
  }
  const quantity = sub(order.filledQuantity, published.quantity)
  const price = priceBetween(tracked, order.filledQuantity, order.averageFillPrice)
  const fill: Fill = {
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    assetClass: order.assetClass,
    symbol: order.symbol,
    side: order.side,
    quantity,
    price,
    time,
    ...(order.terms === undefined ? {} : { terms: order.terms }),
  }
  return {
    tracked: {
      ...tracked,
      published: {
        quantity: order.filledQuantity,
        value: add(published.value, asMoney(mul(price, quantity))),
      },
    },
    fills: [fill],
  }
}

/**
 * Merges an order's place among linked orders. A report may omit an id or the role; a cancel needs
 * them, so what is known stays.
 */
function mergeCombo(seen: Combo | null, known: Combo | null | undefined): Combo | null {
  if (seen === null || known == null) return seen ?? known ?? null
  return {
    role: seen.role === 'unknown' ? known.role : seen.role,
    clientComboId: seen.clientComboId ?? known.clientComboId,
    comboId: seen.comboId ?? known.comboId,
  }
}

/**
 * Merges terms from the newest direct observation, because a replace may change them in both
 * directions. Events report the quantity but no prices.
 */
function mergeTerms(tracked: Tracked, seen: OrderObservation): Tracked {
  const stamp = stampOf(seen)
  const { order } = tracked
  const newTerms = seen.source !== 'event' && supersedes(stamp, tracked.terms)
  const newSize = seen.quantity !== null && supersedes(stamp, tracked.size)
  const newFees = seen.fees !== null && supersedes(stamp, tracked.fees)
  const terms: Partial<Order> = newTerms
    ? {
        type: seen.type ?? order.type,
        timeInForce: seen.timeInForce ?? order.timeInForce,
        session: seen.session ?? order.session,
        amount: seen.amount ?? order.amount,
        limitPrice: seen.limitPrice ?? order.limitPrice,
        stopPrice: seen.stopPrice ?? order.stopPrice,
        trail: seen.trail ?? order.trail,
        placedAt: seen.placedAt ?? order.placedAt,
        ...(seen.terms === undefined ? {} : { terms: mergeOrderTerms(seen.terms, order.terms) }),
      }
    : {}
  return {
    ...tracked,
    terms: newTerms ? stamp : tracked.terms,
    size: newSize ? stamp : tracked.size,
    fees: newFees ? stamp : tracked.fees,
    order: {
      ...order,
      ...terms,
      orderId: seen.orderId ?? order.orderId,
      fees: newFees ? seen.fees : order.fees,
      quantity: newSize ? seen.quantity : order.quantity,
    },
  }
}

/** The broker's terms, with terms that only the sent order states. */
function mergeOrderTerms(seen: OrderTerms, previous: OrderTerms | undefined): OrderTerms {
  const combo = mergeCombo(seen.combo, previous?.combo)
  return {
    ...seen,
    combo,
    ...(previous?.legging == null ? {} : { legging: mergeLegging(seen.legging, previous.legging) }),
    ...(previous?.rolls === undefined ? {} : { rolls: previous.rolls }),
  }
}

/** Not every answer of the broker repeats how an order changes a position, and which one. */
function mergeLegging(seen: Legging | null, known: Legging): Legging {
  if (seen === null || seen.direction !== known.direction) return seen ?? known
  return {
    direction: seen.direction,
    positionId: seen.positionId ?? known.positionId,
    strategy: seen.strategy ?? known.strategy,
  }
}

/**
 * Merges the filled quantity, which only grows. More than was ordered, or less than is known, is
 * reported as an anomaly and not applied.
 */
function mergeFill(
  tracked: Tracked,
  seen: OrderObservation,
): { readonly tracked: Tracked; readonly anomaly: Message | null } {
  const { order } = tracked
  const filled = seen.filledQuantity
  if (filled === null) return { tracked, anomaly: null }
  const ordered = seen.quantity ?? order.quantity
  if (ordered !== null && !isZero(ordered) && gt(filled, ordered)) {
    return { tracked, anomaly: message('orders.moreFilled') }
  }
  const stamp = stampOf(seen)
  if (lt(filled, order.filledQuantity)) {
    const late = seen.source !== 'detail' || stamp.at < tracked.fill.at + DECREASE_GRACE_MS
    return { tracked, anomaly: late ? null : message('orders.lessFilled') }
  }
  const grew = gt(filled, order.filledQuantity)
  const better =
    seen.averageFillPrice !== null &&
    !isZero(filled) &&
    (order.averageFillPrice === null || supersedes(stamp, tracked.fill))
  if (!grew && !better) return { tracked, anomaly: null }
  return {
    tracked: {
      ...tracked,
      fill: stamp,
      order: {
        ...order,
        filledQuantity: filled,
        averageFillPrice: seen.averageFillPrice ?? (grew ? null : order.averageFillPrice),
      },
    },
    anomaly: null,
  }
}

/**
 * True when a cancellation reports fewer fills than are known: it is older than the fill that
 * completed the order.
 */
const isOvertakenByFill = (order: Order, seen: OrderObservation): boolean =>
  order.status === 'filled' &&
  seen.status === 'cancelled' &&
  seen.filledQuantity !== null &&
  lt(seen.filledQuantity, order.filledQuantity)

/** True for a report that ends an order, though nobody canceled it, after its time in force. */
const expiresBy = ({ order }: Tracked, next: OrderStatus, { sentAt }: OrderObservation): boolean =>
  next === 'cancelled' &&
  !isFinal(order.status) &&
  order.pending?.kind !== 'cancel' &&
  sentAt !== undefined &&
  isOverAt(order, sentAt)

function observed(tracked: Tracked | null, seen: OrderObservation): Reduction {
  const base = tracked ?? rowOfObservation(seen)
  if (base === null) return result(tracked, tracked, { incomplete: true })
  const merged = mergeFill(mergeTerms(base, seen), seen)
  const { status } = base.order
  const moved =
    tracked === null || seen.status === null || isOvertakenByFill(merged.tracked.order, seen)
      ? { status, anomaly: null }
      : step(status, EVENT_OF_STATUS[seen.status])
  const fillResult = unpublishedFill(merged.tracked, seen.filledAt ?? seen.observedAt)
  const anomaly = moved.anomaly ?? merged.anomaly
  const marked: Tracked = {
    ...fillResult.tracked,
    anomaly: anomaly ?? fillResult.tracked.anomaly,
    refusal:
      seen.status === 'failed'
        ? seen.reason === null
          ? fillResult.tracked.refusal
          : foreign(seen.reason)
        : fillResult.tracked.refusal,
  }
  const next = applyChanges(
    marked,
    {
      status: moved.status,
      source: seen.source,
      unconfirmed: undefined,
      ...(expiresBy(marked, moved.status, seen) ? { note: expiryNote(marked.order) } : {}),
    },
    seen.observedAt,
  )
  const unchanged = tracked !== null && isSameOrder(tracked.order, next.order)
  return {
    // Keep the same object for an unchanged row; only the stamps advance.
    tracked: unchanged ? { ...next, order: tracked.order } : next,
    changed: !unchanged,
    fills: fillResult.fills,
    anomaly: sameMessage(anomaly, tracked?.anomaly ?? null) ? null : anomaly,
    incomplete: false,
  }
}

/**
 * Compares rows without source and times, so that a poll that confirms the known state causes no
 * notification.
 */
const isSameOrder = (a: Order, b: Order): boolean =>
  // What most reports change; comparing everything takes longer than merging the report.
  a.status === b.status &&
  eq(a.filledQuantity, b.filledQuantity) &&
  JSON.stringify({ ...a, source: null, updatedAt: null }) ===
    JSON.stringify({ ...b, source: null, updatedAt: null })

/**
 * Merges one fact into one order. Pure; facts may arrive late, repeatedly and in any order
 * (REL-32).
 */
export function reduceOrder(tracked: Tracked | null, fact: OrderFact): Reduction {
  if (fact.fact === 'observed') return observed(tracked, fact.observation)
  if (fact.fact === 'intent') {
    if (tracked === null) {
      const { clientOrderId, draft, at: time, placedAt, combo } = fact
      return result(tracked, rowOfIntent(clientOrderId, draft, { time, placedAt, combo }))
    }
    return result(
      tracked,
      tracked.order.ours
        ? tracked
        : { ...tracked, order: { ...tracked.order, ours: true, sentAt: fact.at } },
    )
  }
  if (tracked === null) return result(tracked, tracked)
  switch (fact.fact) {
    case 'answer': {
      const moved = step(tracked.order.status, fact.event)
      const noted: Tracked = {
        ...tracked,
        anomaly: moved.anomaly ?? tracked.anomaly,
        refusal:
          (fact.event === 'refused' || fact.event === 'proved-absent') &&
          moved.status !== tracked.order.status
            ? fact.note
            : tracked.refusal,
        doubt: fact.event === 'outcome-lost' ? fact.note : tracked.doubt,
      }
      return result(
        tracked,
        applyChanges(
          noted,
          {
            status: moved.status,
            orderId: tracked.order.orderId ?? fact.orderId,
            source: 'answer',
          },
          fact.at,
        ),
        { anomaly: moved.anomaly },
      )
    }
    case 'request':
      return result(
        tracked,
        applyChanges(
          { ...tracked, requestNote: null },
          { pending: { kind: fact.kind, state: fact.state, since: fact.at }, source: 'journal' },
          fact.at,
        ),
      )
    case 'unreported': {
      if (isFinal(tracked.order.status) || tracked.order.unconfirmed === true) {
        return result(tracked, tracked)
      }
      return result(tracked, { ...tracked, order: { ...tracked.order, unconfirmed: true } })
    }
    case 'vanished': {
      const { status } = step(tracked.order.status, 'vanished')
      if (status === tracked.order.status) return result(tracked, tracked)
      const changes = { status, source: 'detail', unconfirmed: undefined } as const
      return result(tracked, applyChanges({ ...tracked, absence: fact.note }, changes, fact.at))
    }
    case 'request-end': {
      const pending = tracked.order.pending?.kind === fact.kind ? null : tracked.order.pending
      return result(
        tracked,
        applyChanges(
          { ...tracked, requestNote: fact.note },
          { pending, source: 'answer' },
          fact.at,
        ),
      )
    }
  }
}
