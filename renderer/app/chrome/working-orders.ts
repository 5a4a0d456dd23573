import { isFinal, type OrderStatus } from '../../../shared/domain/orders/order-state.js'

/**
 * Says whether orders work at the broker. That none does is known only once every list of open
 * orders was read, and that some do only from a row.
 */
export function workingOrders(
  isListed: boolean,
  orders: readonly { readonly status: OrderStatus }[],
): 'some' | 'none' | 'unknown' {
  if (orders.some(({ status }) => !isFinal(status))) return 'some'
  return isListed ? 'none' : 'unknown'
}
