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
import { closes, sameContract } from '../../orders/closing.js'

const signed = (side: string, quantity: Quantity): Quantity =>
  side === 'buy' ? quantity : neg(quantity)

/** True when the order, or its opposite side, would close the position. */
function concerns(order: Order, position: Position): boolean {
  const outcome =
    order.terms?.outcome === 'unknown' ? undefined : (order.terms?.outcome ?? undefined)
  const terms = { outcome, legs: order.terms?.legs ?? [] }
  return (['buy', 'sell'] as const).some((side) => closes(position, { ...order, side, terms }))
}

/** Returns what an order traded of a position's contract, one quantity per leg. */
function filledOf(order: Order, position: Position): readonly Quantity[] {
  const legs = order.terms?.legs ?? []
  if (position.assetClass !== 'option' || legs.length < 2) {
    return concerns(order, position) ? [signed(order.side, order.filledQuantity)] : []
  }
  // Each leg of a combination is a trade of its own.
  const { quantity } = order
  if (
    quantity === null ||
    order.accountId !== position.accountId ||
    order.symbol !== position.symbol
  ) {
    return []
  }
  return legs
    .filter((leg) => sameContract(leg, position.legs?.[0]))
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
