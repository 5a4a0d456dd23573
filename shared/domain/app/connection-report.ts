import type { Message } from '../../messages/message.js'

/** The steps of a connection test, in their order. */
export const CONNECTION_CHECKS = [
  'network',
  'certificate',
  'clock',
  'environment',
  'key',
  'signature',
  'token',
  'rights',
  'accounts',
] as const
export type ConnectionCheck = (typeof CONNECTION_CHECKS)[number]

/** The result of one step of a connection test. `text` is for a person. */
export interface ConnectionCheckResult {
  readonly check: ConnectionCheck
  readonly state: 'good' | 'bad' | 'not-tried'
  readonly text: Message
}

/** The results of a connection test, in the order of its steps. */
export interface ConnectionReport {
  readonly ok: boolean
  /** The broker's time minus this computer's, in ms; null when not known. */
  readonly skewMs: number | null
  readonly checks: readonly ConnectionCheckResult[]
}
