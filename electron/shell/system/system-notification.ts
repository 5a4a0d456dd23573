import { Notification } from 'electron'
import type { Disposer } from '../../../shared/domain/brand.js'

/** What a notification of the system says. Plain text: it may lie on a screen that anybody sees. */
export interface NotificationContent {
  readonly title: string
  readonly body: string
}

/** Those that stand: one that nothing holds on to is collected, and its click with it. */
const shownNotifications = new Set<Notification>()

/**
 * Shows a notification of the system, without any button: a click on it brings the person here, and
 * does nothing else (CONFIRM-17).
 * Answers how to take it back; null where the system has no notifications.
 */
export function showNotification(
  content: NotificationContent,
  onClick: () => void,
): Disposer | null {
  if (!Notification.isSupported()) return null
  const notification = new Notification({ title: content.title, body: content.body })
  shownNotifications.add(notification)
  notification.on('click', onClick)
  for (const event of ['close', 'failed'] as const) {
    notification.on(event as 'close', () => void shownNotifications.delete(notification))
  }
  notification.show()
  return () => {
    shownNotifications.delete(notification)
    notification.close()
  }
}
