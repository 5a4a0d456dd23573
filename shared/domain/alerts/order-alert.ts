/**
 * What may happen to an order at the broker. `cancelled`: by the broker or elsewhere, never on a
 * request that was sent from here. `expired`: canceled by the broker once its time in force was
 * over.
 */
export const ORDER_ALERT_EVENTS = [
  'filled',
  'partially-filled',
  'cancelled',
  'rejected',
  'expired',
] as const
export type OrderAlertEvent = (typeof ORDER_ALERT_EVENTS)[number]
