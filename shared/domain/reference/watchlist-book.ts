import type { Message } from '../../messages/message.js'
import type { Symbol } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { ListChange } from './list-change.js'

/** What a list contains: its name, and its symbols in order. */
export interface WatchlistContent {
  readonly name: string
  readonly symbols: readonly Symbol[]
}

/**
 * How a list stands to the broker's copy.
 *
 * - local: it is only on this computer
 * - synced: both are equal
 * - pending: an edit has not reached the broker yet
 * - conflict: both were changed; nothing is sent until the person chooses one
 * - refused: the broker did not accept the last edit, and `problem` says why
 */
export const WATCHLIST_STATES = ['local', 'synced', 'pending', 'conflict', 'refused'] as const
export type WatchlistState = (typeof WATCHLIST_STATES)[number]

/** One list besides the one in the preferences. */
export interface WatchlistView extends WatchlistContent {
  readonly id: string
  /** The assistant that chose the name; null for the person's and the broker's. */
  readonly namedBy: string | null
  readonly state: WatchlistState
  /** The broker's copy of a conflict; null where the broker no longer has the list. */
  readonly theirs: WatchlistContent | null
  readonly problem: Message | null
}

/** The person's lists in their order. */
export interface WatchlistsView {
  /** `absent`: the broker does not serve watchlists to this key; local ones work. */
  readonly state: 'loading' | 'ready' | 'absent' | 'failed'
  readonly lists: readonly WatchlistView[]
  /** This computer's time of the last complete comparison with the broker. */
  readonly syncedAt: EpochMs | null
  /** Why the last comparison failed. */
  readonly problem: Message | null
  /** What assistants changed and the person has neither undone nor kept, the oldest first. */
  readonly changes: readonly ListChange[]
}

export const MAX_WATCHLISTS = 20
export const MAX_LIST_SYMBOLS = 200
export const MAX_LIST_NAME = 50
/** Undecided changes of assistants; further ones are refused. */
export const MAX_LIST_CHANGES = 100
