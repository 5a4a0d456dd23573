import { createHash, type Hash } from 'node:crypto'
import type { promises } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { FileError } from '../../core/ports.js'
import type { StagedFile } from '../../core/updates/update-ports.js'
import { fileError, syncFolder } from '../file-errors.js'
import { isStaged } from './replacement-place.js'

/** A new file: only its owner may write it, all may read it. */
const FILE_MODE = 0o644

const toResult = <T>(task: Promise<T>): Promise<Result<T, FileError>> =>
  task.then(
    (value) => ok(value),
    (cause: unknown) => err(fileError(cause)),
  )

/** Removes what earlier updates left in a folder. Never rejects. */
export async function removeLeftOvers(files: typeof promises, folder: string): Promise<void> {
  const names = await files.readdir(folder).catch(() => [])
  for (const name of names.filter(isStaged)) {
    // What cannot be removed takes space, and is tried again by the next update.
    await files.rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Opens an empty file for a download. */
export const stageDownload = (
  files: typeof promises,
  file: string,
): Promise<Result<StagedFile, FileError>> =>
  toResult(
    files.open(file, 'wx', FILE_MODE).then((handle) => new StagedDownload(files, file, handle)),
  )

/** A download on its way to disk, with the hash of what was written. */
class StagedDownload implements StagedFile {
  readonly #files: typeof promises
  readonly #file: string
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha512')

  constructor(files: typeof promises, file: string, handle: FileHandle) {
    this.#files = files
    this.#file = file
    this.#handle = handle
  }

  write(bytes: Uint8Array): Promise<Result<void, FileError>> {
    this.#hash.update(bytes)
    return toResult(this.#handle.writeFile(bytes))
  }

  finish(): Promise<Result<string, FileError>> {
    return toResult(this.#finish())
  }

  async discard(): Promise<void> {
    // The file is deleted: what its last bytes were no longer matters.
    await this.#handle.close().catch(() => undefined)
    await this.#files.rm(this.#file, { force: true }).catch(() => undefined)
  }

  async #finish(): Promise<string> {
    await this.#handle.sync()
    await this.#handle.close()
    await syncFolder(this.#files, path.dirname(this.#file))
    return this.#hash.digest('hex')
  }
}
