import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type {
  ClockPort,
  FileError,
  JournalArchivePort,
  JournalPort,
  JournalProgress,
  LogPort,
} from '../../core/ports.js'
import {
  fileError,
  fileStamp,
  nodeFiles,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFolder,
  type FileSystem,
} from '../file-errors.js'
import { JournalArchive, readChunks } from './journal-archive.js'
import { encodeRecord, RecordDecoder } from './journal-record.js'

export interface JournalFileOptions {
  readonly path: string
  readonly clock: ClockPort
  readonly log: LogPort
  readonly files?: FileSystem
  /**
   * True for a journal whose records mean something else without one that is lost: a damaged one
   * then starts empty.
   */
  readonly endsWithDamage?: boolean
}

/**
 * A journal whose content can be replaced atomically: after a power failure a reader sees either
 * the old lines or the new ones.
 */
export interface ReplaceableJournal extends JournalPort {
  /** Returns after the new lines are on disk. On failure the old ones remain. */
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
  appendAll(lines: readonly string[]): Promise<Result<void, FileError>>
  readonly archive: JournalArchivePort
}

type Handle = Awaited<ReturnType<FileSystem['open']>>
interface Waiting {
  readonly bytes: Uint8Array
  settle(result: Result<void, FileError>): void
}

const encodeAll = (lines: readonly string[]): Uint8Array => Buffer.concat(lines.map(encodeRecord))

/**
 * A journal in one file. `append` returns after the record is on disk; simultaneous appends share
 * one fsync. A torn tail is cut when reading. On any other damage the file gets another name (it is
 * never deleted), and the result is `damaged`; its readable records are the journal from then on.
 */
export const createJournalFile = (options: JournalFileOptions): ReplaceableJournal =>
  new JournalFile(options)

class JournalFile implements ReplaceableJournal {
  readonly #path: string
  readonly #clock: ClockPort
  readonly #log: LogPort
  readonly #files: FileSystem
  readonly #endsWithDamage: boolean
  readonly #queue = createSerialQueue()
  readonly archive: JournalArchivePort
  #handle: Handle | null = null
  /** Length in bytes of the records that are on disk. */
  #size = 0
  /** The failure after which the file could not be truncated; null while it is intact. */
  #broken: FileError | null = null
  #waiting: Waiting[] = []

