import type { Surface } from '../../../shared/ipc/entry.js'
import { message } from '../../../shared/messages/make-message.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import type { MessageBox } from './message-box.js'

/** What a person may choose for a window whose page crashed too often. */
export type CrashChoice = 'reload' | 'safe-mode' | 'close' | 'quit'

/**
 * The choices per window. Safe mode exists for the main window only, whose panels a person needs to
 * close what is open. Other windows can be closed instead: the next card opens a new confirm
 * window, and the main window takes the panels of a window with panels.
 */
const CHOICES: Readonly<Record<Surface, readonly CrashChoice[]>> = {
  main: ['reload', 'safe-mode', 'quit'],
  panel: ['reload', 'close', 'quit'],
  confirm: ['reload', 'close', 'quit'],
}

const TEXTS = {
  main: ['system.mainWindowFailed', 'system.mainWindowFailedDetail'],
  panel: ['system.panelWindowFailed', 'system.panelWindowFailedDetail'],
  confirm: ['system.confirmWindowFailed', 'system.confirmWindowFailedDetail'],
} as const satisfies Record<Surface, readonly [title: string, detail: string]>

const BUTTONS = {
  reload: message('system.reloadWindow'),
  'safe-mode': message('system.openSafeMode'),
  close: message('system.closeWindow'),
  quit: message('system.quit'),
} as const

/** Returns the message box about a page that crashed too often, in the person's language. */
export const crashDialog = (surface: Surface, write: MessageFormatter): MessageBox => ({
  type: 'error',
  title: 'Countersign',
  message: write(message(TEXTS[surface][0])),
  detail: write(message(TEXTS[surface][1])),
  buttons: CHOICES[surface].map((choice) => write(BUTTONS[choice])),
  defaultId: 0,
  // Dismissing the box must not leave a blank window behind, so it means the first button.
  cancelId: 0,
  noLink: true,
})

/** Returns the choice behind the button of that index. */
export const crashChoice = (surface: Surface, button: number): CrashChoice =>
  CHOICES[surface][button] ?? 'reload'
