import type { OrderWriteState } from '../../../shared/domain/institution/institution-order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import { describedFileError } from '../file-error.js'
import { JournalCompaction } from '../journal-compaction.js'
import type { ClockPort, FileError, JournalPort, LogPort } from '../ports.js'
import { zOrderWriteRecord, type OrderWrite, type OrderWriteRecord } from './order-write.js'

/** The settled requests that a checkpoint holds besides those that are not settled. */
export const MAX_SETTLED = 50

/** A request as the records on disk leave it. */
export interface StoredWrite {
  readonly ref: string
  readonly sentAt: EpochMs
  readonly write: OrderWrite
  readonly state: OrderWriteState
}

export interface OrderWriteJournalDeps {
  readonly journal: JournalPort
  readonly clock: ClockPort
  readonly log: LogPort
  /** The number of records after which older ones are archived. */
  readonly maxLiveRecords?: number | undefined
}

const isSettled = ({ state }: StoredWrite): boolean => state !== 'sending' && state !== 'checking'

/**
 * The journal of an institution's requests about orders. It moves its older records to its archive
 * whenever it has grown long; what is not settled, and the latest requests, stay.
 */
export class OrderWriteJournal {
  readonly #deps: OrderWriteJournalDeps
  readonly #compaction: JournalCompaction
  /** One append or compaction at a time: a record written during one would be lost. */
  readonly #queue = createSerialQueue()
  /** By ref, oldest first: what a start would read. */
  #writes = new Map<string, StoredWrite>()

  constructor(deps: OrderWriteJournalDeps) {
    this.#deps = deps
    this.#compaction = new JournalCompaction(deps.journal.archive, deps.maxLiveRecords)
  }

  /** Reads what earlier runs left, oldest first. An unreadable record is an error. */
  async read(): Promise<Result<readonly StoredWrite[], FileError>> {
    const content = await this.#deps.journal.read()
    if (!content.ok) return content
    for (const [index, line] of content.value.lines.entries()) {
      const record = recordOf(line)
      if (record === null) {
        const unreadable = message('storage.journalRecordUnreadable', { record: index + 1 })
        return err(describedFileError('damaged', unreadable))
      }
      this.#apply(record)
    }
    for (const { number, fault } of await this.#compaction.faults()) {
      this.#deps.log.event('warn', 'institution.archive', { count: number, kind: fault })
    }
    return ok([...this.#writes.values()])
  }

  /** Returns whether the record is on disk. */
  async append(record: OrderWriteRecord): Promise<boolean> {
    const { journal, log } = this.#deps
    const isWritten = await this.#queue.run(async () => {
      const written = await journal.append(JSON.stringify(record))
      if (written.ok) this.#apply(record)
      else log.event('error', 'institution.journal-failed', { kind: written.error.kind })
      return written.ok
    })
    if (this.#compaction.isDue) void this.#queue.run(() => this.#compact())
    return isWritten
  }

  async close(): Promise<void> {
    await this.#queue.idle()
    await this.#deps.journal.close()
  }

  async #compact(): Promise<void> {
    const writes = [...this.#writes.values()]
    const settled = new Set(writes.filter(isSettled).slice(-MAX_SETTLED))
    const stored = writes.filter((write) => settled.has(write) || !isSettled(write))
    const compacted = await this.#compaction.compact((archived) => {
      const now = this.#deps.clock.now()
      const line = JSON.stringify({
        ...{ v: 1, kind: 'checkpoint', at: now },
        ...archived,
        writes: stored,
      })
      return recordOf(line) === null ? err(NOT_READABLE) : ok(line)
    })
    if (!compacted.ok) {
      this.#deps.log.event('warn', 'journal.not-compacted', { kind: compacted.error.kind })
    } else if (compacted.value) this.#writes = new Map(stored.map((write) => [write.ref, write]))
  }

  #apply(record: OrderWriteRecord): void {
    if (record.kind === 'checkpoint') {
      this.#compaction.onCheckpoint(record)
      this.#writes = new Map(record.writes.map((write) => [write.ref, write]))
      return
    }
    this.#compaction.onRecord()
    const { ref } = record
    if (record.kind === 'intent') {
      this.#writes.set(ref, { ref, sentAt: record.at, write: record.write, state: 'sending' })
      return
    }
    const stored = this.#writes.get(ref)
    if (stored !== undefined) this.#writes.set(ref, { ...stored, state: stateAfter(record) })
  }
}

const NOT_READABLE = describedFileError('failed', message('storage.journalFailed'))

function stateAfter(
  record: Extract<OrderWriteRecord, { readonly kind: 'answer' | 'settled' }>,
): OrderWriteState {
  if (record.kind === 'settled') return record.as
  return record.answer === 'unknown' ? 'checking' : record.answer
}

function recordOf(line: string): OrderWriteRecord | null {
  try {
    const parsed = zOrderWriteRecord.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
