import type { OrderStatus } from '../../domain/orders/order-state.js'

/** How a status reads inside a sentence. */
export const STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  sending: 'being sent',
  unknown: 'unknown',
  pending: 'pending',
  working: 'working',
  'partially-filled': 'partially filled',
  filled: 'filled',
  cancelled: 'canceled',
  rejected: 'rejected',
  denied: 'denied',
  'not-placed': 'not placed',
  'not-found': 'not known to the broker',
}
