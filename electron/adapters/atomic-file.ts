import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { ClockPort, DocumentPort, FileError, StagedContent } from '../core/ports.js'
import {
  fileError,
  fileStamp,
  nodeFiles,
  openFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFolder,
  type FileSystem,
} from './file-errors.js'

type Folder = Awaited<ReturnType<typeof openFolder>>
/** Content written to disk under a temporary name. */
interface TemporaryFile {
  readonly temporary: string
  /** Opened during the write, so that the rename does not have to wait for it. */
  readonly directory: Folder
}

export interface AtomicFileOptions {
  readonly path: string
  readonly clock: ClockPort
  readonly files?: FileSystem
}

/**
 * Writes by temporary file, fsync, rename, and fsync of the folder (REL-38). Writes of one file run
 * one after another.
 */
export function createAtomicFile({
  path,
  clock,
  files = nodeFiles,
}: AtomicFileOptions): DocumentPort {
  const folder = dirname(path)
  let chain: Promise<unknown> = Promise.resolve()
  let made = false

  const enqueue = <T>(work: () => Promise<T>): Promise<Result<T, FileError>> => {
    const result = chain.then(work).then(
      (value) => ok(value) as Result<T, FileError>,
      (cause: unknown) => err(fileError(cause)),
    )
    chain = result
    return result
  }

  const writeTemporary = async (content: string): Promise<TemporaryFile> => {
    if (!made) await files.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const opening = openFolder(files, folder)
    const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
    try {
      const handle = await files.open(temporary, 'wx', PRIVATE_FILE)
      try {
        await handle.writeFile(content, 'utf8')
        await handle.sync()
      } finally {
        await handle.close()
      }
      return { temporary, directory: await opening }
    } catch (cause) {
      made = false
      await discard({ temporary, directory: await opening })
      throw cause
    }
  }

  const close = (directory: Folder): void => void directory?.close().catch(() => undefined)

  const discard = async ({ temporary, directory }: TemporaryFile): Promise<void> => {
    close(directory)
    await files.rm(temporary, { force: true }).catch(() => {})
  }

  const moveIntoPlace = async (file: TemporaryFile): Promise<void> => {
    try {
      await files.rename(file.temporary, path)
      await file.directory?.sync()
      made = true
      close(file.directory)
    } catch (cause) {
      made = false
      await discard(file)
      throw cause
    }
  }

  const stage = (content: string): StagedContent => {
    const temporaryFile = writeTemporary(content)
    temporaryFile.catch(() => undefined)
    return {
      commit: () => enqueue(async () => moveIntoPlace(await temporaryFile)),
      drop: () => temporaryFile.then(discard, () => undefined),
    }
  }

  return {
    async read() {
      const result = await enqueue(() => files.readFile(path, 'utf8'))
      return !result.ok && result.error.kind === 'missing' ? ok(null) : result
    },
    write: (content) => enqueue(async () => moveIntoPlace(await writeTemporary(content))),
    stage,
    setAside: () =>
      enqueue(async () => {
        const aside = `${path}.set-aside-${fileStamp(clock.now())}`
        await files.rename(path, aside)
        await syncFolder(files, folder)
        return basename(aside)
      }),
    remove: () =>
      enqueue(async () => {
        await files.rm(path, { force: true })
        await syncFolder(files, folder)
      }),
  }
}
