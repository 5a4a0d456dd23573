import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { AuditReport, AuditRow } from '../../../shared/domain/instructions/audit.js'
import type { FileError } from '../ports.js'

/** Every kind of audit record. The body of a record is defined by one schema in the audit chain. */
export const AUDIT_KINDS = [
  'start',
  'asked',
  'refused',
  'folded',
  'waiting',
  'shown',
  'amended',
  'extended',
  'decided',
  'sent',
  'outcome',
  'ended',
  'policy',
  'connection',
  'endpoint',
  'read',
  'watchlist',
  'window',
  'halt',
  'switch',
  'lock',
  'sign-in',
  'checkpoint',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/**
 * JSON without monetary numbers: ids, digests, text and decimal strings. Never contains a secret.
 */
export type AuditBody = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>

/** A record before it gets its number, time and hash. */
export interface NewRecord {
  readonly kind: AuditKind
  readonly subject: string
  readonly line: string
  readonly body: AuditBody
}

/** The position of a record in the chain. */
export interface Appended {
  readonly seq: number
  readonly hash: string
}

/** Records that are being written. Neither promise rejects. */
export interface Appending {
  /**
   * Resolves when the lines are on disk: later records come after it. The chain head that proves it
   * may not be written yet.
   */
  readonly written: Promise<Result<Appended, FileError>>
  /**
   * Resolves when a chain head that covers the record is also on disk, so that cutting the record
   * off is detected. Fails when `written` fails.
   */
  readonly proved: Promise<Result<Appended, FileError>>
}

/**
 * The audit log, written before the action that it records. A failed append halts trading: an
 * action that cannot be recorded is not carried out (CONFIRM-37).
 */
export interface AuditPort {
  /**
   * Resolves with the hash once the record is on disk. `subject` is the instruction or connection
   * it concerns.
   */
  append(
    kind: AuditKind,
    subject: string,
    line: string,
    body: AuditBody,
  ): Promise<Result<Appended, FileError>>
  /**
   * Appends records with one disk write, in two steps, so that other files can be written while the
   * chain head is still being written. Both promises are about the last record. The caller must not
   * act before `proved`. A checkpoint in the key store that the records require is saved only after
   * `checkpointAfter` resolves, so that it does not delay a more urgent write.
   */
  beginAll(records: readonly NewRecord[], checkpointAfter?: Promise<void>): Appending
  readonly failed: boolean
  onFailure(listener: (error: FileError) => void): () => void
  /** Returns records before a sequence number, newest first. */
  page(query: {
    readonly before: number | null
    readonly kinds: readonly string[]
    readonly text: string
    readonly limit: number
  }): Promise<{ readonly rows: readonly AuditRow[]; readonly more: boolean }>
  verify(): Promise<AuditReport>
  /** Returns the last report; null before the first check. */
  report(): AuditReport | null
  /** Calls the listener with every new report. */
  onReport(listener: (report: AuditReport) => void): () => void
  /** Returns the whole chain as file text. */
  exportText(): Promise<string>
  /**
   * Returns the signed receipt of one instruction: its records with the proof of their place in the
   * log. Null while it is not complete, because a request has no decision or outcome yet.
   */
  receiptText(instruction: string): Promise<Result<string | null, FileError>>
  /** Returns the raw public key of the receipts' signatures, in base64. */
  receiptPublicKey(): Promise<Result<string, FileError>>
  readonly startedAt: EpochMs
  close(): Promise<void>
}
