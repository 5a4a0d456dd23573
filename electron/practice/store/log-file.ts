import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../data/state-file.js'
import { LOG_FORMAT, type LogEntry } from './log-entries.js'
import type { LogEnd } from './log-head.js'
import { LineWriter } from './log-lines.js'

/** The file to which a log writes. */
export type LogHandle = Pick<FileHandle, 'appendFile' | 'datasync' | 'close'>
export type OpenLog = (path: string) => Promise<LogHandle>

/** Creates a new file that only its owner can read. */
export const openLog: OpenLog = async (path) => {
  const handle = await open(path, 'ax', 0o600)
  try {
    await syncFolder(dirname(path))
  } catch (error) {
    await handle.close()
    throw error
  }
  return handle
}

export interface LogFileOptions {
  readonly path: string
  readonly generation: number
  /** The end mark of the previous log; null when only a snapshot precedes it. */
  readonly follows: number | null
  /**
   * Must resolve before the first byte is written: the state that this log continues is on disk
   * then.
   */
  readonly gate: Promise<void>
  readonly openFile: OpenLog
  /** Called when the file is on disk up to an end; what waits for the disk waits for this too. */
  readonly onSynced: (end: LogEnd) => Promise<void>
}

interface Waiter {
  resolve(): void
  reject(error: unknown): void
}

/**
 * One log being written. Lines are collected and written together; callers that wait for the disk
 * share one sync. The first failure is final, because it is then uncertain what was written; only a
 * new snapshot recovers.
 */
export class LogFile {
  readonly #options: LogFileOptions
  readonly #writer = new LineWriter()
  #text: string[] = []
  #waiters: Waiter[] = []
  #running: Promise<void> | null = null
  #handle: LogHandle | null = null
  #closing: Promise<void> | null = null
  #failure: { readonly error: unknown } | null = null
  /** Bytes written to the file so far. */
  #bytes = 0

  constructor(options: LogFileOptions) {
    this.#options = options
    const { generation, follows, gate } = options
    this.#text.push(this.#writer.line({ log: LOG_FORMAT, generation, follows }))
    // Avoids an unhandled rejection; the first write reports the failure.
    gate.catch(() => undefined)
  }

  /** The failure that made the log unusable; null while it works. */
  get broken(): { readonly error: unknown } | null {
    return this.#failure
  }

  /** The mark from which the next line continues. */
  get mark(): number {
    return this.#writer.mark
  }

  /** Appends entries that belong together. They stay in memory until the next write. */
  append(entries: readonly LogEntry[]): void {
    if (this.#failure === null) this.#text.push(this.#writer.line(entries))
  }

  /**
   * Writes the collected lines to the system without a sync: they survive a crash of the process,
   * but not a power failure.
   */
  spill(): void {
    if (this.#text.length > 0) this.#run()
  }

  /** Resolves once everything appended so far is on disk. */
  commit(): Promise<void> {
    const failure = this.#failure
    if (failure !== null) return Promise.reject(failure.error)
    const done = new Promise<void>((resolve, reject) => {
      this.#waiters.push({ resolve, reject })
    })
    this.#run()
    return done
  }

  /** Writes the remaining lines, syncs and closes the file. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    try {
      await this.commit()
    } finally {
      await this.#letGo()
    }
  }

  async #letGo(): Promise<void> {
    await this.#running
    await this.#handle?.close()
    this.#handle = null
  }

  #run(): void {
    this.#running ??= this.#write().finally(() => {
      this.#running = null
      // A caller may have started waiting after the last check of the loop.
      if (this.#failure === null && this.#waiters.length > 0) this.#run()
    })
  }

  async #sync(handle: LogHandle, mark: number): Promise<void> {
    await handle.datasync()
    const { onSynced, generation } = this.#options
    await onSynced({ generation, bytes: this.#bytes, mark })
  }

  async #write(): Promise<void> {
    let served: Waiter[] = []
    try {
      const { gate, openFile, path } = this.#options
      await gate
      this.#handle ??= await openFile(path)
      while (this.#text.length > 0 || this.#waiters.length > 0) {
        const text = this.#text.join('')
        const { mark } = this.#writer
        // The first lines are synced in any case: from then on a missing file was deleted.
        const syncs = this.#waiters.length > 0 || this.#bytes === 0
        served = this.#waiters
        this.#text = []
        this.#waiters = []
        if (text !== '') await this.#handle.appendFile(text, 'utf8')
        this.#bytes += Buffer.byteLength(text)
        if (syncs) await this.#sync(this.#handle, mark)
        for (const waiter of served) waiter.resolve()
        served = []
      }
    } catch (error) {
      this.#failure = { error }
      for (const waiter of [...served, ...this.#waiters]) waiter.reject(error)
      this.#waiters = []
      this.#text = []
    }
  }
}
