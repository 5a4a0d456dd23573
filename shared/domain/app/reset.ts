import type { Message } from '../../messages/message.js'

/**
 * How much a reset sets aside: settings and workspaces; profiles with their secrets, journals and
 * limits too; or the practice exchange and the log as well.
 */
export const RESET_LEVELS = ['layout', 'profiles', 'everything'] as const
export type ResetLevel = (typeof RESET_LEVELS)[number]

/** What a window says before a reset. */
export interface ResetView {
  /** Why it has to wait at this moment; empty: it may be requested. */
  readonly waits: readonly Message[]
  /** The data folder, in which the reset makes a folder for what it sets aside. */
  readonly folder: string
  /** The number of sandbox and production profiles. */
  readonly accounts: number
  /** The orders of the open profile that work at a real broker. */
  readonly working: number
}

/** What a start did of a requested reset. */
export interface LastReset {
  readonly level: ResetLevel
  /** The folder with everything that was set aside. */
  readonly folder: string
}
