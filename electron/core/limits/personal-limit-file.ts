import { z } from 'zod'
import type { Disposer } from '../../../shared/domain/brand.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import {
  LockOut,
  PersonalLimits,
  RaisedDayLimits,
} from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { DocumentPort, FileError, LogPort, TimerPort } from '../ports.js'

/** The version of the file. */
export const LIMITS_VERSION = 1

/** The person's limits and the lock-outs in effect, as stored. */
const zFile = z.strictObject({
  v: z.literal(LIMITS_VERSION),
  limits: PersonalLimits,
  raised: RaisedDayLimits.nullable(),
  lockOuts: z.array(LockOut).max(50).readonly(),
})
export type StoredPersonalLimits = Omit<z.output<typeof zFile>, 'v'>

/** Returns whether the stored text has a lock-out; throws for any other text. */
export const hasLockOut = (text: string): boolean =>
  zFile.parse(JSON.parse(text)).lockOuts.length > 0

const RETRY_MS = 2_000

/** What the file held: the stored state, nothing yet, or a content that cannot be read. */
export type LoadedLimits = StoredPersonalLimits | 'none' | 'damaged'

export interface PersonalLimitFileDeps {
  readonly file: DocumentPort
  readonly timers: Pick<TimerPort, 'after'>
  readonly log: LogPort
  /** Called when it changes whether the state in effect is on disk. */
  readonly onStored: (isStored: boolean) => void
}

/** Stores limits and lock-outs. What cannot be stored is tried again every two seconds. */
export class PersonalLimitFile {
  readonly #deps: PersonalLimitFileDeps
  readonly #writes = createSerialQueue()
  #unsaved: StoredPersonalLimits | null = null
  #stopRetry: Disposer = () => undefined
  #isStored = true
  #isDisposed = false

  constructor(deps: PersonalLimitFileDeps) {
    this.#deps = deps
  }

  /** Reads what the last run left. A damaged file is set aside, never deleted. */
  async load(): Promise<LoadedLimits> {
    const { file, log } = this.#deps
    const content = await file.read()
    if (content.ok && content.value === null) return 'none'
    const read = content.ok ? parseStoredLimits(content.value ?? '') : null
    if (read !== null) return read
    log.event('error', 'limits.damaged')
    if (content.ok) await file.setAside()
    return 'damaged'
  }

  /** Writes once; on failure nothing is tried again. */
  save(state: StoredPersonalLimits): Promise<Result<void, FileError>> {
    // A state that must be stored may follow during the write; it needs a write of its own.
    const replaced = this.#unsaved
    return this.#writes.run(() => this.#write(state, replaced))
  }

  /** Writes, and tries again until it is on disk or a later state was saved. */
  async saveSurely(state: StoredPersonalLimits): Promise<void> {
    this.#unsaved = state
    this.#stopRetry()
    const written = await this.#writes.run(() =>
      // A later state is on disk, or is written next: an older one must not follow it.
      this.#unsaved === state ? this.#write(state, state) : ok(undefined),
    )
    if (written.ok || this.#unsaved !== state) return
    this.#deps.log.event('error', 'limits.not-saved', { kind: written.error.kind })
    this.#report(false)
    if (this.#isDisposed) return
    this.#stopRetry = this.#deps.timers.after(RETRY_MS, () => void this.saveSurely(state))
  }

  /** Writes a state; `replaced` need not be stored any more once that succeeded. */
  async #write(
    state: StoredPersonalLimits,
    replaced: StoredPersonalLimits | null,
  ): Promise<Result<void, FileError>> {
    const written = await this.#deps.file.write(storedLimitsText(state))
    if (written.ok && this.#unsaved === replaced) {
      this.#unsaved = null
      this.#stopRetry()
      this.#report(true)
    }
    return written
  }

  /** Tries a last time to store what is not on disk. */
  async flush(): Promise<void> {
    if (this.#unsaved !== null) await this.saveSurely(this.#unsaved)
    await this.#writes.idle()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#stopRetry()
  }

  #report(isStored: boolean): void {
    if (this.#isStored === isStored) return
    this.#isStored = isStored
    this.#deps.onStored(isStored)
  }
}

/** Returns the text of the file. */
export const storedLimitsText = (state: StoredPersonalLimits): string =>
  JSON.stringify({ v: LIMITS_VERSION, ...state })

/** Returns the stored state; null for a text that is none. */
export function parseStoredLimits(text: string): StoredPersonalLimits | null {
  try {
    const { v: _version, ...state } = zFile.parse(JSON.parse(text))
    return state
  } catch {
    return null
  }
}

/** A file for sessions without one: nothing is stored. */
export const NO_LIMITS_FILE: DocumentPort = {
  read: () => Promise.resolve(ok(null)),
  write: () => Promise.resolve(ok(undefined)),
  setAside: () => Promise.resolve(ok('')),
  remove: () => Promise.resolve(ok(undefined)),
}
