import { z } from 'zod'
import { zEntries, type Entry } from '../../../../electron/practice/store/log-entries.js'
import type { StatePersisterDeps } from '../../../../electron/practice/store/state-persister.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { Life, VirtualTime } from '../time/virtual-time.js'

type StorePort = StatePersisterDeps['store']
type Recording = Parameters<StorePort['start']>[0]

/** How long until a failed disk is tried again, as in the practice exchange's own store. */
const HEAL_MS = 1_000

/** A write of the exchange failed, as the simulation intended. */
export class DiskFullError extends Error {
  constructor() {
    super('the disk of the exchange is full')
  }
}

/**
 * The disk of the exchange: a snapshot and the log of every change after it. A change is durable
 * once `commit` resolves; of later ones a crash retains a first part.
 */
export class ExchangeDisk {
  failing = false
  /** How much longer than usual a write may take, in ms. */
  slowMs = 0
  #snapshot: string | null = null
  #lines: string[] = []
  #unwritten: string[] = []

  constructor(
    private readonly time: VirtualTime,
    private readonly random: SeededRandom,
  ) {}

  /** Ends the process that wrote here: a first part of what was not yet durable is lost. */
  crash(): void {
    this.#lines.push(...this.#unwritten.slice(0, this.random.index(this.#unwritten.length + 1)))
    this.#unwritten = []
  }

  /** Returns what a new process reads: the snapshot, and the groups of changes after it. */
  load(): { readonly snapshot: unknown; readonly groups: readonly (readonly Entry[])[] } {
    return {
      snapshot: this.#snapshot === null ? null : JSON.parse(this.#snapshot),
      groups: z.array(zEntries).parse(this.#lines.map((line): unknown => JSON.parse(line))),
    }
  }

  /** Returns the store of one process. */
  store(life: Life): StorePort {
    let open: Entry[] = []
    let healthy = true
    let recording: Recording | null = null
    const seal = (): void => {
      if (open.length > 0) this.#unwritten.push(JSON.stringify(open))
      open = []
    }
    const snapshot = (): void => {
      if (recording === null) return
      seal()
      this.#snapshot = JSON.stringify(recording.take(1))
      const head = recording.head()
      this.#lines = head.length > 0 ? [JSON.stringify(head)] : []
      this.#unwritten = []
    }
    const heal = (): void => {
      if (this.failing) return void this.time.schedule(HEAL_MS, heal, life)
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
        await this.time.wait(this.random.between(0.2, 4 + this.slowMs), life)
        if (!this.failing) {
          this.#lines.push(...this.#unwritten.splice(0, count))
          return
        }
        if (healthy) this.time.schedule(HEAL_MS, heal, life)
        healthy = false
        throw new DiskFullError()
      },
    }
  }
}
