import { isExpired } from '../../../shared/domain/market/time-in-force-end.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'

/** Names the status of an order; the broker reports one that expired as canceled. */
export const orderStatusText = (
  order: Pick<Order, 'status' | 'note'>,
  { orders }: Pick<WindowText, 'orders'>,
): string =>
  order.status === 'cancelled' && isExpired(order) ? orders.expired : orders.statuses[order.status]
