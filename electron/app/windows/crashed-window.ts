import type { Surface } from '../../../shared/ipc/entry.js'
import { message } from '../../../shared/messages/make-message.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import type { MessageBox } from './message-box.js'

/** What a person may choose for a window whose page crashed too often. */
export type CrashChoice = 'reload' | 'safe-mode' | 'close' | 'quit'

/**
 * The choices per window. Safe mode exists for the main window only: it has a saved layout. The
 * confirm window can be closed instead, because the next card opens a new one.
 */
const CHOICES: Readonly<Record<Surface, readonly CrashChoice[]>> = {
  main: ['reload', 'safe-mode', 'quit'],
  confirm: ['reload', 'close', 'quit'],
}

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
  message: write(
    message(surface === 'main' ? 'system.mainWindowFailed' : 'system.confirmWindowFailed'),
  ),
  detail: write(
    message(
      surface === 'main' ? 'system.mainWindowFailedDetail' : 'system.confirmWindowFailedDetail',
    ),
  ),
  buttons: CHOICES[surface].map((choice) => write(BUTTONS[choice])),
  defaultId: 0,
  // Dismissing the box must not leave a blank window behind, so it means the first button.
  cancelId: 0,
  noLink: true,
})

/** Returns the choice behind the button of that index. */
export const crashChoice = (surface: Surface, button: number): CrashChoice =>
  CHOICES[surface][button] ?? 'reload'
