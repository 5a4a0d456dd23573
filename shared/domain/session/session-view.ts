import type { Account, UnsupportedAccount } from '../account/account.js'
import type { Environment } from '../environment.js'
import type { AccountId } from '../ids.js'
import type { LockOut } from '../orders/limits/personal-limits.schema.js'
import type { EpochMs } from '../time.js'
import type { Message } from '../../messages/message.js'
import type { UnreadableList } from './unreadable-list.js'

/** The phases of a session. `attention` requires the person: the reason is in `problem`. */
export const SESSION_PHASES = [
  'starting',
  'signing-in',
  'ready',
  'reconnecting',
  'attention',
  'signed-out',
] as const
export type SessionPhase = (typeof SESSION_PHASES)[number]

/** Notices shown to the person once (a file set aside, no key store), by code. */
export const NOTICE_CODES = [
  'preferences-set-aside',
  'reset-done',
  'workspace-set-aside',
  'journal-tail-cut',
  'journal-archive-damaged',
  'key-store-missing',
  'practice-stopped',
  'practice-restarted',
  'practice-blocked',
  'practice-data',
  'practice-replay',
  'practice-reset',
  'practice-not-reset',
  'broker-event',
  'trading-halted',
  'crash-recorded',
  'exposed-process',
  'order-anomaly',
  'kill-keys-taken',
  'file-damaged',
  'assistant-file-damaged',
  'assistant-port-taken',
  'assistant-file-readable',
  'halt-not-stored',
  'limits-not-stored',
  'limits-damaged',
  'positions-unknown',
  'journal-notes-damaged',
  'alerts-damaged',
  'drawings-damaged',
] as const
export type NoticeCode = (typeof NOTICE_CODES)[number]

/** A notice for the person, shown until dismissed. */
export interface Notice {
  readonly id: string
  readonly code: NoticeCode
  readonly detail: Message
  readonly at: EpochMs
}

/** The state of the open session. */
export interface SessionView {
  readonly environment: Environment
  readonly phase: SessionPhase
  readonly problem: Message | null
  readonly user: string | null
  readonly accounts: readonly Account[]
  /** Accounts of a class that is not published: nothing is read of them or traded in them. */
  readonly unsupportedAccounts: readonly UnsupportedAccount[]
  readonly selectedAccount: AccountId | null
  readonly trading: 'active' | 'halted'
  /** Where tokens are stored: in the operating system's key store, or in memory only. */
  readonly tokenStore: 'key-store' | 'memory'
  readonly accessTokenExpiresAt: EpochMs | null
  readonly refreshTokenExpiresAt: EpochMs | null
  /**
   * Exchange time minus this computer's time, in ms; null until the exchange sent its time.
   * Practice has its own clock.
   */
  readonly exchangeOffsetMs: number | null
  /**
   * True once the broker's list of open orders was read to its end for every account. Before, there
   * are at least the orders that are shown.
   */
  readonly ordersListed: boolean
  /** Lists of which some rows could not be read: there is more than what is shown. */
  readonly unreadable: readonly UnreadableList[]
  /** Why nothing is known yet of the selected account's positions or balance; null otherwise. */
  readonly unread: { readonly positions: Message | null; readonly balance: Message | null }
  /** Accounts in which only orders that reduce a position pass. */
  readonly lockOuts: readonly LockOut[]
  readonly notices: readonly Notice[]
}
