import type { Message } from '../../messages/message.js'
import type { EpochMs } from '../time.js'

/** One record of the audit chain, for display. */
export interface AuditRow {
  readonly seq: number
  readonly at: EpochMs
  readonly kind: string
  readonly subject: string
  readonly line: string
  /** SHA-256 of the record, in hexadecimal. */
  readonly hash: string
}

/**
 * The result of a check of the audit chain. `unproved`: the chain is consistent, but there is no
 * checkpoint to prove that nothing was cut off or rewritten.
 */
export interface AuditReport {
  readonly state: 'verified' | 'unproved' | 'damaged'
  readonly count: number
  readonly head: string | null
  readonly problem: { readonly seq: number | null; readonly what: Message } | null
  readonly checkedAt: EpochMs
}

/** The result of the last check of a chain. */
export type AuditState = AuditReport['state'] | 'not-checked'