  constructor({ path, clock, log, files = nodeFiles, endsWithDamage = false }: JournalFileOptions) {
    this.#path = path
    this.#endsWithDamage = endsWithDamage
    this.#clock = clock
    this.#log = log
    this.#files = files
    const archive = new JournalArchive({ path, clock, log, files })
    this.archive = {
      seal: (number) =>
        this.#queue.run(() =>
          archive.store(number).then(
            (segment) => ok(segment),
            (cause: unknown) => err(fileError(cause)),
          ),
        ),
      replace: (lines) => this.replace(lines),
      read: (segment) => archive.read(segment),
      digest: (segment) => archive.digest(segment),
      check: (segments) => archive.check(segments),
    }
  }

  append(line: string): Promise<Result<void, FileError>> {
    return this.appendAll([line])
  }

  appendAll(lines: readonly string[]): Promise<Result<void, FileError>> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes: Buffer.concat(lines.map(encodeRecord)), settle: resolve })
      void this.#queue.run(() => this.#flush())
    })
  }

  async read(): ReturnType<JournalPort['read']> {
    const lines: string[] = []
    const read = await this.readEach((line) => lines.push(line))
    return read.ok ? ok({ lines, tailCut: read.value.tailCut }) : read
  }

  readEach(
    onLine: (line: string) => void,
    onProgress: JournalProgress = () => undefined,
  ): Promise<Result<{ tailCut: boolean }, FileError>> {
    return this.#queue.run(() => this.#readAll(onLine, onProgress))
  }

  replace(lines: readonly string[]): Promise<Result<void, FileError>> {
    return this.#queue.run(() => this.#replaceAll(lines))
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#release())
  }

  async #open(): Promise<Handle> {
    if (this.#handle !== null) return this.#handle
    const folder = dirname(this.#path)
    await this.#files.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const handle = await this.#files.open(this.#path, 'a+', PRIVATE_FILE)
    try {
      this.#size = (await handle.stat()).size
      await syncFolder(this.#files, folder)
    } catch (cause) {
      // Close the handle, because every append opens the file again and a lasting disk fault would
      // use up the handles of the process.
      await handle.close()
      throw cause
    }
    this.#handle = handle
    return handle
  }

  async #release(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }

  /** Writes everything that waits, with one fsync. */
  async #flush(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length === 0) return
    const outcome = await this.#write(Buffer.concat(batch.map((waiting) => waiting.bytes)))
    for (const waiting of batch) waiting.settle(outcome)
  }

  async #write(bytes: Uint8Array): Promise<Result<void, FileError>> {
    try {
      const file = await this.#open()
      // The disk may work again.
      if (this.#broken !== null) await this.#undo()
      if (this.#broken !== null) return err(this.#broken)
      await file.writeFile(bytes)
      await file.sync()
      this.#size += bytes.length
      return ok(undefined)
    } catch (cause) {
      const failure = fileError(cause)
      await this.#undo()
      return err(failure)
    }
  }

  /**
   * Truncates a failed write, because a record after a partial one would turn a torn tail into
   * damage.
   */
  async #undo(): Promise<void> {
    try {
      await this.#handle?.truncate(this.#size)
      await this.#handle?.sync()
      this.#broken = null
    } catch (cause) {
      this.#broken = fileError(cause)
    }
  }

  async #readAll(
    onLine: (line: string) => void,
    onProgress: JournalProgress,
  ): Promise<Result<{ tailCut: boolean }, FileError>> {
    try {
      const file = await this.#open()
      const decoder = new RecordDecoder(onLine)
      let readBytes = 0
      await readChunks(this.#files, this.#path, (bytes) => {
        decoder.push(bytes)
        readBytes += bytes.length
        if (readBytes < this.#size) onProgress(readBytes / this.#size)
      })
      const { state, size } = decoder.end()
      if (state === 'damaged') return await this.#setAside()
      if (state === 'torn') {
        await file.truncate(size)
        await file.sync()
        this.#log.event('warn', 'journal.tail-cut', { file: basename(this.#path), bytes: size })
      }
      this.#size = size
      this.#broken = null
      return ok({ tailCut: state === 'torn' })
    } catch (cause) {
      return err(fileError(cause))
    }
  }

  /** Gives the damaged file another name, and stores its readable records under the old one. */
  async #setAside(): Promise<Result<never, FileError>> {
    const lines = this.#endsWithDamage ? [] : await this.#readableLines()
    const aside = `${this.#path}.damaged-${fileStamp(this.#clock.now())}`
    const temporary = `${this.#path}.new`
    try {
      // First the copy, so that a full disk changes nothing.
      if (lines.length > 0) await this.#writeTemporary(temporary, encodeAll(lines))
      await this.#release()
      await this.#files.rename(this.#path, aside)
      if (lines.length > 0) await this.#files.rename(temporary, this.#path)
      await syncFolder(this.#files, dirname(this.#path))
    } catch (cause) {
      return err(fileError(cause))
    }
    const file = basename(aside)
    const readable = lines.length
    this.#log.event('error', 'journal.set-aside', { file, count: readable })
    return err({ kind: 'damaged', message: `set aside as ${file}`, aside: { file, readable } })
  }

  async #readableLines(): Promise<readonly string[]> {
    const lines: string[] = []
    const decoder = new RecordDecoder((line) => lines.push(line))
    await readChunks(this.#files, this.#path, (bytes) => decoder.push(bytes))
    return lines
  }

  async #replaceAll(lines: readonly string[]): Promise<Result<void, FileError>> {
    const temporary = `${this.#path}.new`
    try {
      await this.#writeTemporary(temporary, encodeAll(lines))
      // The next append opens the new file.
      await this.#release()
      await this.#files.rename(temporary, this.#path)
      await syncFolder(this.#files, dirname(this.#path))
      return ok(undefined)
    } catch (cause) {
      // The first cause is returned; a left-over is replaced by the next compaction.
      await this.#files.rm(temporary, { force: true }).catch(() => {})
      return err(fileError(cause))
    }
  }

  async #writeTemporary(temporary: string, bytes: Uint8Array): Promise<void> {
    // Remove a file that a crash left behind; its content is not needed.
    await this.#files.rm(temporary, { force: true })
    const file = await this.#files.open(temporary, 'wx', PRIVATE_FILE)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

/** Returns the path of a journal in an environment's folder. */
export const journalPath = (folder: string, name: string): string => join(folder, `${name}.journal`)
