import {
  abs,
  add,
  asQuantity,
  div,
  isNegative,
  isPositive,
  isZero,
  maxOf,
  minOf,
  mul,
  sub,
  sum,
  ZERO_QUANTITY,
  type Quantity,
} from '../../decimal.js'
import type { Position } from '../../account/account.js'
import {
  legInstrumentKeys,
  orderInstrumentKey,
  positionInstrumentKey,
  type DescribedInstrument,
  type OrderedInstrument,
} from '../../instruments/instrument-key.js'
import { exclusiveGroupOf, linkOf } from '../combo-rules.js'
import { isFinal } from '../order-state.js'
import type { Order, OrderDraft } from '../order.js'

/** What is held of one instrument in one account, negative when short. */
export type HeldUnits = Pick<Position, 'accountId' | 'quantity'> & DescribedInstrument

/** The members of an order that say which position it would change. */
type ClosingOrder = Pick<OrderDraft, 'accountId' | 'side'> & OrderedInstrument

/**
 * True when the order is for this position's instrument and on the side that reduces it. An option
 * position must have a single leg: see {@link singleLegPositions}.
 */
export function closes(position: HeldUnits, order: ClosingOrder): boolean {
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
function reservedQuantity(position: HeldUnits, order: Order, remaining: Quantity): Quantity {
  if (order.quantity === null && !isFinal(order.status)) {
    return closes(position, order) ? abs(position.quantity) : ZERO_QUANTITY
  }
  if ((order.terms?.legs ?? []).length < 2) {
    return closes(position, order) ? remaining : ZERO_QUANTITY
  }
  // Each leg of a combination reserves its own contract.
  const key = positionInstrumentKey(position)
  if (order.accountId !== position.accountId || key === null) return ZERO_QUANTITY
  const against = isNegative(position.quantity) ? 'buy' : 'sell'
  const closingLegs = legInstrumentKeys(order).filter(
    (leg) => leg.side === against && leg.key === key,
  )
  return sum(
    closingLegs.map(({ quantity }) =>
      asQuantity(
        div(mul(quantity, remaining), order.quantity ?? remaining, PLACES, 'up') ?? quantity,
      ),
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
  position: HeldUnits,
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
 * Returns the working orders that reserve a part of a position; none of those that wait for an
 * entry to fill.
 */
export function closingOrders(position: HeldUnits, orders: readonly Order[]): readonly Order[] {
  const waiting = waitingExits(orders)
  return orders.filter((order) => {
    const opened = exclusiveGroupOf(order) === null ? undefined : waiting.get(linkOf(order))
    return isPositive(reservedQuantity(position, order, openQuantity(order, opened)))
  })
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
