import type { MainWindow } from '../../stores/main-window.js'
import type { AppCommand } from './command.js'

/** The general commands of a window with panels; the others belong to the main window. */
const PANEL_WINDOW_COMMANDS: readonly string[] = [
  'palette',
  'shortcuts',
  'ticket-symbol',
  'next-group',
  'previous-group',
  'close-panel',
  'theme',
  'halt',
  'stop-assistants',
  'kill',
  'lock',
  'undo-layout',
  'panel-menu',
  'another-panel',
  'own-window',
  'return-panel',
  'copy-picture',
  'save-picture',
  'privacy',
]
const isOfWindow = (command: AppCommand, { windowId }: MainWindow): boolean =>
  windowId === null ||
  command.group !== 'general' ||
  command.id.startsWith('charts-') ||
  PANEL_WINDOW_COMMANDS.includes(command.id)

/** Returns whether a command can be run in this window now. */
export const isOffered = (command: AppCommand, mainWindow: MainWindow): boolean =>
  isOfWindow(command, mainWindow) && (command.isAvailable?.(mainWindow) ?? true)
