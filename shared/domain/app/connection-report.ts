import type { Message } from '../../messages/message.js'
import type { AccessWay } from './profile.js'

/** The steps of a connection test, in their order. */
export const CONNECTION_CHECKS = [
  'network',
  'portal',
  'proxy',
  'addresses',
  'certificate',
  'clock',
  'oauth',
  'client',
  'redirect',
  'scope',
  'pkce',
  'environment',
  'key',
  'signature',
  'token',
  'rights',
  'accounts',
  'events',
  'stream',
  'data',
] as const
export type ConnectionCheck = (typeof CONNECTION_CHECKS)[number]

const BROWSER_CHECKS: readonly ConnectionCheck[] = ['oauth', 'client', 'redirect', 'scope', 'pkce']
/** What an institution's key does not open: it has no trading session. */
const SESSION_CHECKS: readonly ConnectionCheck[] = ['events', 'stream', 'data']

/** Returns the steps that a way of access needs, in their order. */
export const checksOf = (access: AccessWay): readonly ConnectionCheck[] =>
  CONNECTION_CHECKS.filter((check) => {
    if (BROWSER_CHECKS.includes(check)) return access === 'connect' || access === 'both'
    return access !== 'institution' || !SESSION_CHECKS.includes(check)
  })

/** The result of one step of a connection test. `text` and `next` are for a person. */
export interface ConnectionCheckResult {
  readonly check: ConnectionCheck
  /** `warning`: it works, with a restriction. */
  readonly state: 'good' | 'warning' | 'bad' | 'not-tried'
  readonly text: Message
  /** What to do now; null where nothing has to be done. */
  readonly next: Message | null
}

/** The results of a connection test, in the order of its steps. */
export interface ConnectionReport {
  readonly ok: boolean
  /** The broker's time minus this computer's, in ms; null when not known. */
  readonly skewMs: number | null
  readonly checks: readonly ConnectionCheckResult[]
  /** The findings in English for the support, without keys and secrets. */
  readonly support: string
}
