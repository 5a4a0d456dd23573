import { z } from 'zod'
import { LineWriter, readLines } from '../../../../electron/practice/store/log-lines.js'
import { zLogEntries, type LogEntry } from '../../../../electron/practice/store/log-entries.js'
import type { StatePersisterDeps } from '../../../../electron/practice/store/state-persister.js'
import type { Coverage } from '../checks/coverage.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { Life, VirtualTime } from '../time/virtual-time.js'

type StorePort = StatePersisterDeps['store']
type Recording = Parameters<StorePort['start']>[0]

const zGroups = z.array(zLogEntries)
/** How long until a failed disk is tried again, as in the practice exchange's own store. */
const HEAL_MS = 1_000
/** How often a crash in the middle of a write leaves a part of a line. */
const TORN = 0.5

/** A write of the exchange failed, as the simulation intended. */
export class DiskFullError extends Error {
  constructor() {
    super('the disk of the exchange is full')
  }
}

/**
 * The disk of the exchange: a snapshot and the log of every change after it. A change is durable
 * once `commit` resolves; of later ones a crash retains a first part, which may end within a line.
 */
export class ExchangeDisk {
  failing = false
  /** True while a crash loses everything that is not durable, as a loss of power may. */
  losesAll = false
  /** How much longer than usual a write may take, in ms. */
  slowMs = 0
  /** Called when changes begin to be written; null to call nothing. */
  onCommit: (() => void) | null = null
  #snapshot: string | null = null
  #lines: string[] = []
  #unwritten: string[] = []
  /** The part of a line with which the log ends. */
  #torn = ''
  readonly #time: VirtualTime
  readonly #random: SeededRandom
  readonly #coverage: Coverage
  readonly #tears: SeededRandom | null

  /** `tears` decides where a crash leaves a part of a line; null: it never does. */
  constructor(
    time: VirtualTime,
    random: SeededRandom,
    coverage: Coverage,
    tears: SeededRandom | null,
  ) {
    this.#time = time
    this.#random = random
    this.#coverage = coverage
    this.#tears = tears
  }

  /** Ends the process that wrote here: a first part of what was not yet durable is lost. */
  crash(): void {
    const count = this.losesAll ? 0 : this.#random.index(this.#unwritten.length + 1)
    this.#lines.push(...this.#unwritten.slice(0, count))
    const next = this.#unwritten[count]
    const isTorn = next !== undefined && this.#tears?.chance(TORN) === true
    this.#torn = isTorn ? next.slice(0, this.#tears?.index(next.length)) : ''
    this.#unwritten = []
  }

  /** Returns what a new process reads: the snapshot, and the groups of changes after it. */
  load(): { readonly snapshot: unknown; readonly groups: readonly (readonly LogEntry[])[] } {
    const { values, rest } = readLines(Buffer.from(this.#lines.join('') + this.#torn, 'utf8'))
    if (rest > 0) this.#coverage.count('exchange line torn')
    return {
      snapshot: this.#snapshot === null ? null : JSON.parse(this.#snapshot),
      groups: zGroups.parse(values),
    }
  }

  /** Returns the store of one process. */
  store(life: Life): StorePort {
    let open: LogEntry[] = []
    let healthy = true
    let recording: Recording | null = null
    let writer = new LineWriter()
    const seal = (): void => {
      if (open.length > 0) this.#unwritten.push(writer.line(open))
      open = []
    }
    const snapshot = (): void => {
      if (recording === null) return
      seal()
      this.#snapshot = JSON.stringify(recording.take(1))
      const head = recording.head()
      writer = new LineWriter()
      this.#lines = head.length > 0 ? [writer.line(head)] : []
      this.#unwritten = []
      this.#torn = ''
    }
    const heal = (): void => {
      if (this.failing) return void this.#time.schedule(HEAL_MS, heal, life)
      snapshot()
      healthy = true
    }
    return {
      get healthy() {
        return healthy
      },
      start: (given) => {
        recording = given
        snapshot()
        return Promise.resolve()
      },
      stop: () => Promise.resolve(),
      record: (...entries) => void open.push(...entries),
      seal,
      commit: async () => {
        seal()
        const count = this.#unwritten.length
        if (count > 0) this.onCommit?.()
        if (this.slowMs > 0) this.#coverage.count('exchange disk slow')
        await this.#time.wait(this.#random.between(0.2, 4 + this.slowMs), life)
        if (!this.failing) {
          this.#lines.push(...this.#unwritten.splice(0, count))
          return
        }
        if (healthy) this.#time.schedule(HEAL_MS, heal, life)
        healthy = false
        this.#coverage.count('exchange disk full')
        throw new DiskFullError()
      },
    }
  }
}
