/**
 * Shortcuts that stop assistants from any application on this computer, in Electron's notation.
 * Each has three modifiers, so that it is not typed by accident and rarely used by another program.
 */
export const KILL_SHORTCUTS = [
  'off',
  'CommandOrControl+Alt+Shift+H',
  'CommandOrControl+Alt+Shift+K',
  'CommandOrControl+Alt+Shift+F12',
] as const
export type KillShortcut = (typeof KILL_SHORTCUTS)[number]
