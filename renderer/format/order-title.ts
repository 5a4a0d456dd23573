import { abs, type Quantity } from '../../shared/domain/decimal.js'
import type { OrderType } from '../../shared/domain/orders/order-types.js'
import type { Side } from '../../shared/domain/side.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { ownQuantity } from './own.js'

/** The price of an order that a mark in a chart or a ladder is at. */
type MarkedField = 'limitPrice' | 'stopPrice'

/** An order as far as the title of a mark needs it. */
export interface TitledOrder {
  readonly side: Side
  /** Open units; null while the broker has not converted an amount into units. */
  readonly quantity: Quantity | null
  readonly type: OrderType
  readonly field: MarkedField
}

/** Names the price of an order that a mark is at. */
export function priceKind(type: OrderType, field: MarkedField, text: WindowText): string {
  const { kinds } = text.chartTrading
  if (type === 'trailing-stop') return kinds.trailing
  if (type === 'stop-limit') return field === 'stopPrice' ? kinds.trigger : kinds['stop-limit']
  return field === 'stopPrice' ? kinds.stop : kinds.limit
}

/** Returns what an order is at one of its prices, such as "Buy 100 limit". */
export const orderTitle = (
  { side, quantity, type, field }: TitledOrder,
  text: WindowText,
): string =>
  text.chartTrading.order(
    text.sides[side],
    quantity === null ? text.chartTrading.unknownSize : ownQuantity(abs(quantity)),
    priceKind(type, field, text),
  )
