import { BrowserWindow } from 'electron'
import type { ConfirmWindowState } from '../../core/instructions/queue/instruction-service-port.js'
import { isOccluded } from '../../app/windows/rectangle.js'

/** The state of a confirm window in which nothing can be pressed. */
export const HIDDEN: ConfirmWindowState = {
  visible: false,
  focused: false,
  isOccluded: false,
  bounds: { x: 0, y: 0, width: 0, height: 0 },
}

export const isOnScreen = (window: BrowserWindow): boolean =>
  window.isVisible() && !window.isMinimized()

/** Returns the state of a window that has drawn its card: its place, and whether it is covered. */
export function shownState(window: BrowserWindow): ConfirmWindowState {
  if (!isOnScreen(window)) return HIDDEN
  const above = BrowserWindow.getAllWindows()
    .filter((other) => other !== window && !other.isDestroyed() && isOnScreen(other))
    .filter((other) => other.isFocused() || other.isAlwaysOnTop())
    .map((other) => other.getBounds())
  return {
    visible: true,
    focused: window.isFocused(),
    isOccluded: isOccluded(window.getBounds(), above),
    bounds: window.getBounds(),
  }
}
