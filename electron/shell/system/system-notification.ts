import { Notification } from 'electron'
import type { NotificationContent } from '../../app/windows/instruction-notification.js'
import type { Disposer } from '../../../shared/domain/brand.js'

/**
 * Notifications on the screen; without a reference they would be collected, and their click
 * handlers with them.
 */
const shownNotifications = new Set<Notification>()

/**
 * Shows a system notification without buttons: a click calls `onClick` and decides nothing
 * (CONFIRM-17). A silent one makes no sound of the system. Returns a function that closes it; null
 * where the system has no notifications.
 */
export function showNotification(
  content: NotificationContent,
  onClick: () => void,
  silent = false,
): Disposer | null {
  if (!Notification.isSupported()) return null
  const notification = new Notification({ title: content.title, body: content.body, silent })
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
