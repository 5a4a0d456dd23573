/** The maximum number of symbols in the watchlist. */
export const MAX_WATCHED = 5_000

/**
 * Presets for how far the estimated cost of an instruction may move while a person reads it, before
 * old and new cost are shown and approve is disarmed (CONFIRM-11): the larger of a share and a
 * number of ticks. The list is closed, so that no page can switch the rule off.
 */
export const PRICE_TOLERANCES = ['narrow', 'usual', 'wide'] as const

export type PriceTolerance = (typeof PRICE_TOLERANCES)[number]

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
