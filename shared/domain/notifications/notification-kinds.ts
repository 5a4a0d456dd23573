/** How much a person is notified of one kind of event: each step includes the ones before. */
export const NOTIFICATION_LEVELS = ['off', 'window', 'system', 'sound'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** What may have happened to an order without the person's own action. */
export const ORDER_NEWS_KINDS = [
  'filled',
  'partially-filled',
  'rejected',
  'canceled',
  'expired',
] as const
export type OrderNewsKind = (typeof ORDER_NEWS_KINDS)[number]

/** The preference of each kind of news about orders. */
export const ORDER_NEWS_PREFERENCES = {
  filled: 'notifyFills',
  'partially-filled': 'notifyPartialFills',
  rejected: 'notifyRejections',
  canceled: 'notifyCancellations',
  expired: 'notifyExpiries',
} as const satisfies Record<OrderNewsKind, string>

/** Returns whether a level notifies at least like another one. */
export const reaches = (level: NotificationLevel, wanted: NotificationLevel): boolean =>
  NOTIFICATION_LEVELS.indexOf(level) >= NOTIFICATION_LEVELS.indexOf(wanted)
