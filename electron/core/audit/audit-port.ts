import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { AuditReport, AuditRow } from '../../../shared/ipc/instructions.js'
import type { FileError } from '../ports.js'

/** What is recorded, closed; each kind's body is defined in one schema beside the chain. */
export const AUDIT_KINDS = [
  'start',
  'asked',
  'refused',
  'folded',
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
  'halt',
  'switch',
  'lock',
  'sign-in',
  'checkpoint',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** JSON without numbers that are money: ids, digests, words and decimal texts. No secret ever. */
export type AuditBody = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>

/** Where a record stands in the chain. */
export interface Appended {
  readonly seq: number
  readonly hash: string
}

/** A record on its way to the disk. Neither promise rejects. */
export interface Appending {
  /**
   * The line is on the disk: whatever is appended from now on comes after it. What proves that it
   * is there may still be missing.
   */
  readonly written: Promise<Result<Appended, FileError>>
  /**
   * A head that tells of it is on the disk too: cut off after that it is missed. Fails as well
   * where `written` did.
   */
  readonly proved: Promise<Result<Appended, FileError>>
}

/**
 * What is written down before it happens. A failed append halts: what cannot be recorded is not
 * done (safety 12).
 */
export interface AuditPort {
  /**
   * Resolves when the record is on the disk, with its hash. `subject`: the instruction or
   * connection it is about.
   */
  append(
    kind: AuditKind,
    subject: string,
    line: string,
    body: AuditBody,
  ): Promise<Result<Appended, FileError>>
  /**
   * The same in two steps, for what may be written elsewhere while the head is still on its way.
   * Nothing may be done before `proved`.
   * `headAfter`: its head is not begun before this ends, so that it takes the disk from nothing
   * that matters more; a later record's may come before.
   */
  begin(
    kind: AuditKind,
    subject: string,
    line: string,
    body: AuditBody,
    headAfter?: Promise<void>,
  ): Appending
  readonly failed: boolean
  onFailure(listener: (error: FileError) => void): () => void
  /** Newest first, before a sequence number. */
  page(query: {
    readonly before: number | null
    readonly kinds: readonly string[]
    readonly text: string
    readonly limit: number
  }): Promise<{ readonly rows: readonly AuditRow[]; readonly more: boolean }>
  verify(): Promise<AuditReport>
  /** The last report; null before the first check. */
  report(): AuditReport | null
  /** Called with every new report. */
  onReport(listener: (report: AuditReport) => void): () => void
  /**
   * The whole chain, or the records of one instruction with what proves their place in it, as text
   * for a file.
   */
  exportText(instruction: string | null): Promise<string>
  readonly startedAt: EpochMs
  close(): Promise<void>
}
