/** A record of the audit log, without its MAC. */
export interface LogRecord {
  readonly v: number
  readonly seq: number
  readonly at: number
  readonly prev: string
  readonly hash: string
  readonly kind: string
  readonly subject: string
  readonly line: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The receipt of one instruction, as its file holds it. */
export interface Receipt {
  readonly format: string
  readonly environment: string
  readonly instruction: string
  /** Epoch milliseconds. */
  readonly madeAt: number
  /** The raw Ed25519 key, in base64. */
  readonly publicKey: string
  readonly signature: string
  /** The number of records of the log, and the root of the tree over them. */
  readonly log: { readonly count: number; readonly root: string }
  readonly records: readonly {
    readonly proof: readonly string[]
    readonly record: LogRecord
  }[]
}

/** Why a receipt does not hold. `unreadable`: it is no receipt at all. */
export type ReceiptProblem =
  | 'unreadable'
  | 'not-canonical'
  | 'members'
  | 'signature'
  | 'record'
  | 'record-hash'
  | 'order'
  | 'not-in-log'
  | 'other-subject'
  | 'environment'
  | 'no-start'
  | 'damaged-log'
  | 'not-requested'
  | 'not-decided'
  | 'no-outcome'

/** How the request ended, as its receipt says. */
export const RECEIPT_DECISIONS = [
  'declined',
  'expired',
  'revoked',
  'withdrawn',
  'ended',
  'approved',
  'approved-by-rule',
  'approved-press',
  'approved-assistive',
] as const
export type ReceiptDecision = (typeof RECEIPT_DECISIONS)[number]

/** What a check computes with. */
export interface ReceiptCrypto {
  /** Returns lower-case hex; text is taken in UTF-8. */
  sha256(content: string | Uint8Array): string
  /** Checks an Ed25519 signature in base64 under a raw public key in base64. */
  verify(publicKey: string, text: string, signature: string): boolean
}
