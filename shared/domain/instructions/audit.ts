import type { Message } from '../../messages/message.js'
import type { ReceiptDecision } from '../../receipt/receipt.js'
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

/** The public key of the receipts of one environment, to compare with what a receipt names. */
export interface ReceiptPublicKey {
  /** The raw Ed25519 key in base64. */
  readonly key: string
  /** SHA-256 of the key in hexadecimal, which is short enough to compare by eye or by voice. */
  readonly fingerprint: string
}

/** The result of a check of a receipt file. */
export interface ReceiptCheck {
  /** Why it does not hold; null when it does. */
  readonly problem: Message | null
  /** What it says of its instruction; null when it does not hold. */
  readonly receipt: {
    readonly environment: string
    readonly instruction: string
    readonly madeAt: EpochMs
    readonly fingerprint: string
    /** True when this computer's key of that environment signed it. */
    readonly isOwn: boolean
    readonly decision: ReceiptDecision
    readonly records: readonly {
      readonly at: EpochMs
      readonly kind: string
      readonly line: string
    }[]
  } | null
}
