import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { DocumentPort, LogPort, TimerPort } from '../ports.js'
import { parseAlerts, writeAlerts, type StoredAlerts } from '../storage/stored-alerts.js'

/** Sides change with prices around a level: they are stored together after this time. */
const SAVE_MS = 1_000
const RETRY_MS = 2_000

const NOTHING: StoredAlerts = { evaluatedAt: null, alerts: [], history: [] }

export interface AlertStoreDeps {
  readonly file: DocumentPort
  readonly timers: TimerPort
  readonly log: LogPort
  /** Returns what is to be stored now. */
  readonly content: () => StoredAlerts
  /** A damaged file was set aside. */
  readonly onDamaged: () => void
  /** Called when storing began to fail, and when it succeeded again. */
  readonly onStored: () => void
}

/**
 * The file of the alerts. A damaged file is set aside; one that cannot be read is not written over.
 */
export class AlertStore {
  readonly #deps: AlertStoreDeps
  readonly #queue = createSerialQueue()
  #isReadable = false
  #isStored = true
  #cancelSave: Disposer | null = null

  constructor(deps: AlertStoreDeps) {
    this.#deps = deps
  }

  /** False while the last change is not on disk. */
  get isStored(): boolean {
    return this.#isStored
  }

  /** Reads the file; null when it cannot be read now. */
  async load(): Promise<StoredAlerts | null> {
    const { file, log, onDamaged } = this.#deps
    const content = await file.read()
    const stored = content.ok && content.value !== null ? parseAlerts(content.value) : NOTHING
    const isDamaged = content.ok ? stored === null : content.error.kind === 'damaged'
    if (isDamaged) {
      log.event('error', 'alerts.damaged')
      this.#isReadable = (await file.setAside()).ok
      onDamaged()
      return this.#isReadable ? NOTHING : null
    }
    if (!content.ok) {
      log.event('error', 'alerts.unreadable', { kind: content.error.kind })
      return null
    }
    this.#isReadable = true
    return stored
  }

  /** Stores the present content; false when it is not on disk. */
  save(): Promise<boolean> {
    this.#cancelSave?.()
    this.#cancelSave = null
    return this.#queue.run(async () => {
      if (!this.#isReadable) return false
      const written = await this.#deps.file.write(writeAlerts(this.#deps.content()))
      if (!written.ok) {
        this.#deps.log.event('error', 'alerts.not-saved', { kind: written.error.kind })
      }
      this.#setStored(written.ok)
      return written.ok
    })
  }

  /** Stores the content within a second, and again while that fails. */
  saveSoon(delayMs = SAVE_MS): void {
    this.#cancelSave ??= this.#deps.timers.after(delayMs, () => {
      this.#cancelSave = null
      void this.save().then((isStored) => {
        if (!isStored && this.#isReadable) this.saveSoon(RETRY_MS)
      })
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
