import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { ConnectionId, WaitingId } from '../../../../shared/domain/ids.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { LevelState } from '../../conditions/level-state.schema.js'
import type { FileError, JournalPort, LogPort } from '../../ports.js'
import {
  applyStep,
  WaitingLog,
  type WaitingJournal,
  type WaitingRecords,
  type WaitingStep,
} from './waiting-log.js'

/** Of the ended ones, the first made are forgotten above this number. */
const MAX_ENDED = 500

/** The waiting instructions in memory, in the order in which they were made, and in their file. */
export class WaitingStore {
  readonly #instructions = new Map<WaitingId, WaitingInstruction>()
  /** Waiting instructions that have not ended: all that a quote is compared with. */
  readonly #open = new Map<WaitingId, WaitingInstruction>()
  readonly #changed = createEmitter<WaitingInstruction>()
  readonly #file: WaitingLog
  readonly #log: LogPort

  constructor({ journal, log }: { readonly journal: WaitingJournal; readonly log: LogPort }) {
    this.#file = new WaitingLog(journal)
    this.#log = log
  }

  all(): readonly WaitingInstruction[] {
    return [...this.#instructions.values()]
  }

  get(id: WaitingId): WaitingInstruction | undefined {
    return this.#instructions.get(id)
  }

  byConnection(connection: ConnectionId): readonly WaitingInstruction[] {
    return this.all().filter(({ connectionId }) => connectionId === connection)
  }

  /** Returns those whose condition was not met yet. */
  waiting(): readonly WaitingInstruction[] {
    return [...this.#open.values()].filter(({ state }) => state === 'waiting')
  }

  onChange(listener: (waiting: WaitingInstruction) => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Notifies of an instruction whose hold changed; nothing of it is stored. */
  notify(waiting: WaitingInstruction): void {
    this.#changed.emit(waiting)
  }

  /** Reads the last run's records. */
  async read(): Promise<Result<WaitingRecords, FileError>> {
    const first = await this.#file.read()
    // A damaged file was set aside by its first reading, so the second one starts empty.
    return !first.ok && first.error.kind === 'damaged' ? this.#file.read() : first
  }

  /** Starts with these, and replaces the file by what is still needed of its records. */
  async load(
    waiting: readonly WaitingInstruction[],
    records: Omit<WaitingRecords, 'waiting'>,
  ): Promise<void> {
    for (const entry of waiting) this.#remember(entry)
    const written = await this.#file.compact({ ...records, waiting: this.all() })
    if (!written.ok) this.#log.event('warn', 'waiting.not-compacted', { kind: written.error.kind })
  }

  /** Moves the unreadable records to another file, so that the rest can be read. */
  setUnreadableAside(aside: JournalPort): Promise<Result<void, FileError>> {
    return this.#file.setUnreadableAside(aside)
  }

  /** Stores a new one; nothing changes when it could not be written. */
  async add(waiting: WaitingInstruction): Promise<Result<void, FileError>> {
    const written = await this.#file.add(waiting)
    if (written.ok) this.set(waiting)
    return written
  }

  /** Changes one in memory. */
  set(waiting: WaitingInstruction): void {
    this.#remember(waiting)
    this.#changed.emit(waiting)
  }

  /** Applies a step that has happened already, and writes it. */
  async append(step: WaitingStep): Promise<void> {
    const current = this.get(step.id)
    if (current === undefined) return
    this.set(applyStep(current, step))
    await this.write(step)
  }

  /** Writes a step. One that could not be written is reported to the log, too. */
  write(step: WaitingStep): Promise<Result<void, FileError>> {
    return this.#reported(this.#file.append(step))
  }

  /** Records on which side of its level a figure of a day is, and of which day it is. */
  async markLevel(id: WaitingId, level: LevelState): Promise<void> {
    await this.#reported(this.#file.markLevel(id, level))
  }

  /** Records that conditions were evaluated until this time. */
  async markEvaluated(time: EpochMs): Promise<void> {
    await this.#file.markEvaluated(time)
  }

  /** Ends the writing; what is queued is written first. */
  async close(): Promise<void> {
    this.#changed.clear()
    await this.#file.close()
  }

  async #reported(writing: Promise<Result<void, FileError>>): Promise<Result<void, FileError>> {
    const written = await writing
    if (!written.ok) this.#log.event('error', 'waiting.not-saved', { kind: written.error.kind })
    return written
  }

  /** Adds or replaces one; forgets the oldest ended one where there are too many. */
  #remember(waiting: WaitingInstruction): void {
    this.#instructions.set(waiting.id, waiting)
    if (waiting.endedAt === null) {
      this.#open.set(waiting.id, waiting)
      return
    }
    this.#open.delete(waiting.id)
    if (this.#instructions.size - this.#open.size <= MAX_ENDED) return
    const oldest = [...this.#instructions.keys()].find((id) => !this.#open.has(id))
    if (oldest !== undefined) this.#instructions.delete(oldest)
  }
}
