import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { createSerialQueue } from '../../shared/domain/serial-queue.js'
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
  /** Who may read and write the file; only its owner by default. */
  readonly mode?: number
}

/** Returns text without the mark that some editors put before it; JSON may not begin with one. */
const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text

/**
 * A document, and bytes that are no text. Writes by temporary file, fsync, rename, and fsync of the
 * folder (REL-38). Writes of one file run one after another.
 */
export class AtomicFile implements DocumentPort {
  readonly #path: string
  readonly #folder: string
  readonly #clock: ClockPort
  readonly #files: FileSystem
  readonly #mode: number | null
  readonly #queue = createSerialQueue()
  /** True while the folder is known to exist. */
  #folderExists = false

  constructor({ path, clock, files = nodeFiles, mode }: AtomicFileOptions) {
    this.#path = path
    this.#folder = dirname(path)
    this.#clock = clock
    this.#files = files
    this.#mode = mode ?? null
  }

  async read(): Promise<Result<string | null, FileError>> {
    const result = await this.#run(() => this.#files.readFile(this.#path, 'utf8'))
    if (result.ok) return ok(withoutByteOrderMark(result.value))
    return result.error.kind === 'missing' ? ok(null) : result
  }

  /** Returns the content, or null when there is no such file. */
  async readBytes(): Promise<Result<Buffer | null, FileError>> {
    const result = await this.#run(() => this.#files.readFile(this.#path))
    return !result.ok && result.error.kind === 'missing' ? ok(null) : result
  }

  /** Returns after the new content is on disk. */
  writeBytes(content: Uint8Array): Promise<Result<void, FileError>> {
    return this.#run(async () => this.#moveIntoPlace(await this.#writeTemporary(content)))
  }

  write(content: string): Promise<Result<void, FileError>> {
    return this.#run(async () => this.#moveIntoPlace(await this.#writeTemporary(content)))
  }

  /**
   * Writes only if `isCurrent` is still true once the new content is on disk under another name, so
   * that what another program wrote meanwhile is not lost. Returns whether it was written.
   */
  writeIf(content: string, isCurrent: () => Promise<boolean>): Promise<Result<boolean, FileError>> {
    return this.#run(async () => {
      const file = await this.#writeTemporary(content)
      const current = await isCurrent()
      await (current ? this.#moveIntoPlace(file) : this.#discard(file))
      return current
    })
  }

  stage(content: string): StagedContent {
    const temporaryFile = this.#writeTemporary(content)
    // Commit and drop report it: here it only must not count as unhandled.
    temporaryFile.catch(() => undefined)
    return {
      commit: () => this.#run(async () => this.#moveIntoPlace(await temporaryFile)),
      drop: () =>
        temporaryFile.then(
          (file) => this.#discard(file),
          () => undefined,
        ),
    }
  }

  setAside(): Promise<Result<string, FileError>> {
    return this.#run(async () => {
      const aside = `${this.#path}.set-aside-${fileStamp(this.#clock.now())}`
      await this.#files.rename(this.#path, aside)
      await syncFolder(this.#files, this.#folder)
      return basename(aside)
    })
  }

  remove(): Promise<Result<void, FileError>> {
    return this.#run(async () => {
      await this.#files.rm(this.#path, { force: true })
      await syncFolder(this.#files, this.#folder)
    })
  }

  /** Runs after the earlier tasks; a thrown error becomes the result. */
  #run<T>(task: () => Promise<T>): Promise<Result<T, FileError>> {
    return this.#queue.run(task).then(
      (value) => ok(value),
      (cause: unknown) => err(fileError(cause)),
    )
  }

  async #writeTemporary(content: string | Uint8Array): Promise<TemporaryFile> {
    const files = this.#files
    if (!this.#folderExists) {
      await files.mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER })
    }
    const opening = openFolder(files, this.#folder)
    const name = `.${basename(this.#path)}.${randomBytes(6).toString('hex')}.tmp`
    const temporary = join(this.#folder, name)
    try {
      const handle = await files.open(temporary, 'wx', PRIVATE_FILE)
      try {
        // The mode of a new file is narrowed by the process's mask.
        if (this.#mode !== null) await handle.chmod(this.#mode)
        await handle.writeFile(content, 'utf8')
        await handle.sync()
      } finally {
        await handle.close()
      }
      return { temporary, directory: await opening }
    } catch (cause) {
      this.#folderExists = false
      await this.#discard({ temporary, directory: await opening })
      throw cause
    }
  }

  async #moveIntoPlace(file: TemporaryFile): Promise<void> {
    try {
      await this.#files.rename(file.temporary, this.#path)
      await file.directory?.sync()
      this.#folderExists = true
      close(file.directory)
    } catch (cause) {
      this.#folderExists = false
      await this.#discard(file)
      throw cause
    }
  }

  async #discard({ temporary, directory }: TemporaryFile): Promise<void> {
    close(directory)
    // The caller reports why the file was not written; a left-over is replaced by the next write.
    await this.#files.rm(temporary, { force: true }).catch(() => {})
  }
}

// The folder was only read: nothing is lost when closing it fails.
const close = (directory: Folder): void => void directory?.close().catch(() => undefined)
