import { join } from 'node:path'
import { StateFile } from '../data/state-file.js'
import type { Entry } from './log-entries.js'
import { LogFile, openLog, type OpenLog } from './log-file.js'
import { findLogs, logName, readLogs, removeLogs, type LoadedLogs } from './read-logs.js'

/**
 * Entries reach the system at least this often, synced or not: as much of the market's time a
 * killed process may lose.
 */
export const SPILL_MS = 50
/**
 * A snapshot is taken after this time, later when it took long: at most one part in {@link
 * SNAPSHOT_SHARE} of the time goes into them.
 */
const SNAPSHOT_MS = 5_000
const SNAPSHOT_SHARE = 50
/** How often a disk that refused is tried again. */
const HEAL_MS = 1_000

/** What {@link Store} works with. */
export interface StoreDeps {
  readonly folder: string
  /** The snapshot's file name, ending in `.json`; logs lie beside it. */
  readonly name: string
  readonly monotonic: () => number
  readonly onError: (error: unknown) => void
  /** Replaced in tests by a disk that fails. */
  readonly openLog?: OpenLog
}

/**
 * What is recorded: the whole state as JSON, and the entries that a log must begin with so that it
 * can go on from there.
 */
export interface Recording {
  take(generation: number): unknown
  head(): readonly Entry[]
}

/** What lay in the folder. */
export interface Loaded extends LoadedLogs {
  /** The snapshot; null when there is none. */
  readonly value: unknown
  /** The name that a damaged snapshot was given. */
  readonly setAside: string | null
}

/**
 * Keeps a state over restarts and crashes: a snapshot now and then, and in between a log of
 * everything that changed it. A log
 * has a generation; a snapshot names the first log that goes on from it. Nothing is removed before
 * its successor is on the disk.
 */
export class Store {
  private readonly file: StateFile
  private readonly base: string
  private generation = 0
  private recording: Recording | null = null
  private log: LogFile | null = null
  private open: Entry[] = []
  private snapshotting: Promise<void> | null = null
  private due = 0
  private failing = false
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly deps: StoreDeps) {
    this.file = new StateFile(deps.folder, deps.name)
    this.base = deps.name.replace(/\.json$/, '')
  }

  /**
   * Reads what is there. `generationOf` finds the first log's generation in a snapshot; null when
   * the snapshot cannot be understood.
   */
  async load(now: number, generationOf: (value: unknown) => number | null): Promise<Loaded> {
    const found = await findLogs(this.deps.folder, this.base)
    this.generation = Math.max(0, ...found)
    const stored = await this.file.load(now)
    const first = stored.value === null ? null : generationOf(stored.value)
    const setAside =
      stored.setAside ??
      (stored.value !== null && first === null ? await this.file.setAside(now) : null)
    const logs = await readLogs({ folder: this.deps.folder, base: this.base, found, first, now })
    if (first !== null) this.generation = Math.max(this.generation, first)
    return { value: first === null ? null : stored.value, setAside, ...logs }
  }

  /**
   * Moves the snapshot out of the way, for a caller who cannot use what is in it. Answers its new
   * name.
   */
  setAside(now: number): Promise<string> {
    return this.file.setAside(now)
  }

  /** Begins to record; resolves when the first snapshot is on the disk. */
  async start(recording: Recording): Promise<void> {
    this.recording = recording
    await this.snapshot()
    this.timer = setInterval(() => this.beat(), SPILL_MS)
  }

  /**
   * False while the disk does not take what it is given: changes would not outlive a crash, and are
   * better refused.
   */
  get healthy(): boolean {
    return !this.failing
  }

  /** Adds to what happens now. */
  record(...entries: readonly Entry[]): void {
    this.open.push(...entries)
  }

  /** What was recorded since the last call belongs together, and is over. */
  seal(): void {
    if (this.open.length === 0) return
    this.log?.append(this.open)
    this.open = []
  }

  /** Seals, and resolves once everything is on the disk; rejects when the disk refuses. */
  async commit(): Promise<void> {
    this.seal()
    try {
      await this.log?.commit()
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  /** Resolves when the state of now is on the disk as a snapshot. */
  async snapshot(): Promise<void> {
    while (this.snapshotting !== null) await this.snapshotting.catch(() => undefined)
    this.snapshotting = this.rotate().finally(() => {
      this.snapshotting = null
    })
    await this.snapshotting
  }

  /** The last snapshot; after it the folder holds nothing else. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    try {
      await this.snapshot()
    } catch (error) {
      await this.log?.close().catch(() => undefined)
      throw error
    }
    await this.log?.abandon()
    await removeLogs(this.deps.folder, this.base, this.generation + 1)
  }

  private beat(): void {
    if (this.snapshotting !== null) return
    const broken = this.log?.broken ?? null
    if (broken !== null) this.failed(broken.error)
    if (this.deps.monotonic() >= this.due) {
      this.snapshot().catch((error: unknown) => this.deps.onError(error))
    } else this.log?.spill()
  }

  private failed(error: unknown): void {
    if (!this.failing) this.deps.onError(error)
    this.failing = true
    this.due = Math.min(this.due, this.deps.monotonic() + HEAL_MS)
  }

  private async rotate(): Promise<void> {
    const { recording } = this
    if (recording === null) return
    this.seal()
    const began = this.deps.monotonic()
    const old = this.log
    this.generation += 1
    const { generation } = this
    const value = recording.take(generation)
    const saved = this.file.save(() => value)
    const took = this.deps.monotonic() - began
    // The new log counts only with what came before it: the old one, or the snapshot where that is
    // broken.
    const linked = old !== null && old.broken === null
    this.log = new LogFile(
      join(this.deps.folder, logName(this.base, generation)),
      generation,
      linked ? old.mark : null,
      linked ? old.close() : saved,
      this.deps.openLog ?? openLog,
    )
    const head = recording.head()
    if (head.length > 0) this.log.append(head)
    try {
      await saved
      this.failing = false
      if (old !== null) await old.close().catch(() => undefined)
      await removeLogs(this.deps.folder, this.base, generation)
    } catch (error) {
      if (!linked) this.failing = true
      throw error
    } finally {
      const share = Math.max(SNAPSHOT_MS, took * SNAPSHOT_SHARE)
      this.due = this.deps.monotonic() + (this.failing ? HEAL_MS : share)
    }
  }
}
