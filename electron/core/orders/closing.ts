import {
  add,
  asQuantity,
  gt,
  isNegative,
  maxOf,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import {
  mayBeUnreadable,
  type Position,
  type PositionList,
} from '../../../shared/domain/account/account.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { availableToClose, closes } from '../../../shared/domain/orders/effect/closing-orders.js'
import { singleLegPositions } from '../../../shared/domain/account/single-leg-positions.js'
import { coverThatStays } from './covering.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

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
 * Returns the positions after the order has bought back the shorts that it closes. A combination
 * closes both legs at once, so its long leg covers nothing that stays.
 */
const afterBuyingBack = (
  positions: readonly Position[],
  parts: readonly OrderDraft[],
): readonly Position[] =>
  positions.map((position) => {
    if (!isNegative(position.quantity)) return position
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
 * @param positionList the positions that the broker reports now
 * @param orders all orders now
 * @param before the orders as they were when the positions were requested
 */
export function closingProblem(
  draft: OrderDraft,
  positionList: PositionList,
  orders: readonly Order[],
  before: readonly Order[],
): Message | null {
  const { symbol } = draft
  if (mayBeUnreadable(positionList, symbol)) return message('orders.positionUnreadable', { symbol })
  const split = positionList.positions.map((position) => singleLegPositions(position) ?? position)
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
