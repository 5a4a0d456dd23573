import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import { describedFileError } from '../file-error.js'
import type { FileError, JournalArchivePort, LogPort } from '../ports.js'
import type { JournalSegment } from '../journal-segment.js'
import { parseAuditLine, type AuditRecord, type ChainProblem } from './audit-chain.js'
import type { AuditBody } from './audit-port.js'

/** An archived part of the chain. */
export interface AuditSegment extends JournalSegment {
  /** The number of its first record, and how many it has. */
  readonly from: number
  readonly records: number
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string
}

/** The number of segments that one text of a record's body holds. */
const PER_TEXT = 16
const SEGMENT = /^(\d+) (\d+) ([0-9a-f]{8}) (\d+) (\d+) ([0-9a-f]{64})$/

const segmentText = ({ number, bytes, sum, from, records, digest }: AuditSegment): string =>
  `${number} ${bytes} ${sum} ${from} ${records} ${digest}`

function segmentOf(text: string): AuditSegment | null {
  const [, number, bytes, sum = '', from, records, digest = ''] = SEGMENT.exec(text) ?? []
  if (number === undefined) return null
  return {
    number: Number(number),
    bytes: Number(bytes),
    sum,
    from: Number(from),
    records: Number(records),
    digest,
  }
}

/**
 * Returns the body of the record that begins a chain whose earlier records were archived. The
 * record is hashed, signed and covered by the head like any other, and with it the digests of the
 * segments.
 */
export const archiveBody = (segments: readonly AuditSegment[]): AuditBody => ({
  segments: Array.from({ length: Math.ceil(segments.length / PER_TEXT) }, (_, index) =>
    segments
      .slice(index * PER_TEXT, (index + 1) * PER_TEXT)
      .map(segmentText)
      .join(';'),
  ),
})

/**
 * Returns the segments that a chain's first record names; none for a chain that begins with its
 * first record. Null when it names segments that do not lead up to it.
 */
export function segmentsBefore(first: AuditRecord | null): readonly AuditSegment[] | null {
  if (first === null || first.kind !== 'checkpoint') return []
  const { segments } = first.body
  if (typeof segments !== 'object' || segments === null) return null
  const found = segments.flatMap((text) => text.split(';')).map(segmentOf)
  let next = 0
  const valid: AuditSegment[] = []
  for (const [index, segment] of found.entries()) {
    if (segment === null || segment.number !== index + 1 || segment.from !== next) return null
    valid.push(segment)
    next += segment.records
  }
  return next === first.seq ? valid : null
}

/** The archived parts of the chain: where they are, and whether they are what was archived. */
export class AuditArchive {
  readonly #port: JournalArchivePort | undefined
  readonly #log: LogPort
  #segments: readonly AuditSegment[] = []
  /** The segments whose content was compared with their digest. */
  #verified = new Set<number>()

  constructor(port: JournalArchivePort | undefined, log: LogPort) {
    this.#port = port
    this.#log = log
  }

  /** True when records can be archived. */
  get isAvailable(): boolean {
    return this.#port !== undefined
  }

  /** The number of archived records. */
  get count(): number {
    const last = this.#segments.at(-1)
    return last === undefined ? 0 : last.from + last.records
  }

  /** True when the content of every segment was compared with its digest. */
  get isVerified(): boolean {
    return this.#segments.every(({ number }) => this.#verified.has(number))
  }

  /** Adopts the segments that the chain's first record names. */
  adopt(segments: readonly AuditSegment[]): void {
    this.#segments = segments
  }

  /** Stores the chain's file as a segment, and checks that it holds exactly these lines. */
  async store(lines: readonly string[]): Promise<Result<readonly AuditSegment[], FileError>> {
    if (this.#port === undefined) return err(NOT_STORED)
    const sealed = await this.#port.seal(this.#segments.length + 1)
    if (!sealed.ok) return sealed
    const content = await this.#port.read(sealed.value)
    if (!content.ok) return content
    const isSame =
      content.value.length === lines.length &&
      content.value.every((line, index) => line === lines[index])
    if (!isSame) return err(NOT_STORED)
    const digest = await this.#port.digest(sealed.value)
    if (!digest.ok) return digest
    const { number, bytes, sum } = sealed.value
    const segment = {
      number,
      bytes,
      sum,
      from: this.count,
      records: lines.length,
      digest: digest.value,
    }
    this.#verified.add(number)
    return ok([...this.#segments, segment])
  }

  /** Replaces the chain's file by its new first line. */
  replace(line: string): Promise<Result<void, FileError>> {
    return this.#port?.replace([line]) ?? Promise.resolve(err(NOT_STORED))
  }

  /** Returns the first segment that is not there, without reading any. */
  async missing(): Promise<ChainProblem | null> {
    const [fault] = (await this.#port?.check(this.#segments)) ?? []
    const segment = this.#segments.find(({ number }) => number === fault?.number)
    return segment === undefined ? null : problemOf(segment, fault?.fault === 'missing')
  }

  /** Compares the content of every segment with its digest; returns the first that differs. */
  async verify(): Promise<ChainProblem | null> {
    const segments = this.#segments
    const verified = new Set<number>()
    for (const segment of segments) {
      const digest = await this.#port?.digest(segment)
      if (digest?.ok !== true || digest.value !== segment.digest) {
        this.#verified.delete(segment.number)
        return problemOf(segment, digest?.ok === false && digest.error.kind === 'missing')
      }
      verified.add(segment.number)
    }
    // Segments that were stored meanwhile were compared with their records.
    this.#verified = new Set([...this.#verified, ...verified])
    return null
  }

  /**
   * Passes the records of each segment on, oldest or newest first. Segments without a record before
   * `before` are not read.
   */
  async *records(
    order: 'oldest' | 'newest',
    before: number | null = null,
  ): AsyncGenerator<readonly AuditRecord[]> {
    const wanted = this.#segments.filter(({ from }) => before === null || from < before)
    const segments = order === 'oldest' ? wanted : wanted.toReversed()
    for (const segment of segments) {
      const content = await this.#port?.read(segment)
      if (content?.ok === true) {
        yield content.value.map((line) => parseAuditLine(line)).filter((record) => record !== null)
      } else {
        this.#log.event('error', 'audit.segment-unreadable', { count: segment.number })
      }
    }
  }
}

const NOT_STORED = describedFileError('failed', message('audit.chainFailed'))

const problemOf = ({ from, records }: AuditSegment, isMissing: boolean): ChainProblem => {
  const params = { first: from, last: from + records - 1 }
  return {
    seq: from,
    what: isMissing ? message('audit.partMissing', params) : message('audit.partChanged', params),
  }
}
