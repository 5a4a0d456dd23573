import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../data/state-file.js'
import { LOG_FORMAT, type Entry } from './log-entries.js'
import { LineWriter } from './log-lines.js'

/** What a log writes to. */
export type LogHandle = Pick<FileHandle, 'appendFile' | 'datasync' | 'close'>
export type OpenLog = (path: string) => Promise<LogHandle>

/** Makes a new file, readable by its owner only. */
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

interface Waiter {
  resolve(): void
  reject(error: unknown): void
}

/**
 * One log that is being written. Lines are collected and written in one piece; whoever waits for
 * the disk in the meantime
 * shares one sync. The first failure is final: what was written is uncertain from then on, and only
 * a new snapshot helps.
 */
export class LogFile {
  private readonly writer = new LineWriter()
  private text: string[] = []
  private waiters: Waiter[] = []
  private running: Promise<void> | null = null
  private handle: LogHandle | null = null
  private closing: Promise<void> | null = null
  private failure: { readonly error: unknown } | null = null

  /**
   * `gate` must have resolved before the first byte counts: what this log goes on from is on the
   * disk then.
   */
  constructor(
    private readonly path: string,
    generation: number,
    follows: number | null,
    private readonly gate: Promise<void>,
    private readonly openFile: OpenLog,
  ) {
    this.text.push(this.writer.line({ log: LOG_FORMAT, generation, follows }))
    // Nobody may be waiting when it fails; the first write tells.
    gate.catch(() => undefined)
  }

  /** Why it is of no use any more; null while it is. */
  get broken(): { readonly error: unknown } | null {
    return this.failure
  }

  /** Where the next line goes on from. */
  get mark(): number {
    return this.writer.mark
  }

  /** Adds entries that belong together. They are in memory until the next write. */
  append(entries: readonly Entry[]): void {
    if (this.failure === null) this.text.push(this.writer.line(entries))
  }

  /**
   * Hands what there is to the system without waiting for the disk: it survives the process, not a
   * power cut.
   */
  spill(): void {
    if (this.text.length > 0) this.run()
  }

  /** Resolves once everything added so far is on the disk. */
  commit(): Promise<void> {
    const failure = this.failure
    if (failure !== null) return Promise.reject(failure.error)
    const done = new Promise<void>((resolve, reject) => {
      this.waiters.push({ resolve, reject })
    })
    this.run()
    return done
  }

  /** Writes what is left, waits for the disk and lets go of the file. */
  close(): Promise<void> {
    this.closing ??= this.commit().finally(() => this.letGo())
    return this.closing
  }

  /** Lets go of the file without writing what is left: a snapshot stands for it. */
  async abandon(): Promise<void> {
    this.text = []
    await this.running
    await this.letGo()
  }

  private async letGo(): Promise<void> {
    await this.running
    await this.handle?.close()
    this.handle = null
  }

  private run(): void {
    this.running ??= this.write().finally(() => {
      this.running = null
      // Somebody may have come between the last look and the end.
      if (this.failure === null && this.waiters.length > 0) this.run()
    })
  }

  private async write(): Promise<void> {
    let served: Waiter[] = []
    try {
      await this.gate
      this.handle ??= await this.openFile(this.path)
      while (this.text.length > 0 || this.waiters.length > 0) {
        const text = this.text.join('')
        served = this.waiters
        this.text = []
        this.waiters = []
        if (text !== '') await this.handle.appendFile(text, 'utf8')
        if (served.length > 0) await this.handle.datasync()
        for (const waiter of served) waiter.resolve()
        served = []
      }
    } catch (error) {
      this.failure = { error }
      for (const waiter of [...served, ...this.waiters]) waiter.reject(error)
      this.waiters = []
      this.text = []
    }
  }
}
