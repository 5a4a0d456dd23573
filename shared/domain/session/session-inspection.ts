import type { ProfileSummary } from '../app/app-state.js'
import type { SignatureAlgorithm } from '../app/profile.js'
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

/** Details of the session for the session panel: times of the stored tokens, never their values. */
export interface SessionInspection {
  readonly profile: ProfileSummary
  readonly algorithm: SignatureAlgorithm
  readonly version: string
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
