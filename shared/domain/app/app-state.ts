import type { Environment } from '../environment.js'
import type { ClientOrderId } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { ProfileId } from './profile.js'
import type { ProgramFilesView } from './program-files-view.js'
import type { Message } from '../../messages/message.js'

/** A profile in lists, titles and questions. */
export interface ProfileSummary {
  readonly id: ProfileId
  readonly name: string
  readonly environment: Environment
  /** True for a profile of the institution console, which cannot be switched to. */
  readonly institution?: boolean | undefined
}

/**
 * The steps of a profile switch, in their order. `set-aside` is only a step of a reset of practice.
 */
export const SWITCH_STEPS = [
  'halt',
  'withdraw',
  'streams',
  'orders',
  'dispose',
  'set-aside',
  'build',
] as const
export type SwitchStep = (typeof SWITCH_STEPS)[number]

/** The progress of one step of a switch. `detail` is its result. */
export interface SwitchStepView {
  readonly step: SwitchStep
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly detail: Message | null
}

/** A profile switch in progress, step by step. */
export interface SwitchView {
  readonly to: ProfileSummary
  readonly steps: readonly SwitchStepView[]
}

/**
 * The app lock. `system` is the computer's own authentication (a fingerprint), `passphrase` is one
 * of Countersign.
 */
export interface LockView {
  readonly method: 'none' | 'passphrase' | 'system'
  readonly locked: boolean
  readonly why: 'idle' | 'sleep' | 'asked' | 'start' | null
  readonly idleMinutes: number
  readonly systemAvailable: boolean
  /** When the next attempt is allowed after wrong ones; null when at once. */
  readonly retryAt: EpochMs | null
}

/** An order that the person wants to see. `number` increases with each request. */
export interface RevealedOrder {
  readonly number: number
  readonly profile: ProfileId
  readonly order: ClientOrderId
}

/** State that does not belong to a session: the profile, a switch in progress, the lock. */
export interface AppStateView {
  readonly current: ProfileSummary | null
  readonly profiles: readonly ProfileSummary[]
  /** How often the data of the open profile was set aside since the program started. */
  readonly resets: number
  readonly switching: SwitchView | null
  readonly armed: boolean
  readonly lock: LockView
  /** The order of the last notification that was clicked; absent before the first. */
  readonly revealed?: RevealedOrder | undefined
  /** The program's files on disk are others than it runs on; absent while they are the same. */
  readonly programFiles?: ProgramFilesView | undefined
}
