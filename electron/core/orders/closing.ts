import {
  abs,
  add,
  asQuantity,
  div,
  gt,
  isNegative,
  isZero,
  maxOf,
  minOf,
  mul,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import {
  mayBeUnreadable,
  type Position,
  type PositionList,
} from '../../../shared/domain/account/account.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { exclusiveGroupOf, linkOf } from '../../../shared/domain/orders/combo-rules.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { singleLegPositions } from '../../../shared/domain/account/single-leg-positions.js'
import { coverThatStays } from './covering.js'
import {
  legInstrumentKeys,
  orderInstrumentKey,
  positionInstrumentKey,
  type OrderedInstrument,
} from '../../../shared/domain/instruments/instrument-key.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The members of an order that say which position it would change. */
type ClosingOrder = Pick<OrderDraft, 'accountId' | 'side'> & OrderedInstrument

/**
 * True when the order is for this position's instrument and on the side that reduces it. An option
 * position must have a single leg: see {@link singleLegPositions}.
 */
export function closes(position: Position, order: ClosingOrder): boolean {
  if (position.accountId !== order.accountId || isZero(position.quantity)) return false
  if (order.side !== (isNegative(position.quantity) ? 'buy' : 'sell')) return false
  const key = positionInstrumentKey(position)
  return key !== null && key === orderInstrumentKey(order)
}

const PLACES = 5

/**
 * Returns the quantity of the position that the order reserves. `left`: how much of the order is
 * not yet reflected in the position. An order of unknown quantity reserves the whole position.
 */
function reservedQuantity(position: Position, order: Order, left: Quantity): Quantity {
  if (order.quantity === null && !isFinal(order.status)) {
    return closes(position, order) ? abs(position.quantity) : ZERO_QUANTITY
  }
  if ((order.terms?.legs ?? []).length < 2) return closes(position, order) ? left : ZERO_QUANTITY
  // Each leg of a combination reserves its own contract.
  const key = positionInstrumentKey(position)
  if (order.accountId !== position.accountId || key === null) return ZERO_QUANTITY
  const against = isNegative(position.quantity) ? 'buy' : 'sell'
  const closingLegs = legInstrumentKeys(order).filter(
    (leg) => leg.side === against && leg.key === key,
  )
  return sum(
    closingLegs.map(({ quantity }) =>
      asQuantity(div(mul(quantity, left), order.quantity ?? left, PLACES, 'up') ?? quantity),
    ),
  )
}

const orderKey = ({ accountId, clientOrderId }: Order): string => `${accountId} ${clientOrderId}`

/**
 * Returns by linked orders how much their entry has filled while it can still fill: until then its
 * exits do not work, and they reserve nothing that is already held.
 */
const waitingExits = (orders: readonly Order[]): ReadonlyMap<string | null, Quantity> =>
  new Map(
    orders
      .filter(({ terms, status }) => terms?.combo?.role === 'master' && !isFinal(status))
      .map((master) => [linkOf(master), master.filledQuantity]),
  )

/**
 * Returns how much of a position is not reserved by orders; never negative. An order of unknown
 * quantity reserves the whole position. Of orders of which only one can fill, the largest counts.
 * @param before the orders as they were when the position was requested: later fills may be missing
 *   from the position, so they remain reserved
 */
export function availableToClose(
  position: Position,
  orders: readonly Order[],
  before: readonly Order[] = orders,
): Quantity {
  const earlierOrders = new Map(before.map((order) => [orderKey(order), order]))
  const waiting = waitingExits(orders)
  /** By linked orders: the largest of their quantities that can still fill. */
  const open = new Map<string, Quantity>()
  let filled = ZERO_QUANTITY
  for (const order of orders) {
    const earlier = earlierOrders.get(orderKey(order))
    if (earlier !== undefined && isFinal(earlier.status)) continue
    const newlyFilled = sub(order.filledQuantity, earlier?.filledQuantity ?? ZERO_QUANTITY)
    filled = add(filled, reservedQuantity(position, order, maxOf(newlyFilled, ZERO_QUANTITY)))
    const group = exclusiveGroupOf(order)
    const opened = group === null ? undefined : waiting.get(linkOf(order))
    const reserved = reservedQuantity(position, order, openQuantity(order, opened))
    const key = group ?? orderKey(order)
    open.set(key, maxOf(open.get(key) ?? ZERO_QUANTITY, reserved))
  }
  const available = sub(sub(abs(position.quantity), filled), sum([...open.values()]))
  return maxOf(available, ZERO_QUANTITY)
}

/**
 * Returns how much of an order can still fill.
 * @param opened how much of its entry has filled, where it waits for one
 */
function openQuantity(
  { status, quantity, filledQuantity }: Order,
  opened: Quantity | undefined,
): Quantity {
  if (isFinal(status)) return ZERO_QUANTITY
  const left = maxOf(sub(quantity ?? filledQuantity, filledQuantity), ZERO_QUANTITY)
  return opened === undefined ? left : minOf(left, opened)
}

/** Splits an order into one draft per leg; returns a draft with fewer than two legs unchanged. */
const legDraftsOf = (draft: OrderDraft): readonly OrderDraft[] => {
  const legs = draft.terms?.legs ?? []
  return legs.length < 2
    ? [draft]
    : legs.map((leg) => ({
        ...draft,
        side: leg.side,
        size: { kind: 'quantity', quantity: leg.quantity },
        terms: { ...draft.terms, legs: [leg] },
      }))
}

/**
 * Returns the positions as they are once the short options are bought back that the order closes.
 * A combination closes both legs at once, so its long leg covers nothing that stays.
 */
const afterBuyingBack = (
  positions: readonly Position[],
  parts: readonly OrderDraft[],
): readonly Position[] =>
  positions.map((position) => {
    if (position.assetClass !== 'option' || !isNegative(position.quantity)) return position
    const bought = parts.flatMap((part) =>
      closes(position, part) && part.size.kind === 'quantity' ? [part.size.quantity] : [],
    )
    const left = add<Decimal>(position.quantity, sum<Decimal>(bought))
    return { ...position, quantity: isNegative(left) ? asQuantity(left) : ZERO_QUANTITY }
  })

/**
 * Returns why an order does not only reduce positions; null when every leg reduces one, because a
 * leg that opens one would be new risk, and so would a short option that loses its cover
 * (CONFIRM-41).
 * @param held the positions that the broker reports now
 * @param orders all orders now
 * @param before the orders as they were when the positions were requested
 */
export function closingProblem(
  draft: OrderDraft,
  held: PositionList,
  orders: readonly Order[],
  before: readonly Order[],
): Message | null {
  const { symbol } = draft
  if (mayBeUnreadable(held, symbol)) return message('orders.positionUnreadable', { symbol })
  const split = held.positions.map((position) => singleLegPositions(position) ?? position)
  const singles = split.flatMap((parts) => ('length' in parts ? parts : []))
  const parts = legDraftsOf(draft)
  const staying = afterBuyingBack(split.flat(), parts)
  for (const part of parts) {
    const [first, ...more] = singles.filter((position) => closes(position, part))
    if (first === undefined || part.size.kind !== 'quantity') {
      return message('orders.nothingToClose', { symbol })
    }
    const quantity = sum([first, ...more].map((position) => position.quantity))
    const position = { ...first, quantity }
    const available = availableToClose(position, orders, before)
    if (gt(part.size.quantity, available)) {
      return message('orders.availableToClose', { symbol, available })
    }
    const cover = coverThatStays(position, split.flat(), staying)
    const uncovered = maxOf(sub(available, cover), ZERO_QUANTITY)
    if (gt(part.size.quantity, uncovered)) {
      return message('orders.coversOptions', { symbol, available: uncovered })
    }
  }
  return null
}
