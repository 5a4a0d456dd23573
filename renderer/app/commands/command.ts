import type { LucideIcon } from 'lucide-react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { MainWindow } from '../../stores/main-window.js'

/**
 * An action that a person can run by name from the palette, a menu or the keyboard. No command
 * sends an order by itself: trading commands open a ticket or a review, and the armed shortcut of
 * one presses the ticket's button. One halts all sending.
 */
export interface AppCommand {
  readonly id: string
  /** With the window, the title may name what the command is about. */
  readonly title: (text: WindowText, mainWindow?: MainWindow) => string
  readonly icon: LucideIcon
  readonly group: 'general' | 'panels' | 'trading'
  /** Its shortcut in the notation of keys.ts, before the person changed any. */
  readonly chord: string | null
  /** Whether it is the chosen one of its group in a menu; absent where none is chosen. */
  readonly checked?: boolean
  /** Whether the command is available now; always, when absent. */
  readonly isAvailable?: (mainWindow: MainWindow) => boolean
  readonly run: (mainWindow: MainWindow) => void
  /** What its armed shortcut does instead of `run`; for trading commands only. */
  readonly runByKey?: (mainWindow: MainWindow) => void
}
