import { isExpired } from '../../../shared/domain/market/time-in-force-end.js'
import type { OrderStatus } from '../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

/** A status as the window shows it. */
export type ShownStatus = OrderStatus | 'expired'

/** Returns the shown status of an order: the broker reports one that expired as canceled. */
export const shownStatus = (order: Pick<Order, 'status' | 'note'>): ShownStatus =>
  order.status === 'cancelled' && isExpired(order) ? 'expired' : order.status

/** Names a shown status. */
export const shownStatusText = (
  status: ShownStatus,
  { orders }: Pick<WindowText, 'orders'>,
): string => (status === 'expired' ? orders.expired : orders.statuses[status])

/** Names the status of an order. */
export const orderStatusText = (
  order: Pick<Order, 'status' | 'note'>,
  text: Pick<WindowText, 'orders'>,
): string => shownStatusText(shownStatus(order), text)
