import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import { brokenFileError } from '../file-error.js'
import type { CryptoPort } from '../net-ports.js'
import type { FileError, JournalPort } from '../ports.js'
import { seal, trimmedBody, type AuditRecord, type ChainOrigin } from './audit-chain.js'
import type { NewRecord } from './audit-port.js'

const LINE_CHARS = 300
const SUBJECT_CHARS = 80

/** A record of the chain and its line in the file. */
export interface SealedRecord {
  readonly record: AuditRecord
  readonly line: string
}

/** What seals a record. */
export interface Sealer {
  readonly crypto: Pick<CryptoPort, 'digestHex'>
  readonly now: () => EpochMs
  readonly sign: (hash: string) => string | null
}

/** Returns what the record after this one continues. */
export const originAfter = ({ seq, hash }: AuditRecord): ChainOrigin => ({
  seq: seq + 1,
  prev: hash,
})

/** Seals records, each as the one after the one before it; the first continues `origin`. */
export function sealRecords(
  { crypto, now, sign }: Sealer,
  origin: ChainOrigin,
  records: readonly NewRecord[],
): readonly SealedRecord[] {
  let after = origin
  return records.map(({ kind, subject, line, body }) => {
    const sealed = seal(
      crypto,
      {
        ...after,
        at: now(),
        kind,
        subject: plainLine(subject, SUBJECT_CHARS),
        line: plainLine(line, LINE_CHARS),
        body: trimmedBody(body),
      },
      sign,
    )
    after = originAfter(sealed.record)
    return sealed
  })
}

/**
 * Appends sealed records to the file, with one write where it can do that. `onWritten` receives
 * those that are on disk, also when a later one could not be written.
 */
export async function appendSealed(
  journal: JournalPort,
  sealed: readonly SealedRecord[],
  onWritten: (written: readonly SealedRecord[]) => void,
): Promise<Result<void, FileError>> {
  const writes = journal.appendAll === undefined ? sealed.map((record) => [record]) : [sealed]
  for (const part of writes) {
    const lines = part.map(({ line }) => line)
    const written = await (journal.appendAll?.(lines) ?? journal.append(lines[0] ?? '')).catch(
      (cause: unknown): Result<void, FileError> =>
        err(brokenFileError(message('audit.chainFailed'), cause)),
    )
    if (!written.ok) return written
    onWritten(part)
  }
  return ok(undefined)
}
