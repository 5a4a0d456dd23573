import { Notification, BrowserWindow, shell } from 'electron'
import type { NotificationContent } from '../../app/windows/instruction-notification.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AlertDesktop } from '../../app/notifications/alert-notifier.js'

/**
 * Notifications on the screen; without a reference they would be collected, and their click
 * handlers with them.
 */
const shownNotifications = new Set<Notification>()

/**
 * Shows a system notification without buttons: a click calls `onClick` and decides nothing
 * (CONFIRM-17). A silent one makes no sound of the system. Returns a function that closes it; null
 * where the system has no notifications or refuses this one: the window shows the same.
 */
export function showNotification(
  content: NotificationContent,
  onClick: () => void,
  silent = false,
): Disposer | null {
  if (!Notification.isSupported()) return null
  try {
    const notification = new Notification({ title: content.title, body: content.body, silent })
    // Newer runtimes pass what was clicked on, older ones nothing.
    notification.on('click', () => onClick())
    for (const event of ['close', 'failed'] as const) {
      notification.on(event as 'close', () => void shownNotifications.delete(notification))
    }
    shownNotifications.add(notification)
    notification.show()
    return () => {
      shownNotifications.delete(notification)
      notification.close()
    }
  } catch {
    // The system shows nothing: the window shows the same.
    return null
  }
}

interface AlertSignalDeps {
  readonly showMainWindow: () => void
  /** True while the main window, which shows what happens itself, is on the screen. */
  readonly isMainOnScreen: () => boolean
}

/**
 * Returns what signals an alert or news of orders: the system's beep, and a notification unless the
 * person sees the main window: it is on the screen, not locked, and a window of Countersign has the
 * focus. The notification is silent, because the beep is the sound that the person chose.
 */
export const alertSignal =
  ({ showMainWindow, isMainOnScreen }: AlertSignalDeps): AlertDesktop['signalAlert'] =>
  ({ content, sound, onClick = showMainWindow, isLocked = false }) => {
    if (sound) shell.beep()
    const isSeen = !isLocked && isMainOnScreen() && BrowserWindow.getFocusedWindow() !== null
    if (content !== null && !isSeen) showNotification(content, onClick, true)
  }
