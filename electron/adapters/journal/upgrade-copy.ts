import { rm, stat } from 'node:fs/promises'
import { ok, type Result } from '../../../shared/domain/result.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import { versionIn } from '../../core/files/content-version.js'
import type { ClockPort, DocumentPort, FileError } from '../../core/ports.js'
import { AtomicFile } from '../atomic-file.js'
import type { FileSystem } from '../file-errors.js'
import { contentOf } from './checked-file.js'

/** How many earlier versions of a file are kept beside it. */
const MAX_COPIES = 2
/** How long a copy is kept: long enough to notice what an upgrade lost. */
const MAX_AGE_MS = 90 * DAY_MS

export interface UpgradeCopyOptions {
  /** The path of the file; its copies are beside it. */
  readonly path: string
  /** The version that this program writes. */
  readonly version: number
  readonly clock: ClockPort
  readonly files?: FileSystem
}

/** Returns the path of the copy of a file as its last program of `version` left it. */
export const copyPath = (path: string, version: number): string => `${path}.v${version}`

/** Returns the file of a place; without a file system of its own it is on this computer's. */
const fileOf = ({ path, clock, files }: Omit<UpgradeCopyOptions, 'version'>): AtomicFile =>
  new AtomicFile(files === undefined ? { path, clock } : { path, clock, files })

/**
 * Opens a file that is kept as it was, byte for byte, before the first content of a newer version
 * replaces it. Without that copy on disk the file is not upgraded, so a crash at any step leaves
 * the file as it was or both.
 */
export const copiedBeforeUpgrade = (options: UpgradeCopyOptions): DocumentPort =>
  new CopiedDocument(fileOf(options), options)

class CopiedDocument implements DocumentPort {
  readonly #document: DocumentPort
  readonly #options: UpgradeCopyOptions
  /** What is on disk; `undefined` before it was read. */
  #stored: string | null | undefined = undefined

  constructor(document: DocumentPort, options: UpgradeCopyOptions) {
    this.#document = document
    this.#options = options
  }

  async read(): Promise<Result<string | null, FileError>> {
    const content = await this.#document.read()
    this.#stored = content.ok ? content.value : undefined
    await this.#removeOldCopies()
    return content
  }

  async write(content: string): Promise<Result<void, FileError>> {
    const copied = await this.#copy()
    if (!copied.ok) return copied
    const written = await this.#document.write(content)
    if (written.ok) this.#stored = content
    return written
  }

  setAside(): Promise<Result<string, FileError>> {
    this.#stored = undefined
    return this.#document.setAside()
  }

  remove(): Promise<Result<void, FileError>> {
    this.#stored = undefined
    return this.#document.remove()
  }

  async #copy(): Promise<Result<void, FileError>> {
    const { path, version } = this.#options
    if (version === 1) return ok(undefined)
    if (this.#stored === undefined) {
      const content = await this.read()
      if (!content.ok) return content
    }
    const stored = this.#stored ?? ''
    const earlier = versionIn(contentOf(stored) ?? stored)
    if (earlier === null || earlier >= version) return ok(undefined)
    return fileOf({ ...this.#options, path: copyPath(path, earlier) }).write(stored)
  }

  async #removeOldCopies(): Promise<void> {
    const { path, version, clock } = this.#options
    for (let earlier = 1; earlier < version; earlier += 1) {
      const copy = copyPath(path, earlier)
      const isOld =
        earlier < version - MAX_COPIES ||
        // No copy, or one whose age the disk does not tell: it stays.
        ((await stat(copy).catch(() => null))?.mtimeMs ?? clock.now()) < clock.now() - MAX_AGE_MS
      // A copy that cannot be removed now is removed at the next start.
      if (isOld) await rm(copy, { force: true }).catch(() => undefined)
    }
  }
}
