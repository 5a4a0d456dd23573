import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { describedFileError } from '../../file-error.js'
import type {
  FileError,
  JournalArchivePort,
  JournalSegment,
  SegmentFault,
  SetAside,
} from '../../ports.js'
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

/** The number of records after which older ones are archived. A start replays at most these. */
export const MAX_LIVE_RECORDS = 5_000
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
  readonly #replay = new JournalReplay()
  readonly #maxLive: number
  #segments: readonly JournalSegment[] = []
  #spent: ReadonlySet<number> = new Set()
  #senders: ReadonlySet<number> = new Set()
  /** Null before `finish`. */
  #tickets: ArchivedTickets | null = null
  #archivedRecords = 0
  /** Records since the checkpoint, and how many there may be. */
  #live = 0
  #limit: number
  #latest = epochMs(0)

  constructor(archive: JournalArchivePort | undefined, maxLiveRecords = MAX_LIVE_RECORDS) {
    this.#archive = archive
    this.#maxLive = maxLiveRecords
    this.#limit = maxLiveRecords
  }

  /** Extends the state by a record that is on disk. */
  apply(record: JournalRecord): void {
    this.#replay.apply(record)
    this.#latest = timeOf(record)
    if (record.kind === 'checkpoint') this.#adopt(record)
    else this.#live += 1
  }

  /** True when the journal has grown long. */
  get isDue(): boolean {
    return this.#live >= this.#limit
  }

  /** Stores the state in the projection, and returns what else the last run left. */
  async finish(projection: OrderProjection): Promise<Omit<RecoveredJournal, 'tailCut' | 'damage'>> {
    const archived = new ArchivedTickets({
      archive: this.#archive,
      segments: () => this.#segments,
      spent: () => this.#spent,
      senders: () => this.#senders,
    })
    this.#tickets = archived
    return {
      ...this.#replay.finish(projection),
      isEmpty: this.#live + this.#archivedRecords === 0,
      archived,
      faults: (await this.#archive?.check(this.#segments)) ?? [],
    }
  }

  /**
   * Archives every record and replaces the journal by a checkpoint. First the records are stored as
   * a segment; a crash before the replacement leaves the journal as it was.
   */
  async compact(): Promise<Result<void, FileError>> {
    if (this.#archive === undefined || !this.isDue) return ok(undefined)
    const state = this.#replay.state()
    const leaving = oldTickets(state)
    const old = leaving.map(({ ticket }) => ticket)
    const senders = new Set([...this.#senders, ...leaving.flatMap(sendersOf)])
    const spent = new Set([...this.#spent, ...old.map(ticketHash)])
    const isOld = new Set(old)
    // A failure leaves the journal as it is; try again only after as many records.
    this.#limit = this.#live + this.#maxLive
    const sealed = await this.#archive.seal(this.#segments.length + 1)
    if (!sealed.ok) return sealed
    const record: CheckpointRecord = {
      v: CHECKPOINT_VERSION,
      kind: 'checkpoint',
      at: this.#latest,
      records: this.#archivedRecords + this.#live,
      segments: [...this.#segments, sealed.value],
      spent: encodeHashes(spent),
      senders: encodeHashes(senders),
      state: { ...state, tickets: state.tickets.filter(({ ticket }) => !isOld.has(ticket)) },
    }
    const line = JSON.stringify(record)
    if (!isReadable(line)) return err(UNREADABLE)
    const replaced = await this.#archive.replace([line])
    if (!replaced.ok) return replaced
    this.#replay.dropTickets(old)
    this.#adopt(record, spent, senders)
    this.#tickets?.add(old)
    return ok(undefined)
  }

  #adopt(
    record: CheckpointRecord,
    spent = decodeHashes(record.spent),
    senders = decodeHashes(record.senders ?? ''),
  ): void {
    this.#segments = record.segments
    this.#spent = spent
    this.#senders = senders
    this.#archivedRecords = record.records
    this.#live = 0
    this.#limit = this.#maxLive
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
