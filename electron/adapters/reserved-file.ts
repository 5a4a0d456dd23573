import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { createSerialQueue } from '../../shared/domain/serial-queue.js'
import type { ClockPort, DocumentPort, FileError } from '../core/ports.js'
import {
  fileError,
  fileStamp,
  nodeFiles,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFolder,
  type FileSystem,
} from './file-errors.js'

export interface ReservedFileOptions {
  readonly path: string
  readonly clock: ClockPort
  /** The bytes that one version of the content may take. */
  readonly slotBytes: number
  readonly files?: FileSystem
}

const SLOTS = 2
const zSlot = z.strictObject({
  v: z.literal(1),
  seq: z.number().int().min(1),
  sum: z.string(),
  content: z.string(),
})

const sumOf = (seq: number, content: string): string =>
  createHash('sha256').update(`${seq}\n${content}`).digest('hex').slice(0, 32)

/** What the file holds: the newest version, or nothing yet. */
interface Stored {
  readonly seq: number
  readonly content: string | null
}

function parseSlot(text: string): { readonly seq: number; readonly content: string } | null {
  try {
    const slot = zSlot.parse(JSON.parse(text))
    return slot.sum === sumOf(slot.seq, slot.content) ? slot : null
  } catch {
    return null
  }
}

const DAMAGED: FileError = { kind: 'damaged', message: 'damaged' }

/**
 * A document whose space on the disk is reserved beforehand, so that a full disk does not matter.
 */
export class ReservedFile implements DocumentPort {
  readonly #options: ReservedFileOptions
  readonly #files: FileSystem
  readonly #queue = createSerialQueue()

  constructor(options: ReservedFileOptions) {
    this.#options = options
    this.#files = options.files ?? nodeFiles
  }

  /** Reserves the space; returns after that is on disk. */
  reserve(): Promise<Result<void, FileError>> {
    return this.#run(() => this.#reserveIfMissing())
  }

  async read(): Promise<Result<string | null, FileError>> {
    const read = await this.#run(() => this.#load())
    if (!read.ok) return read.error.kind === 'missing' ? ok(null) : read
    return read.value === null ? err(DAMAGED) : ok(read.value.content)
  }

  write(content: string): Promise<Result<void, FileError>> {
    return this.#run(async () => {
      await this.#reserveIfMissing()
      const { seq } = (await this.#load()) ?? { seq: 0 }
      await this.#writeSlot(seq + 1, content)
    })
  }

  setAside(): Promise<Result<string, FileError>> {
    return this.#run(async () => {
      const { path, clock } = this.#options
      const aside = `${path}.set-aside-${fileStamp(clock.now())}`
      await this.#files.rename(path, aside)
      await syncFolder(this.#files, dirname(path))
      return basename(aside)
    })
  }

  remove(): Promise<Result<void, FileError>> {
    return this.#run(() => this.#files.rm(this.#options.path, { force: true }))
  }

  #run<T>(task: () => Promise<T>): Promise<Result<T, FileError>> {
    return this.#queue.run(task).then(
      (value) => ok(value),
      (cause: unknown) => err(fileError(cause)),
    )
  }

  /** Reads the newest intact version; null when the file is damaged. */
  async #load(): Promise<Stored | null> {
    const { path, slotBytes } = this.#options
    const bytes = await this.#files.readFile(path)
    const slots = Array.from({ length: SLOTS }, (_, index) =>
      bytes.subarray(index * slotBytes, (index + 1) * slotBytes).toString('utf8'),
    )
    const newest = slots
      .map((text) => parseSlot(text))
      .filter((slot) => slot !== null)
      .sort((a, b) => b.seq - a.seq)[0]
    if (newest !== undefined) return newest
    const isBlank = bytes.length === SLOTS * slotBytes && slots.every((text) => text.trim() === '')
    return isBlank ? { seq: 0, content: null } : null
  }

  async #writeSlot(seq: number, content: string): Promise<void> {
    const { path, slotBytes } = this.#options
    const text = JSON.stringify({ v: 1, seq, sum: sumOf(seq, content), content })
    const bytes = Buffer.alloc(slotBytes, ' ')
    if (Buffer.byteLength(text) > slotBytes) {
      throw Object.assign(new Error('too large'), { code: 'EFBIG' })
    }
    bytes.write(text, 'utf8')
    const handle = await this.#files.open(path, 'r+')
    try {
      await handle.write(bytes, 0, slotBytes, (seq % SLOTS) * slotBytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** Creates the file under a temporary name first: an empty file is never one of ours. */
  async #reserveIfMissing(): Promise<void> {
    const { path, slotBytes } = this.#options
    const exists = await this.#files.readFile(path).then(
      () => true,
      (cause: unknown) => {
        if (fileError(cause).kind === 'missing') return false
        throw cause
      },
    )
    if (exists) return
    const temporary = `${path}.new`
    await this.#files.mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
    await this.#files.rm(temporary, { force: true })
    const handle = await this.#files.open(temporary, 'wx', PRIVATE_FILE)
    try {
      await handle.writeFile(Buffer.alloc(SLOTS * slotBytes, ' '))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await this.#files.rename(temporary, path)
    await syncFolder(this.#files, dirname(path))
  }
}
