import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { ClockPort, DocumentPort, FileError } from '../core/ports.js'
import { fileError, fileStamp, nodeFiles, openFolder, PRIVATE_FILE, PRIVATE_FOLDER, syncFolder, type FileSystem } from './file-errors.js'

export interface AtomicFileOptions {
  readonly path: string
  readonly clock: ClockPort
  readonly files?: FileSystem
}

/** Temporary file, fsync, rename, fsync of the folder (safety 11, REL-38). Writes of one file follow each other. */
export function createAtomicFile({ path, clock, files = nodeFiles }: AtomicFileOptions): DocumentPort {
  const folder = dirname(path)
  let chain: Promise<unknown> = Promise.resolve()
  let made = false

  const next = <T>(work: () => Promise<T>): Promise<Result<T, FileError>> => {
    const result = chain.then(work).then((value) => ok(value) as Result<T, FileError>, (cause: unknown) => err(fileError(cause)))
    chain = result
    return result
  }

  const replace = async (content: string): Promise<void> => {
    if (!made) await files.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    // Opened while the file is written: whoever waits for this write waits for nothing that can be had beside it.
    const directory = openFolder(files, folder)
    const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
    try {
      const handle = await files.open(temporary, 'wx', PRIVATE_FILE)
      try {
        await handle.writeFile(content, 'utf8')
        await handle.sync()
      } finally {
        await handle.close()
      }
      await files.rename(temporary, path)
      await (await directory)?.sync()
      made = true
    } catch (cause) {
      made = false
      await files.rm(temporary, { force: true }).catch(() => {})
      throw cause
    } finally {
      void directory.then((open) => open?.close()).catch(() => undefined)
    }
  }

  return {
    async read() {
      const result = await next(() => files.readFile(path, 'utf8'))
      return !result.ok && result.error.kind === 'missing' ? ok(null) : result
    },
    write: (content) => next(() => replace(content)),
    setAside: () => next(async () => {
      const aside = `${path}.set-aside-${fileStamp(clock.now())}`
      await files.rename(path, aside)
      await syncFolder(files, folder)
      return basename(aside)
    }),
    remove: () => next(async () => {
      await files.rm(path, { force: true })
      await syncFolder(files, folder)
    }),
  }
}
