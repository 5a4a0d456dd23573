import { ok, type Result } from '../../shared/domain/result.js'
import type { FileError, JournalArchivePort, SegmentFault } from './ports.js'
import type { JournalSegment } from './journal-segment.js'

/** The number of records after which older ones are archived. A start replays at most these. */
export const MAX_LIVE_RECORDS = 5_000

/** The records before a checkpoint: how many, and the segments of the archive that hold them. */
export interface ArchivedRecords {
  readonly records: number
  readonly segments: readonly JournalSegment[]
}

/**
 * Shortens a journal to one checkpoint record whenever it has grown long; the records themselves
 * move to the archive. The reader of the journal decides what its checkpoint holds.
 */
export class JournalCompaction {
  readonly #archive: JournalArchivePort | undefined
  readonly #maxLive: number
  #archived: ArchivedRecords = { records: 0, segments: [] }
  /** Records since the checkpoint, and how many there may be. */
  #live = 0
  #limit: number

  constructor(archive: JournalArchivePort | undefined, maxLiveRecords = MAX_LIVE_RECORDS) {
    this.#archive = archive
    this.#maxLive = maxLiveRecords
    this.#limit = maxLiveRecords
  }

  /** Every record of the journal and its archive. */
  get records(): number {
    return this.#archived.records + this.#live
  }

  get segments(): readonly JournalSegment[] {
    return this.#archived.segments
  }

  /** True when the journal has grown long. */
  get isDue(): boolean {
    return this.#archive !== undefined && this.#live >= this.#limit
  }

  /** Counts a record that is on disk. */
  onRecord(): void {
    this.#live += 1
  }

  /** Begins to count after a checkpoint that is on disk. */
  onCheckpoint({ records, segments }: ArchivedRecords): void {
    this.#archived = { records, segments }
    this.#live = 0
    this.#limit = this.#maxLive
  }

  /** Returns the segments of the archive that are missing or damaged. */
  async faults(): Promise<readonly SegmentFault[]> {
    return (await this.#archive?.check(this.segments)) ?? []
  }

  /**
   * Archives every record and replaces the journal by a checkpoint. First the records are stored as
   * a segment; a crash before the replacement leaves the journal as it was. No record may be
   * appended meanwhile. Returns whether the journal is shorter now.
   *
   * @param checkpoint writes the record, or fails where it would lose something
   */
  async compact(
    checkpoint: (archived: ArchivedRecords) => Result<string, FileError>,
  ): Promise<Result<boolean, FileError>> {
    if (this.#archive === undefined || !this.isDue) return ok(false)
    // A failure leaves the journal as it is; try again only after as many records.
    this.#limit = this.#live + this.#maxLive
    const sealed = await this.#archive.seal(this.segments.length + 1)
    if (!sealed.ok) return sealed
    const archived = { records: this.records, segments: [...this.segments, sealed.value] }
    const line = checkpoint(archived)
    if (!line.ok) return line
    const replaced = await this.#archive.replace([line.value])
    if (!replaced.ok) return replaced
    this.onCheckpoint(archived)
    return ok(true)
  }
}
