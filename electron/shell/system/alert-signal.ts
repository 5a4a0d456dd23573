import { BrowserWindow, shell } from 'electron'
import type { AlertDesktop } from '../../app/alerts/alert-notifier.js'
import { showNotification } from './system-notification.js'

/**
 * Returns what signals an alert: the system's beep, and a notification while none of Countersign's
 * windows has the focus; with the focus the window shows it itself.
 */
export const alertSignal =
  (showMainWindow: () => void): AlertDesktop['signalAlert'] =>
  ({ content, sound, onClick = showMainWindow }) => {
    if (sound) shell.beep()
    if (content !== null && BrowserWindow.getFocusedWindow() === null) {
      showNotification(content, onClick)
    }
  }
