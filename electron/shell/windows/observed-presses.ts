import { app, screen, type BrowserWindow } from 'electron'
import type { PressPhase, PressPlace } from '../../core/instructions/confirm/press-evidence.js'
import { pressPlace, type Point } from '../../app/windows/press-place.js'

const POINTER_PHASES: Readonly<Record<string, PressPhase>> = {
  mouseDown: 'begin',
  mouseUp: 'end',
}
const TOUCH_PHASES: Readonly<Record<string, PressPhase>> = {
  touchStart: 'begin',
  touchEnd: 'end',
}

/**
 * Reports each press on a window's page as the browser process sees it, before the page does.
 * Scripts in the page cause none of these events. Space is taken from `before-input-event`, because
 * keys of the DevTools protocol do not cause it. Older Electron gives an event no position, so the
 * place of a mouse press is that of the cursor.
 */
export function observePresses(
  window: BrowserWindow,
  cursor: () => Point | null,
  onPress: (phase: PressPhase, place: PressPlace) => void,
): void {
  const page = window.webContents
  page.on('input-event', (_event, { type }) => {
    const mouse = POINTER_PHASES[type]
    if (mouse !== undefined) {
      const area = { ...window.getContentBounds(), zoom: page.zoomFactor }
      onPress(mouse, pressPlace(cursor(), area))
    }
    const touch = TOUCH_PHASES[type]
    if (touch !== undefined) onPress(touch, 'unknown')
  })
  page.on('before-input-event', (_event, { type, key, isAutoRepeat }) => {
    if (key !== ' ' || isAutoRepeat) return
    onPress(type === 'keyDown' ? 'begin' : 'end', 'unknown')
  })
}

/**
 * Returns the position of the cursor in DIP; null where it does not show where a press was: under
 * Wayland, which hides it from programs, and with a debugging port, whose presses move no cursor.
 */
export function systemCursor(): Point | null {
  const isHidden = process.platform === 'linux' && process.env['XDG_SESSION_TYPE'] === 'wayland'
  const isDebugged = ['remote-debugging-port', 'remote-debugging-pipe'].some((name) =>
    app.commandLine.hasSwitch(name),
  )
  return isHidden || isDebugged ? null : screen.getCursorScreenPoint()
}
