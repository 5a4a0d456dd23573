import { err, ok } from '../../../shared/domain/result.js'
import type { FileError, JournalPort } from '../../../electron/core/ports.js'
import type { Simulation } from './simulation.js'

/**
 * A disk that outlives crashes: a line is durable after its flush, and possibly after a crash
 * during it.
 */
export class FakeDisk {
  readonly #simulation: Simulation
  lines: string[] = []
  failing = false
  /** While true, no write ends. */
  silent = false
  /** Added to the time of every write. */
  delayMs = 0
  #flushing: string[] = []
  /** What the next read answers. */
  #damage: FileError | null = null

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** True while a line is being written. */
  get isFlushing(): boolean {
    return this.#flushing.length > 0
  }

  /** Ends the process; a first part of the lines being flushed reaches the disk. */
  crash(): void {
    const made = Math.floor(this.#simulation.chance() * (this.#flushing.length + 1))
    this.lines.push(...this.#flushing.slice(0, made))
    this.#flushing = []
  }

  /** Damages a record: the next read sets the file aside, and the others are the journal then. */
  damageRecord(index: number): void {
    this.lines.splice(index, 1)
    const aside = { file: 'orders.journal.damaged-1', readable: this.lines.length }
    this.#damage = { kind: 'damaged', message: 'set aside', aside }
  }

  /** Returns the journal of the present process. */
  port(): JournalPort {
    const simulation = this.#simulation
    const { epoch } = simulation
    return {
      append: (line) => {
        this.#flushing.push(line)
        if (this.silent) return new Promise(() => undefined)
        return new Promise((resolve) => {
          simulation.schedule(
            this.delayMs + simulation.between(0.2, 6),
            () => {
              this.#flushing = this.#flushing.filter((other) => other !== line)
              if (!this.failing) this.lines.push(line)
              resolve(this.failing ? err({ kind: 'full', message: 'disk full' }) : ok(undefined))
            },
            epoch,
          )
        })
      },
      read: () =>
        simulation.later(0.1, 2, () => {
          const damage = this.#damage
          this.#damage = null
          return damage === null ? ok({ lines: [...this.lines], tailCut: false }) : err(damage)
        }),
      close: () => Promise.resolve(),
    }
  }

  /** Returns the client order ids whose intent is on the disk. */
  intents(): ReadonlySet<string> {
    const ids = new Set<string>()
    for (const line of this.lines) {
      const record = JSON.parse(line) as { kind: string; clientOrderId?: string }
      if (record.kind === 'intent' && record.clientOrderId !== undefined) {
        ids.add(record.clientOrderId)
      }
    }
    return ids
  }
}
