import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { message } from '../../../shared/messages/make-message.js'
import { brokenFileError, describedFileError } from '../file-error.js'
import type { FileError, JournalPort, JournalProgress, LogPort, SetAside } from '../ports.js'
import { CompactingReplay, type RecoveredJournal } from './journal/compacting-replay.js'
import {
  JOURNAL_VERSION,
  parseRecord,
  type JournalRecord,
  type NewRecord,
} from './journal/journal-record.js'
import type { OrderProjection } from './order-projection.js'

/** Reads the lines of a journal one by one, where it can pass them on. */
async function readLines(
  port: JournalPort,
  onLine: (line: string) => void,
  onProgress: JournalProgress | undefined,
): Promise<Result<{ readonly tailCut: boolean }, FileError>> {
  if (port.readEach !== undefined) return port.readEach(onLine, onProgress)
  const content = await port.read()
  if (content.ok) for (const line of content.value.lines) onLine(line)
  return content
}

/**
 * Creates the order journal over a file of lines. Appends run one after another, in the order of
 * the calls.
 */
export const createJournal = (port: JournalPort, options: JournalOptions = {}): OrderJournal =>
  new OrderJournal(port, options)

export interface JournalOptions {
  readonly log?: LogPort
  /** The number of records after which older ones are archived. */
  readonly maxLiveRecords?: number
}

export class OrderJournal {
  readonly #port: JournalPort
  readonly #failures = createEmitter<FileError>()
  readonly #queue = createSerialQueue()
  readonly #options: JournalOptions
  /** The state that a start would recover; null before `recover`, or without an archive. */
  #replay: CompactingReplay | null = null
  #failed = false

  constructor(port: JournalPort, options: JournalOptions) {
    this.#port = port
    this.#options = options
  }

  /**
   * Returns after the record is on disk. `failed` is true while the latest append has failed;
   * intents are then refused.
   */
  append(record: NewRecord): Promise<Result<void, FileError>> {
    return this.#queue.run(() => this.#write(record))
  }

  /**
   * Returns every record, oldest first. An unreadable record is an error, because ignoring it could
   * lose an order.
   */
  async read(): Promise<
    Result<{ readonly records: readonly JournalRecord[]; readonly tailCut: boolean }, FileError>
  > {
    const records: JournalRecord[] = []
    const read = await this.#readEach((record) => records.push(record))
    return read.ok ? ok({ records, tailCut: read.value.tailCut }) : read
  }

  /**
   * Rebuilds the projection from the journal and returns what the last run left. From then on the
   * journal moves its older records to its archive whenever it has grown long. `onProgress` is
   * called while a long journal is read. Of a damaged journal everything readable is recovered; the
   * caller must halt trading, because a lost record may be of an order that was sent.
   */
  recover(
    projection: OrderProjection,
    onProgress?: JournalProgress,
  ): Promise<Result<RecoveredJournal, FileError>> {
    return this.#recover(projection, onProgress, null)
  }

  async #recover(
    projection: OrderProjection,
    onProgress: JournalProgress | undefined,
    damage: SetAside | null,
  ): Promise<Result<RecoveredJournal, FileError>> {
    const compacting = new CompactingReplay(this.#port.archive, this.#options.maxLiveRecords)
    const recovery = await this.#readEach((record) => compacting.apply(record), onProgress)
    if (!recovery.ok) {
      const { aside } = recovery.error
      // The records without the damaged ones are the journal now.
      const isReadable = damage === null && aside !== undefined && aside.readable > 0
      return isReadable ? this.#recover(projection, onProgress, aside) : recovery
    }
    const recovered = await compacting.finish(projection)
    if (this.#port.archive !== undefined) {
      this.#replay = compacting
      this.#compactIfDue()
    }
    return ok({ ...recovered, tailCut: recovery.value.tailCut, damage })
  }

  get failed(): boolean {
    return this.#failed
  }

  onFailure(listener: (error: FileError) => void): () => void {
    return this.#failures.add(listener)
  }

  async close(): Promise<void> {
    await this.#queue.idle()
    await this.#port.close()
  }

  async #write(record: NewRecord): Promise<Result<void, FileError>> {
    const line = JSON.stringify({ v: JOURNAL_VERSION, ...record })
    const failed = (): Result<void, FileError> =>
      err(describedFileError('failed', message('storage.journalFailed')))
    const parsed = parseRecord(line)
    if (parsed === null) {
      // A record that a start could not read would stop it, so it is not written (REL-43).
      this.#options.log?.event('error', 'journal.record-unreadable', { kind: record.kind })
      return failed()
    }
    const written = await this.#port.append(line).catch(failed)
    // One successful append is enough to clear `failed`: no intent was accepted during the outage,
    // and every other order is queried again at the next start.
    this.#failed = !written.ok
    if (written.ok) this.#extendReplay(parsed)
    else this.#failures.emit(written.error)
    return written
  }

  #extendReplay(record: JournalRecord): void {
    if (this.#replay === null) return
    this.#replay.apply(record)
    this.#compactIfDue()
  }

  /** Moves older records to the archive when there are many, before the next record. */
  #compactIfDue(): void {
    const replay = this.#replay
    if (replay?.isDue !== true) return
    void this.#queue.run(async () => {
      const compacted = await replay.compact()
      if (!compacted.ok) {
        this.#options.log?.event('warn', 'journal.not-compacted', { kind: compacted.error.kind })
      }
    })
  }

  /** Reads every record; one that cannot be read, or a misplaced checkpoint, is an error. */
  async #readEach(
    onRecord: (record: JournalRecord) => void,
    onProgress?: JournalProgress,
  ): Promise<Result<{ readonly tailCut: boolean }, FileError>> {
    let count = 0
    let unreadable: number | null = null
    const onLine = (line: string): void => {
      count += 1
      if (unreadable !== null) return
      const record = parseRecord(line)
      if (record === null || (record.kind === 'checkpoint' && count > 1)) unreadable = count
      else onRecord(record)
    }
    const content = await readLines(this.#port, onLine, onProgress).catch(
      (cause: unknown): Result<never, FileError> =>
        err(brokenFileError(message('storage.journalUnreadable'), cause)),
    )
    if (!content.ok || unreadable === null) return content
    return err(
      describedFileError(
        'damaged',
        message('storage.journalRecordUnreadable', { record: unreadable }),
      ),
    )
  }
}
