import type { EpochMs } from '../time.js'
import type { ConnectionId } from '../ids.js'

/** The programs of assistants whose settings Countersign can write. */
export const CLIENT_IDS = [
  'claude-desktop',
  'cursor',
  'vscode',
  'gemini-cli',
  'codex-cli',
  'chatgpt',
  'goose',
  'lm-studio',
  'claude-code',
] as const
export type ClientId = (typeof CLIENT_IDS)[number]

/** A line of the difference between a settings file and what it is to become. */
export interface DiffLine {
  /** `gap`: unchanged lines that are left out. */
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
}

/** A change of a client's settings that waits for the person to write it. */
export interface ClientPlan {
  readonly plan: string
  readonly client: ClientId
  /** The file, with `~` for the home folder. */
  readonly file: string
  /** Where the file really is when a link leads elsewhere; null when it is where it is named. */
  readonly target: string | null
  /** True when a link leads out of the person's home folder. */
  readonly leavesHome: boolean
  /** True when other users of this computer may read the file, and the key that is added to it. */
  readonly readableByOthers: boolean
  /** `none`: the settings have exactly this entry already. */
  readonly change: 'create' | 'add' | 'replace' | 'none'
  /** False when the client has no folder on this computer. */
  readonly installed: boolean
  readonly lines: readonly DiffLine[]
}

/** A change of a client's settings that was written and can be undone. */
export interface ClientSetup {
  readonly client: ClientId
  readonly connection: ConnectionId
  readonly file: string
  /** The copy of the file as it was; null when there was no file. */
  readonly backup: string | null
  readonly writtenAt: EpochMs
}

/** Settings of a client that start Countersign by a command of an earlier version. */
export interface OutdatedClient {
  readonly client: ClientId
  readonly connection: ConnectionId
  /** The file, with `~` for the home folder. */
  readonly file: string
}

/**
 * How an entry was undone: the file is as it was, only the entry was taken out of a file that has
 * changed since, or the entry was gone already.
 */
export const UNDO_RESULTS = ['restored', 'entry-removed', 'already-gone'] as const
export type UndoResult = (typeof UNDO_RESULTS)[number]

/** Calls with a key that is not known here, since Countersign started. */
export interface WrongKeys {
  readonly count: number
  readonly lastAt: EpochMs
}
