import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatAlgo } from '../../format/order-draft.js'

type Typed = Pick<Order, 'type' | 'terms'>
type Texts = Pick<WindowText, 'orderTypes' | 'ticket'>

/**
 * Names the type of an order, after the algorithm that spreads it: a market order that is worked
 * for hours is no market order.
 */
export function orderTypeText({ type, terms }: Typed, { orderTypes, ticket }: Texts): string {
  const algo = terms?.algo?.kind
  if (algo === undefined) return orderTypes[type]
  return `${algo === 'unknown' ? ticket.algo.label : algo.toUpperCase()} · ${orderTypes[type]}`
}

/** Names the type of an order with all terms of its algorithm. */
export function orderTypeInFull({ type, terms }: Typed, { orderTypes }: Texts): string {
  const algo = terms?.algo ?? null
  return algo === null ? orderTypes[type] : `${orderTypes[type]} · ${formatAlgo(algo)}`
}
