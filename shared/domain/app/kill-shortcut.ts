/**
 * Keys that stop assistants from anywhere on this computer, in Electron's words. Three modifiers
 * each: nothing a person types by accident,
 * and hardly anything that another program wants for itself.
 */
export const KILL_SHORTCUTS = [
  'off',
  'CommandOrControl+Alt+Shift+H',
  'CommandOrControl+Alt+Shift+K',
  'CommandOrControl+Alt+Shift+F12',
] as const
export type KillShortcut = (typeof KILL_SHORTCUTS)[number]
