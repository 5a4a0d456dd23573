import path from 'node:path'
import { FIRST_START_FILE } from '../../core/updates/first-start-file.js'
import { parseMarker, type FirstStartMarker } from '../../core/updates/first-start.js'
import type { Disk } from '../../adapters/updates/replace-program.js'
import { PRIVATE_FILE } from '../../adapters/file-errors.js'

/**
 * The marker of a replacement on disk. Synchronous: it is read before anything else of a start, and
 * written by the last act of a program.
 */
export class MarkerFile {
  readonly #disk: Disk
  readonly #file: string

  constructor(disk: Disk, userData: string) {
    this.#disk = disk
    this.#file = path.join(userData, FIRST_START_FILE)
  }

  /** Returns null without a marker, and for one that cannot be read. */
  read(): FirstStartMarker | null {
    try {
      return parseMarker(this.#disk.readFileSync(this.#file, 'utf8'))
    } catch {
      // There was no replacement, or nothing says so any more.
      return null
    }
  }

  /** Writes it and returns after it is on disk. Throws the system's error. */
  write(marker: FirstStartMarker): void {
    const disk = this.#disk
    const temporary = `${this.#file}.tmp`
    const handle = disk.openSync(temporary, 'w', PRIVATE_FILE)
    try {
      disk.writeFileSync(handle, JSON.stringify(marker))
      disk.fsyncSync(handle)
    } finally {
      disk.closeSync(handle)
    }
    disk.renameSync(temporary, this.#file)
  }

  /** Removes it. Throws the system's error. */
  remove(): void {
    this.#disk.rmSync(this.#file, { force: true })
  }
}
