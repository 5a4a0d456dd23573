import { BrowserWindow, shell } from 'electron'
import type { AlertDesktop } from '../../app/alerts/alert-notifier.js'
import { showNotification } from './system-notification.js'

export interface AlertSignalDeps {
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
