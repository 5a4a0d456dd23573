import type { Message } from '../../messages/message.js'
import type { EpochMs } from '../time.js'

/** The forms in which Countersign is packaged. A package names its own in `package-format`. */
export const PACKAGE_FORMATS = ['appimage', 'tar.gz', 'deb', 'rpm', 'zip', 'nsis', 'dmg'] as const
export type PackageFormat = (typeof PACKAGE_FORMATS)[number]

/** The sequences of releases; a build belongs to one. */
export const UPDATE_CHANNELS = ['stable', 'preview'] as const
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number]

/** What a release changes, in every language of the windows. */
export interface UpdateNotes {
  readonly en: string
  readonly es: string
}

/** A newer version that this program may have. */
export interface UpdateOffer {
  readonly version: string
  readonly date: EpochMs
  /** Bytes to download; null where this program does not download it. */
  readonly size: number | null
  readonly notes: UpdateNotes
}

/** How far the request in progress, or the last one, has come. Sizes are bytes. */
export type UpdateProgress =
  | { readonly kind: 'idle' | 'checking' | 'preparing' | 'ready' }
  | { readonly kind: 'downloading'; readonly received: number; readonly size: number }
  | { readonly kind: 'failed'; readonly problem: Message }

/** What the window shows of updates. */
export interface UpdateView {
  /** The version that runs. */
  readonly version: string
  /** Null where this build has no update source. */
  readonly channel: UpdateChannel | null
  /** Why this program never looks for updates; null when it does. */
  readonly unavailable: Message | null
  /** Who replaces the program, where it only names newer versions; null where it does so itself. */
  readonly replacedBy: Message | null
  /** When the update source was last asked, and what came of it. */
  readonly checkedAt: EpochMs | null
  readonly result: Message | null
  readonly offer: UpdateOffer | null
  readonly progress: UpdateProgress
  /** Why the restart waits; empty when it may happen now. */
  readonly waits: readonly Message[]
  /** True once the person chose to be reminded later. */
  readonly postponed: boolean
}

/** What a person can request about updates. */
export const UPDATE_ACTIONS = ['check', 'download', 'cancel', 'postpone', 'restart'] as const
export type UpdateAction = (typeof UPDATE_ACTIONS)[number]
