import type { ProfileSummary } from '../app/app-state.js'
import type { ApiVersion, SignatureAlgorithm } from '../app/profile.js'
import type { EpochMs } from '../time.js'
import type { Budget } from './health.js'

/** The times of a stored token, never its value. */
export interface TokenTimes {
  readonly kind: 'app' | 'access' | 'refresh'
  readonly held: boolean
  readonly expiresAt: EpochMs | null
  readonly renewedAt: EpochMs | null
}

/** A log entry of the session. */
export interface SessionEvent {
  readonly at: EpochMs
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly name: string
  readonly text: string
}

/** The versions of the broker's API in a session. */
export interface VersionsInUse {
  /** The version that the profile asks for. */
  readonly chosen: ApiVersion
  /** The version of the requests: another one once the broker refused the chosen one. */
  readonly used: ApiVersion
  /** The version in which long lists continue. */
  readonly longLists: ApiVersion
}

/** Details of the session for the session panel: times of the stored tokens, never their values. */
export interface SessionInspection {
  readonly profile: ProfileSummary
  readonly algorithm: SignatureAlgorithm
  readonly version: VersionsInUse
  readonly scope: string | null
  readonly hosts: readonly { readonly role: string; readonly address: string }[]
  readonly tokens: readonly TokenTimes[]
  readonly store: 'key-store' | 'memory'
  readonly backend: string | null
  readonly clockSkewMs: number | null
  readonly budgets: readonly Budget[]
  /** The latest log entries. */
  readonly events: readonly SessionEvent[]
}
