import { app, screen, type BrowserWindow } from 'electron'
import type { PressPhase, PressPlace } from '../../core/instructions/confirm/press-evidence.js'
import type { ObservedInput } from '../../app/ipc/window-presses.js'
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
 * cursor says where a mouse press was.
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
  page.on('before-input-event', (_event, { type, key, isAutoRepeat, isComposing }) => {
    if (key !== ' ' || isAutoRepeat || isComposing) return
    onPress(type === 'keyDown' ? 'begin' : 'end', 'unknown')
  })
}

/**
 * Reports the presses and keys on a window's page as the browser process sees them, for everything
 * that trades or allows more (SEC-28). Keys are taken from `before-input-event`; with a debugging
 * port also those of the DevTools protocol count, as its mouse does.
 */
export function observeInput(window: BrowserWindow, onInput: (input: ObservedInput) => void): void {
  const page = window.webContents
  const isDebugged = hasDebuggingPort()
  page.on('input-event', (_event, event) => {
    const pointer = POINTER_PHASES[event.type]
    if (pointer !== undefined && !isOtherButton(event)) {
      onInput({ phase: pointer, source: 'pointer' })
    }
    const touch = TOUCH_PHASES[event.type]
    if (touch !== undefined) onInput({ phase: touch, source: 'touch' })
    if (isDebugged) onKey(event, onInput)
  })
  if (isDebugged) return
  page.on('before-input-event', (_event, event) => onKey(event, onInput))
}

/** A key of either kind of event; newer and older Electron differ in what an event has. */
interface KeyEvent {
  readonly type: string
  readonly key?: string
  readonly isAutoRepeat?: boolean
  /** True for a key that steers an input method, which the page ignores. */
  readonly isComposing?: boolean
  readonly control?: boolean
  readonly alt?: boolean
  readonly meta?: boolean
}

const KEY_PHASES: Readonly<Record<string, PressPhase>> = {
  keyDown: 'begin',
  rawKeyDown: 'begin',
  keyUp: 'end',
}

function onKey(event: KeyEvent, onInput: (input: ObservedInput) => void): void {
  const phase = KEY_PHASES[event.type]
  if (phase === undefined || event.key === undefined) return
  if (event.isAutoRepeat === true || event.isComposing === true) return
  const hasModifier = event.control === true || event.alt === true || event.meta === true
  onInput({ phase, source: 'key', key: event.key, hasModifier })
}

/**
 * True for the buttons that open menus and scroll. Newer runtimes name the button of an event,
 * older ones only those that are down.
 */
function isOtherButton(event: {
  readonly button?: string
  readonly modifiers?: readonly string[]
}): boolean {
  if (event.button === 'right' || event.button === 'middle') return true
  return (event.modifiers ?? []).some((name) => /^(right|middle)buttondown$/i.test(name))
}

/** True while programs can drive the pages over the DevTools protocol. */
const hasDebuggingPort = (): boolean =>
  ['remote-debugging-port', 'remote-debugging-pipe'].some((name) => app.commandLine.hasSwitch(name))

/**
 * Returns the position of the cursor in DIP; null where it does not show where a press was: under
 * Wayland, which hides it from programs, and with a debugging port, whose presses move no cursor.
 */
export function systemCursor(): Point | null {
  const isHidden = process.platform === 'linux' && process.env['XDG_SESSION_TYPE'] === 'wayland'
  return isHidden || hasDebuggingPort() ? null : screen.getCursorScreenPoint()
}
