import { z } from 'zod'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'
import { zTime } from '../../../../shared/domain/scalars.schema.js'
import type {
  ClockPort,
  DocumentPort,
  FileError,
  JournalPort,
  LogPort,
  TimerPort,
} from '../../ports.js'

const MAX_WHY_CHARS = 300
const RETRY_MS = 2_000

/** The version of the file. */
export const TRADING_VERSION = 1

const zStored = z.strictObject({
  v: z.literal(TRADING_VERSION),
  halt: z.strictObject({ why: z.string().max(MAX_WHY_CHARS), at: zTime }).nullable(),
  /** True once the order journal has had records. */
  journal: z.boolean(),
})
type Stored = Omit<z.output<typeof zStored>, 'v'>

/** Returns whether the stored text says that trading is halted; throws for any other text. */
export const isStoredTradingHalt = (text: string): boolean =>
  zStored.parse(JSON.parse(text)).halt !== null

/**
 * Returns the stored text after the order journal was moved away on purpose: a halt stays, and the
 * next start does not miss the journal. Throws for any other text.
 */
export const withoutJournal = (text: string): string =>
  JSON.stringify({ ...zStored.parse(JSON.parse(text)), journal: false })

/** What the last run left: the reason of a halt, and whether there was an order journal. */
export interface LastTrading {
  readonly halt: Message | null
  readonly hadJournal: boolean
}

export interface StoredTradingDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  /** Called when it changes whether the halt in effect is on disk. */
  readonly onStored: (isStored: boolean) => void
}

/**
 * Stores a halt of trading beside the order journal, so that it survives a full disk, a torn tail
 * and a lost journal (REL-36). A halt that cannot be stored is tried again until it is.
 */
export class StoredTrading {
  readonly #deps: StoredTradingDeps
  readonly #writes = createSerialQueue()
  #stored: Stored = { halt: null, journal: false }
  #isStored = true
  #loading: Promise<LastTrading> | null = null
  #stopRetry: Disposer = () => undefined

  constructor(deps: StoredTradingDeps) {
    this.#deps = deps
  }

  /** False while a halt is in effect that is not on disk. */
  get isStored(): boolean {
    return this.#isStored
  }

  /** Reads what the last run left. A file that cannot be read halts. */
  load(): Promise<LastTrading> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** Stores a halt; tries again every two seconds until it is on disk. */
  async halt(why: Message): Promise<void> {
    const text = inEnglish(why).slice(0, MAX_WHY_CHARS)
    this.#stored = { ...this.#stored, halt: { why: text, at: this.#deps.clock.now() } }
    await this.#saveHalt()
  }

  /** Stores the end of a halt; on failure the halt remains. */
  async clear(): Promise<Result<void, FileError>> {
    const { halt } = this.#stored
    if (halt === null) return ok(undefined)
    this.#stored = { ...this.#stored, halt: null }
    const written = await this.#save()
    // A halt that was requested meanwhile is stored after this.
    if (this.#stored.halt !== null) return written
    if (written.ok) this.#setStored(true)
    else {
      this.#stored = { ...this.#stored, halt }
      await this.#saveHalt()
    }
    return written
  }

  /** Stores that the order journal has records, so that its loss is noticed. */
  async setJournal(): Promise<void> {
    if (this.#stored.journal) return
    this.#stored = { ...this.#stored, journal: true }
    await this.#save()
  }

  /** Returns the journal, with its first record stored here. */
  watch(journal: JournalPort): JournalPort {
    const { archive, readEach } = journal
    return {
      read: () => journal.read(),
      ...(readEach === undefined ? {} : { readEach: readEach.bind(journal) }),
      archive,
      close: () => journal.close(),
      append: async (line) => {
        const written = await journal.append(line)
        if (written.ok) void this.setJournal()
        return written
      },
    }
  }

  /** Tries a last time to store a halt; returns whether nothing is lost. */
  async flush(): Promise<boolean> {
    if (!this.#isStored) await this.#saveHalt()
    await this.#writes.idle()
    return this.#isStored
  }

  dispose(): void {
    this.#stopRetry()
  }

  async #load(): Promise<LastTrading> {
    const content = await this.#deps.file.read()
    if (content.ok && content.value === null) return { halt: null, hadJournal: false }
    const stored = content.ok ? this.#parse(content.value ?? '') : null
    if (stored === null) {
      this.#deps.log.event('error', 'trading.state-damaged')
      if (content.ok) await this.#deps.file.setAside()
      return { halt: message('session.haltUnreadable'), hadJournal: true }
    }
    const { halt, journal } = stored
    // A halt may have been requested before the file was read.
    this.#stored = { halt: this.#stored.halt ?? halt, journal: journal || this.#stored.journal }
    return { halt: halt === null ? null : storedMessage(halt.why), hadJournal: journal }
  }

  #parse(text: string): Stored | null {
    try {
      const { v: _version, ...stored } = zStored.parse(JSON.parse(text))
      return stored
    } catch {
      return null
    }
  }

  async #saveHalt(): Promise<void> {
    const written = await this.#save()
    if (this.#stored.halt === null) return
    this.#setStored(written.ok)
    if (written.ok) return
    this.#deps.log.event('error', 'trading.halt-not-saved', { kind: written.error.kind })
    this.#stopRetry()
    this.#stopRetry = this.#deps.timers.after(RETRY_MS, () => void this.#saveHalt())
  }

  /** Writes the state as it is when its turn comes, after the last run's state was read. */
  #save(): Promise<Result<void, FileError>> {
    return this.#writes.run(async () => {
      await this.load()
      const content: z.input<typeof zStored> = { v: TRADING_VERSION, ...this.#stored }
      return this.#deps.file.write(JSON.stringify(content))
    })
  }

  #setStored(isStored: boolean): void {
    if (isStored) this.#stopRetry()
    if (this.#isStored === isStored) return
    this.#isStored = isStored
    this.#deps.onStored(isStored)
  }
}

/** A file for sessions without one: nothing is stored. */
export const NO_HALT_FILE: DocumentPort = {
  read: () => Promise.resolve(ok(null)),
  write: () => Promise.resolve(ok(undefined)),
  setAside: () => Promise.resolve(ok('')),
  remove: () => Promise.resolve(ok(undefined)),
}
