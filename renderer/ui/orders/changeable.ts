import type { Order } from '../../../shared/domain/orders/order.js'

/**
 * Returns whether the order may be changed now: at the exchange, with no other change in flight.
 */
export const isChangeable = (order: Order): boolean =>
  ['pending', 'working', 'partially-filled'].includes(order.status) && order.pending === null

/** True where the broker changes a working order; coins have no Replace (TRADING-4.5). */
export const isReplaceable = ({ assetClass }: Order): boolean => assetClass !== 'crypto'
