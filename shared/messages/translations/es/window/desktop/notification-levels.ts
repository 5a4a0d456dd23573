import type { NotificationLevel } from '../../../../../domain/notifications/notification-kinds.js'

/** How much the person is notified of an event, in Spanish. */
export const notificationLevelsEs = {
  off: 'No',
  window: 'En la ventana',
  system: 'Ventana y sistema',
  sound: 'Ventana, sistema, sonido',
} satisfies Record<NotificationLevel, string>
