import type { NotificationLevel } from '../../../../domain/notifications/notification-kinds.js'

/** How much the person is notified of an event. */
export const notificationLevels = {
  off: 'Off',
  window: 'In the window',
  system: 'Window and system',
  sound: 'Window, system, sound',
} satisfies Record<NotificationLevel, string>
