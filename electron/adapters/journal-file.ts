import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { ClockPort, FileError, JournalPort, LogPort } from '../core/ports.js'
import {
  fileError,
  fileStamp,
  nodeFiles,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFolder,
  type FileSystem,
} from './file-errors.js'
import { decodeRecords, encodeRecord } from './journal-record.js'

export interface JournalFileOptions {
  readonly path: string
  readonly clock: ClockPort
  readonly log: LogPort
  readonly files?: FileSystem
}

/**
 * A journal whose content can be replaced atomically: after a power failure a reader sees either
 * the old lines or the new ones.
 */
export interface ReplaceableJournal extends JournalPort {
  /** Returns after the new lines are on disk. On failure the old ones remain. */
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

type Handle = Awaited<ReturnType<FileSystem['open']>>
interface Waiting {
  readonly bytes: Uint8Array
  settle(result: Result<void, FileError>): void
}

/**
 * A journal in one file. `append` returns after the record is on disk; simultaneous appends share
 * one fsync. A torn tail is cut when reading; on any other damage the file is renamed (never
 * deleted) and the result is `damaged`.
 */
export function createJournalFile({
  path,
  clock,
  log,
  files = nodeFiles,
}: JournalFileOptions): ReplaceableJournal {
  let handle: Handle | null = null
  let size = 0
  let broken: FileError | null = null
  let queue: Waiting[] = []
  let chain: Promise<void> = Promise.resolve()

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = chain.then(work)
    chain = result.then(
      () => {},
      () => {},
    )
    return result
  }

  const open = async (): Promise<Handle> => {
    if (handle !== null) return handle
    await files.mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
    const fresh = await files.open(path, 'a+', PRIVATE_FILE)
    try {
      size = (await fresh.stat()).size
      await syncFolder(files, dirname(path))
    } catch (cause) {
      // Close the handle, because every append opens the file again and a lasting disk fault would
      // use up the handles of the process.
      await fresh.close()
      throw cause
    }
    handle = fresh
    return fresh
  }

  const release = async (): Promise<void> => {
    const old = handle
    handle = null
    await old?.close()
  }

  /**
   * Truncates a failed write, because a record after a partial one would turn a torn tail into
   * damage.
   */
  const undo = async (): Promise<void> => {
    try {
      await handle?.truncate(size)
      await handle?.sync()
      broken = null
    } catch (cause) {
      broken = fileError(cause)
    }
  }

  const flush = async (): Promise<void> => {
    const batch = queue
    queue = []
    if (batch.length === 0) return
    let outcome: Result<void, FileError> = ok(undefined)
    try {
      const file = await open()
      // The disk may work again.
      if (broken !== null) await undo()
      if (broken !== null) outcome = err(broken)
      else {
        const bytes = Buffer.concat(batch.map((waiting) => waiting.bytes))
        await file.writeFile(bytes)
        await file.sync()
        size += bytes.length
      }
    } catch (cause) {
      outcome = err(fileError(cause))
      await undo()
    }
    for (const waiting of batch) waiting.settle(outcome)
  }

  const setAside = async (): Promise<Result<never, FileError>> => {
    await release()
    const aside = `${path}.damaged-${fileStamp(clock.now())}`
    try {
      await files.rename(path, aside)
      await syncFolder(files, dirname(path))
    } catch (cause) {
      return err(fileError(cause))
    }
    log.event('error', 'journal.set-aside', { file: basename(aside) })
    return err({ kind: 'damaged', message: `set aside as ${basename(aside)}` })
  }

  const readAll = async (): Promise<
    Result<{ readonly lines: readonly string[]; readonly tailCut: boolean }, FileError>
  > => {
    try {
      const file = await open()
      const decoded = decodeRecords(await files.readFile(path))
      if (decoded.state === 'damaged') return await setAside()
      if (decoded.state === 'torn') {
        await file.truncate(decoded.size)
        await file.sync()
        log.event('warn', 'journal.tail-cut', { file: basename(path), bytes: decoded.size })
      }
      size = decoded.size
      broken = null
      return ok({ lines: decoded.lines, tailCut: decoded.state === 'torn' })
    } catch (cause) {
      return err(fileError(cause))
    }
  }

  const replaceAll = async (lines: readonly string[]): Promise<Result<void, FileError>> => {
    const temporary = `${path}.new`
    try {
      // Remove a file that a crash left behind; its content is not needed.
      await files.rm(temporary, { force: true })
      const fresh = await files.open(temporary, 'wx', PRIVATE_FILE)
      try {
        await fresh.writeFile(Buffer.concat(lines.map(encodeRecord)))
        await fresh.sync()
      } finally {
        await fresh.close()
      }
      // The next append opens the new file.
      await release()
      await files.rename(temporary, path)
      await syncFolder(files, dirname(path))
      return ok(undefined)
    } catch (cause) {
      await files.rm(temporary, { force: true }).catch(() => {})
      return err(fileError(cause))
    }
  }

  return {
    replace: (lines) => enqueue(() => replaceAll(lines)),
    append(line) {
      return new Promise((resolve) => {
        queue.push({ bytes: encodeRecord(line), settle: resolve })
        void enqueue(flush)
      })
    },
    read: () => enqueue(readAll),
    close: () => enqueue(release),
  }
}

/** Returns the path of a journal in an environment's folder. */
export const journalPath = (folder: string, name: string): string => join(folder, `${name}.journal`)
