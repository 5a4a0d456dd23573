import type { KillShortcut } from './kill-shortcut.js'
import type { PriceTolerance } from './price-tolerance.js'

/**
 * The person's settings, stored by electron-store. Losing them is tolerable, unlike the journal.
 */
export interface Preferences {
  readonly theme: 'system' | 'dark' | 'light' | 'contrast'
  readonly marketColors: 'green-red' | 'blue-orange'
  readonly confirmOrders: boolean
  readonly tourDone: boolean
  /**
   * The shortcut that stops assistants from any application on this computer while one is paired.
   */
  readonly killShortcut: KillShortcut
  /** How far the cost of a card may move before the person must decide again (CONFIRM-11). */
  readonly priceTolerance: PriceTolerance
  readonly watchlist: readonly string[]
  /** The saved layout as text; null before the person changed it. */
  readonly workspace: string | null
}
