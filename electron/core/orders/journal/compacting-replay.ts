import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { describedFileError } from '../../file-error.js'
import type { FileError, JournalArchivePort, SegmentFault, SetAside } from '../../ports.js'
import { JournalCompaction } from '../../journal-compaction.js'
import type { JournalRecord } from './journal-record.js'
import type { OrderProjection } from '../order-projection.js'
import { JournalReplay, type Recovered } from '../recovery.js'
import { senderOfTicket } from './order-sender.js'
import { ArchivedTickets, senderHash } from './archived-tickets.js'
import {
  CHECKPOINT_VERSION,
  zCheckpointRecord,
  type CheckpointRecord,
  type CheckpointState,
} from './journal-checkpoint.js'
import { decodeHashes, encodeHashes, ticketHash } from './spent-tickets.js'

/** The number of newest tickets that a checkpoint holds in full. */
const FULL_TICKETS = 500

/** What a start recovers from a journal and its archive. */
export interface RecoveredJournal extends Recovered {
  readonly tailCut: boolean
  /** The damaged file, of which records are lost; null for a journal without damage. */
  readonly damage: SetAside | null
  /** True when the journal never had a record. */
  readonly isEmpty: boolean
  readonly archived: ArchivedTickets
  /** Segments of the archive that are missing or damaged. */
  readonly faults: readonly SegmentFault[]
}

const timeOf = (record: JournalRecord): EpochMs =>
  record.kind === 'observation' ? record.observation.observedAt : record.at

/** Selects the tickets that a checkpoint does not hold: old ones, whose order has no row. */
function oldTickets({ rows, tickets }: CheckpointState): CheckpointState['tickets'] {
  const shown = new Set<string>(rows.map(({ order }) => order.clientOrderId))
  return tickets
    .slice(0, -FULL_TICKETS)
    .filter(({ clientOrderId }) => clientOrderId === null || !shown.has(clientOrderId))
}

/** Returns the hash of who sent the order of a ticket; none for a ticket that sent nothing. */
const sendersOf = ({
  ticket,
  clientOrderId,
}: CheckpointState['tickets'][number]): readonly number[] =>
  clientOrderId === null ? [] : [senderHash(clientOrderId, senderOfTicket(ticket))]

/**
 * The state that a start would recover from the journal: the fold over its records. From it the
 * journal can be shortened at any time to one checkpoint record that gives the same state; the
 * records themselves move to the archive.
 */
export class CompactingReplay {
  readonly #archive: JournalArchivePort | undefined
  readonly #compaction: JournalCompaction
  readonly #replay = new JournalReplay()
  #spent: ReadonlySet<number> = new Set()
  #senders: ReadonlySet<number> = new Set()
  /** Null before `finish`. */
  #tickets: ArchivedTickets | null = null
  #latest = epochMs(0)

  constructor(archive: JournalArchivePort | undefined, maxLiveRecords?: number) {
    this.#archive = archive
    this.#compaction = new JournalCompaction(archive, maxLiveRecords)
  }

  /** Extends the state by a record that is on disk. */
  apply(record: JournalRecord): void {
    this.#replay.apply(record)
    this.#latest = timeOf(record)
    if (record.kind === 'checkpoint') this.#adopt(record)
    else this.#compaction.onRecord()
  }

  /** True when the journal has grown long. */
  get isDue(): boolean {
    return this.#compaction.isDue
  }

  /** Stores the state in the projection, and returns what else the last run left. */
  async finish(projection: OrderProjection): Promise<Omit<RecoveredJournal, 'tailCut' | 'damage'>> {
    const archived = new ArchivedTickets({
      archive: this.#archive,
      segments: () => this.#compaction.segments,
      spent: () => this.#spent,
      senders: () => this.#senders,
    })
    this.#tickets = archived
    return {
      ...this.#replay.finish(projection),
      isEmpty: this.#compaction.records === 0,
      archived,
      faults: await this.#compaction.faults(),
    }
  }

  /** Archives every record and replaces the journal by a checkpoint of the state. */
  async compact(): Promise<Result<void, FileError>> {
    if (!this.isDue) return ok(undefined)
    const state = this.#replay.state()
    const leaving = oldTickets(state)
    const old = leaving.map(({ ticket }) => ticket)
    const senders = new Set([...this.#senders, ...leaving.flatMap(sendersOf)])
    const spent = new Set([...this.#spent, ...old.map(ticketHash)])
    const isOld = new Set(old)
    const compacted = await this.#compaction.compact((archived) => {
      const record: CheckpointRecord = {
        v: CHECKPOINT_VERSION,
        kind: 'checkpoint',
        at: this.#latest,
        ...archived,
        spent: encodeHashes(spent),
        senders: encodeHashes(senders),
        state: { ...state, tickets: state.tickets.filter(({ ticket }) => !isOld.has(ticket)) },
      }
      const line = JSON.stringify(record)
      return isReadable(line) ? ok(line) : err(UNREADABLE)
    })
    if (!compacted.ok) return compacted
    if (!compacted.value) return ok(undefined)
    this.#replay.dropTickets(old)
    this.#spent = spent
    this.#senders = senders
    this.#tickets?.add(old)
    return ok(undefined)
  }

  #adopt(record: CheckpointRecord): void {
    this.#compaction.onCheckpoint(record)
    this.#spent = decodeHashes(record.spent)
    this.#senders = decodeHashes(record.senders)
  }
}

const UNREADABLE = describedFileError('failed', message('storage.journalFailed'))

/** True when the line reads back as what was written: a checkpoint must not lose anything. */
function isReadable(line: string): boolean {
  const written: unknown = JSON.parse(line)
  const read = zCheckpointRecord.safeParse(written)
  return read.success && sameData(read.data, written)
}

/** True when two values of JSON are equal, whatever the order of their members. */
function sameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [first, second] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    first.length === second.size &&
    first.every(([name, value]) => second.has(name) && sameData(value, second.get(name)))
  )
}
