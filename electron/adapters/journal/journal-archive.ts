import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ClockPort, FileError, LogPort, SegmentFault } from '../../core/ports.js'
import type { JournalSegment } from '../../core/journal-segment.js'
import { continueCrc32, crc32Text } from './crc32.js'
import {
  fileError,
  fileStamp,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFolder,
  type FileSystem,
} from '../file-errors.js'
import { RecordDecoder } from './journal-record.js'

/** The number of bytes that are read at once. */
const CHUNK_BYTES = 4_194_304
const NUMBER_DIGITS = 6
const EXTENSION = '.journal'

export interface JournalArchiveOptions {
  /** The path of the journal. */
  readonly path: string
  readonly clock: ClockPort
  readonly log: LogPort
  readonly files: FileSystem
}

/** Passes the content of a file on in parts. */
export async function readChunks(
  files: FileSystem,
  path: string,
  onChunk: (bytes: Buffer) => void | Promise<void>,
): Promise<void> {
  const handle = await files.open(path, 'r')
  try {
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        position,
      )
      if (bytesRead === 0) return
      await onChunk(buffer.subarray(0, bytesRead))
      position += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Where a journal's segments are stored: the folder `archive` beside it. */
export class JournalArchive {
  readonly #options: JournalArchiveOptions
  readonly #folder: string

  constructor(options: JournalArchiveOptions) {
    this.#options = options
    this.#folder = join(dirname(options.path), 'archive')
  }

  /**
   * Stores the journal's file as a segment, as a link where the disk has links. A file that is in
   * the way was never used, because a crash came before the journal was shortened: the same file
   * stays, another one is set aside.
   */
  async store(number: number): Promise<JournalSegment> {
    const { path, files } = this.#options
    await files.mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER })
    await syncFolder(files, dirname(this.#folder))
    const target = this.#pathOf(number)
    if (!(await this.#isSameFile(path, target))) {
      await this.#moveAside(target)
      await this.#linkOrCopy(path, target)
    }
    await syncFolder(files, this.#folder)
    return { number, ...(await this.#sumOf(target)) }
  }

  /** Returns the lines of a segment. */
  async read(segment: JournalSegment): Promise<Result<readonly string[], FileError>> {
    const lines: string[] = []
    const decoder = new RecordDecoder((line) => lines.push(line))
    let sum = 0
    try {
      await readChunks(this.#options.files, this.#pathOf(segment.number), (bytes) => {
        sum = continueCrc32(bytes, sum)
        decoder.push(bytes)
      })
    } catch (cause) {
      return err(fileError(cause))
    }
    return decoder.end().state === 'whole' && crc32Text(sum) === segment.sum
      ? ok(lines)
      : err({ kind: 'damaged', message: 'damaged' })
  }

  /** Returns SHA-256 of a segment's file, in hexadecimal. */
  async digest({ number }: JournalSegment): Promise<Result<string, FileError>> {
    const hash = createHash('sha256')
    try {
      await readChunks(this.#options.files, this.#pathOf(number), (bytes) => {
        hash.update(bytes)
      })
    } catch (cause) {
      return err(fileError(cause))
    }
    return ok(hash.digest('hex'))
  }

  /** Returns the segments that are missing or have another size. */
  async check(segments: readonly JournalSegment[]): Promise<readonly SegmentFault[]> {
    const faults: SegmentFault[] = []
    for (const { number, bytes } of segments) {
      const size = await this.#sizeOf(this.#pathOf(number))
      if (size !== bytes) faults.push({ number, fault: size === null ? 'missing' : 'damaged' })
    }
    for (const { number, fault } of faults) {
      this.#options.log.event('error', 'journal.segment-fault', { count: number, kind: fault })
    }
    return faults
  }

  #pathOf(number: number): string {
    const name = basename(this.#options.path, EXTENSION)
    const digits = String(number).padStart(NUMBER_DIGITS, '0')
    return join(this.#folder, `${name}-${digits}${EXTENSION}`)
  }

  /** Returns the size of a file; null when it cannot be opened. */
  async #sizeOf(path: string): Promise<number | null> {
    return (await this.#statOf(path))?.size ?? null
  }

  async #statOf(
    path: string,
  ): Promise<{ readonly ino: number; readonly dev: number; readonly size: number } | null> {
    try {
      const handle = await this.#options.files.open(path, 'r')
      try {
        return await handle.stat()
      } finally {
        await handle.close()
      }
    } catch {
      // A file that cannot be examined counts as another one, which is then read and reported.
      return null
    }
  }

  async #isSameFile(a: string, b: string): Promise<boolean> {
    const [first, second] = [await this.#statOf(a), await this.#statOf(b)]
    return (
      first !== null && first.ino !== 0 && first.ino === second?.ino && first.dev === second.dev
    )
  }

  async #moveAside(target: string): Promise<void> {
    const { files, clock, log } = this.#options
    if ((await this.#sizeOf(target)) === null) return
    const aside = `${target}.set-aside-${fileStamp(clock.now())}`
    await files.rename(target, aside)
    log.event('warn', 'journal.segment-set-aside', { file: basename(aside) })
  }

  async #linkOrCopy(path: string, target: string): Promise<void> {
    const { files } = this.#options
    // Disks without links refuse; then the file is copied, and the copy reports what is wrong.
    const isLinked = await Promise.resolve(files.link?.(path, target).then(() => true)).catch(
      () => false,
    )
    if (isLinked === true) return
    const temporary = `${target}.new`
    await files.rm(temporary, { force: true })
    const file = await files.open(temporary, 'wx', PRIVATE_FILE)
    try {
      await readChunks(files, path, async (bytes) => {
        await file.writeFile(bytes)
      })
      await file.sync()
    } finally {
      await file.close()
    }
    await files.rename(temporary, target)
  }

  async #sumOf(path: string): Promise<{ readonly bytes: number; readonly sum: string }> {
    let bytes = 0
    let sum = 0
    await readChunks(this.#options.files, path, (chunk) => {
      bytes += chunk.length
      sum = continueCrc32(chunk, sum)
    })
    return { bytes, sum: crc32Text(sum) }
  }
}
