import { join } from 'node:path'
import type { LogEntry } from './log-entries.js'
import { LogFile, openLog, type OpenLog } from './log-file.js'
import { LogHead } from './log-head.js'
import { findLogs, logName, readLogs, removeLogs, type LoadedLogs } from './read-logs.js'
import { Snapshots, type GenerationOf, type LoadedSnapshot } from './snapshots.js'

/**
 * Maximum interval between writes to the system, synced or not; a killed process may lose this much
 * of the market's time.
 */
export const SPILL_MS = 50
/**
 * Interval of snapshots, longer when they are slow: at most one part in {@link SNAPSHOT_SHARE} of
 * the time is spent on them.
 */
const SNAPSHOT_MS = 5_000
const SNAPSHOT_SHARE = 50
/** Interval of retries after a disk failure. */
const HEAL_MS = 1_000
/**
 * Delay of the second snapshot of a run. Until then the previous snapshot shows the run before,
 * which lacks what happened in this one.
 */
const SECOND_SNAPSHOT_MS = 1_000

/** The dependencies of {@link Store}. */
export interface StoreDeps {
  readonly folder: string
  /** The snapshot's file name, ending in `.json`; logs are stored beside it. */
  readonly name: string
  readonly monotonic: () => number
  readonly onError: (error: unknown) => void
  /** Replaced in tests by a failing disk. */
  readonly openLog?: OpenLog
}

/**
 * The source of the recorded data: the whole state as JSON, long lists as saved rows, and the
 * entries with which every log must begin.
 */
export interface Recording {
  take(generation: number): unknown
  head(): readonly LogEntry[]
}

/** The data found in the folder; `value` is the snapshot, null when there is none. */
export interface Loaded extends LoadedLogs, Omit<LoadedSnapshot, 'first'> {
  /** True when a state was saved here before, and no snapshot of it can be read. */
  readonly lost: boolean
}

/**
 * Saves a state across restarts and crashes: periodic snapshots, and between them a log of every
 * change. Logs have generations; a snapshot names the first log that continues it. Nothing is
 * removed before its successor is on disk. The two newest snapshots are stored, with all logs since
 * the older one, and beside the logs how far the newest was on disk (REL-38).
 */
export class Store {
  readonly #deps: StoreDeps
  readonly #snapshots: Snapshots
  readonly #base: string
  readonly #head: LogHead
  #generation = 0
  #recording: Recording | null = null
  #log: LogFile | null = null
  #open: LogEntry[] = []
  #snapshotting: Promise<void> | null = null
  #due = 0
  #failing = false
  #stopping = false
  #timer: NodeJS.Timeout | null = null

  constructor(deps: StoreDeps) {
    this.#deps = deps
    this.#snapshots = new Snapshots(deps.folder, deps.name)
    this.#base = deps.name.replace(/\.json$/, '')
    this.#head = new LogHead(deps.folder, this.#base)
  }

  /**
   * Loads the stored data. `generationOf` returns the first log's generation in a snapshot; null
   * when the snapshot is invalid.
   */
  async load(now: number, generationOf: GenerationOf): Promise<Loaded> {
    const { folder } = this.#deps
    const found = await findLogs(folder, this.#base)
    const end = await this.#head.load()
    const { first, ...snapshot } = await this.#snapshots.load(now, generationOf)
    this.#generation = Math.max(0, ...found, first ?? 0, end?.generation ?? 0)
    const logs = await readLogs({ folder, base: this.#base, found, first, now, end })
    const lost = first === null && (end !== null || snapshot.setAside.length > 0)
    return { ...snapshot, ...logs, lost }
  }

  /** Renames the snapshots, for callers that cannot use their content. Returns their new names. */
  setAside(now: number): Promise<readonly string[]> {
    return this.#snapshots.setAside(now)
  }

  /** Starts recording; resolves when the first snapshot is on disk. */
  async start(recording: Recording): Promise<void> {
    this.#recording = recording
    await this.snapshot()
    this.#due = Math.min(this.#due, this.#deps.monotonic() + SECOND_SNAPSHOT_MS)
    this.#timer = setInterval(() => this.#beat(), SPILL_MS)
  }

  /** False while writes to the disk fail. Changes would not survive a crash, so refuse them. */
  get healthy(): boolean {
    return !this.#failing
  }

  /** Adds entries to the current group. */
  record(...entries: readonly LogEntry[]): void {
    this.#open.push(...entries)
  }

  /** Ends the current group: the entries since the last call belong together. */
  seal(): void {
    if (this.#open.length === 0) return
    this.#log?.append(this.#open)
    this.#open = []
  }

  /** Seals, and resolves once everything is on disk; rejects when the disk fails. */
  async commit(): Promise<void> {
    this.seal()
    try {
      await this.#log?.commit()
    } catch (error) {
      this.#failed(error)
      throw error
    }
  }

  /** Resolves when a snapshot of the present state is on disk. */
  async snapshot(): Promise<void> {
    while (this.#snapshotting !== null) await this.#snapshotting.catch(() => undefined)
    this.#snapshotting = this.#rotate().finally(() => {
      this.#snapshotting = null
    })
    await this.#snapshotting
  }

  /**
   * Writes the last snapshot, and an empty log after it, whose absence would mean that something
   * was deleted.
   */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#stopping = true
    try {
      await this.snapshot()
    } catch (error) {
      await this.#log?.close().catch(() => undefined)
      await this.#head.close()
      throw error
    }
    await this.#log?.close()
    await this.#head.close()
  }

  #beat(): void {
    if (this.#snapshotting !== null) return this.#log?.spill()
    const broken = this.#log?.broken ?? null
    if (broken !== null) this.#failed(broken.error)
    if (this.#deps.monotonic() >= this.#due) {
      this.snapshot().catch((error: unknown) => this.#deps.onError(error))
    } else this.#log?.spill()
  }

  #failed(error: unknown): void {
    if (!this.#failing) this.#deps.onError(error)
    this.#failing = true
    this.#due = Math.min(this.#due, this.#deps.monotonic() + HEAL_MS)
  }

  async #rotate(): Promise<void> {
    const recording = this.#recording
    if (recording === null) return
    this.seal()
    const began = this.#deps.monotonic()
    const old = this.#log
    this.#generation += 1
    const generation = this.#generation
    const value = recording.take(generation)
    const saved = this.#snapshots.save(value, generation)
    // The new log is valid only after its predecessor: the old log, or the snapshot when the old
    // log failed.
    const linked = old !== null && old.broken === null
    this.#log = new LogFile({
      path: join(this.#deps.folder, logName(this.#base, generation)),
      generation,
      follows: linked ? old.mark : null,
      gate: linked ? old.close() : saved,
      openFile: this.#deps.openLog ?? openLog,
      onSynced: (end) => this.#head.store(end),
    })
    // After the last snapshot nothing follows that a later run would have to repeat.
    const head = this.#stopping ? [] : recording.head()
    if (head.length > 0) this.#log.append(head)
    try {
      await saved
      this.#failing = false
      if (old !== null) await old.close().catch(() => undefined)
      await removeLogs(this.#deps.folder, this.#base, this.#snapshots.firstLog ?? generation)
    } catch (error) {
      if (!linked) this.#failing = true
      throw error
    } finally {
      const took = this.#deps.monotonic() - began
      const share = Math.max(SNAPSHOT_MS, took * SNAPSHOT_SHARE)
      this.#due = this.#deps.monotonic() + (this.#failing ? HEAL_MS : share)
    }
  }
}
