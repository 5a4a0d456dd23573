import type { Position } from '../../../../shared/domain/account/account.js'
import {
  add,
  asQuantity,
  div,
  mul,
  neg,
  ZERO_QUANTITY,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import {
  legInstrumentKeys,
  orderInstrumentKey,
  positionInstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'

const signed = (side: string, quantity: Quantity): Quantity =>
  side === 'buy' ? quantity : neg(quantity)

/** Returns what an order traded of a position's contract, one quantity per leg. */
function filledOf(order: Order, position: Position): readonly Quantity[] {
  const key = positionInstrumentKey(position)
  if (key === null || order.accountId !== position.accountId) return []
  if ((order.terms?.legs ?? []).length < 2) {
    return orderInstrumentKey(order) === key ? [signed(order.side, order.filledQuantity)] : []
  }
  // Each leg of a combination is a trade of its own.
  const { quantity } = order
  if (quantity === null) return []
  return legInstrumentKeys(order)
    .filter((leg) => leg.key === key)
    .map((leg) =>
      signed(
        leg.side,
        asQuantity(
          div(mul(leg.quantity, order.filledQuantity), quantity, 0, 'down') ?? ZERO_QUANTITY,
        ),
      ),
    )
}

/**
 * Returns the net quantity that assistants' orders bought (+) or sold (-) of a position's contract,
 * among the known orders.
 */
export const netFilled = (
  position: Position,
  orders: readonly Order[],
  placed: ReadonlySet<ClientOrderId>,
): Quantity =>
  orders
    .filter((order) => placed.has(order.clientOrderId))
    .flatMap((order) => filledOf(order, position))
    .reduce<Quantity>((net, quantity) => add(net, quantity), ZERO_QUANTITY)
