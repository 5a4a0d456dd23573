import { appError, type AppError } from '../../shared/domain/app/app-error.js'
import { err, type Result } from '../../shared/domain/result.js'
import type { Message } from '../../shared/messages/message.js'
import { createSerialQueue } from '../../shared/domain/serial-queue.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { DocumentPort, LogPort, TimerPort } from './ports.js'

/** Changes within this time are stored together. */
const SAVE_MS = 1_000
const RETRY_MS = 2_000

export interface SavedDocumentDeps<T> {
  /** The beginning of the names of its entries in the log. */
  readonly name: string
  readonly file: DocumentPort
  readonly timers: TimerPort
  readonly log: LogPort
  /** What a missing file stands for. */
  readonly empty: T
  /** Returns null for a text that cannot be read. */
  readonly parse: (text: string) => T | null
  /** Returns the text to be stored now. */
  readonly content: () => string
  /** A damaged file was set aside. */
  readonly onDamaged: () => void
  /** Called when storing began to fail, and when it succeeded again. */
  readonly onStored: () => void
}

/**
 * One file that holds a value of the person's. A damaged file is set aside; one that cannot be read
 * is not written over (REL-38).
 */
export class SavedDocument<T> {
  readonly #deps: SavedDocumentDeps<T>
  readonly #queue = createSerialQueue()
  #isReadable = false
  #isStored = true
  #cancelSave: Disposer | null = null

  constructor(deps: SavedDocumentDeps<T>) {
    this.#deps = deps
  }

  /** False while the last change is not on disk. */
  get isStored(): boolean {
    return this.#isStored
  }

  /** Reads the file; null when it cannot be read now. */
  async load(): Promise<T | null> {
    const { file, log, onDamaged, name, empty, parse } = this.#deps
    const content = await file.read()
    const stored = content.ok && content.value !== null ? parse(content.value) : empty
    const isDamaged = content.ok ? stored === null : content.error.kind === 'damaged'
    if (isDamaged) {
      log.event('error', `${name}.damaged`)
      this.#isReadable = (await file.setAside()).ok
      onDamaged()
      return this.#isReadable ? empty : null
    }
    if (!content.ok) {
      log.event('error', `${name}.unreadable`, { kind: content.error.kind })
      return null
    }
    this.#isReadable = true
    return stored
  }

  /**
   * Stores the present content; false when it is not on disk. Then it is stored later: what waited
   * for this write may be in it, also where the caller takes its own change back.
   */
  save(): Promise<boolean> {
    this.#cancelSave?.()
    this.#cancelSave = null
    return this.#queue.run(async () => {
      if (!this.#isReadable) return false
      const { file, log, name, content } = this.#deps
      const written = await file.write(content())
      if (!written.ok) log.event('error', `${name}.not-saved`, { kind: written.error.kind })
      this.#setStored(written.ok)
      if (!written.ok) this.saveSoon(RETRY_MS)
      return written.ok
    })
  }

  /** Stores the content within a second, and again while that fails. */
  saveSoon(delayMs = SAVE_MS): void {
    this.#cancelSave ??= this.#deps.timers.after(delayMs, () => {
      this.#cancelSave = null
      void this.save()
    })
  }

  /** Stores what is pending. Nothing is stored afterwards. */
  async end(): Promise<void> {
    if (this.#isReadable) await this.save()
    this.#isReadable = false
    this.#cancelSave?.()
    this.#cancelSave = null
  }

  #setStored(isStored: boolean): void {
    if (isStored === this.#isStored) return
    this.#isStored = isStored
    this.#deps.onStored()
  }
}

/** The answer to a change that is not on disk; it may be tried again. */
export const notStored = (why: Message): Result<never, AppError> =>
  err(appError('storage/failed', why, { retry: 'safe' }))
