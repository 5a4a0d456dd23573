import { causeFields } from '../../described-error.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { ZERO_MONEY, type Money } from '../../../../shared/domain/decimal.js'
import type { ConnectionId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { err, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { FileError } from '../../ports.js'
import { archive, planArchive, type ArchivePort } from './instruction-archive.js'
import { createIdempotencyKeys, type KeyMatch } from './idempotency-keys.js'
import { createInstructionIndex, type CountContext } from './instruction-index.js'
import {
  applyRecord,
  pendingInstruction,
  type InstructionLog,
  type LogLine,
  type NewInstruction,
  type NewLogRecord,
} from './instruction-log.js'
import type { Counted } from '../policy/usage.js'

/** What the store uses of the log. */
type StoreLog = Pick<InstructionLog, 'append' | 'read'>

type Step = Exclude<NewLogRecord, { readonly kind: 'made' }>

/** Computes the digest that identifies a repeated call. */
type DigestOfCall = (
  call: readonly Pick<NewInstruction, 'connectionId' | 'action' | 'requestDigest'>[],
) => string

/**
 * Creates the store. `archivePort` receives instructions that ended long ago; `onArchiveFailed` is
 * called when that failed, which changes nothing else. `digestOfCall` computes the digest that
 * identifies a repeated call; by default the digest stored with it.
 */
export const createInstructionStore = (
  instructionLog: StoreLog,
  archivePort: ArchivePort | null = null,
  onArchiveFailed: (error: FileError) => void = () => undefined,
  digestOfCall: DigestOfCall = ([first]) => first?.requestDigest ?? '',
): InstructionStore =>
  new InstructionStore(instructionLog, archivePort, onArchiveFailed, digestOfCall)

/** The instructions in memory, whose every step is written to the log. */
export class InstructionStore {
  readonly #log: StoreLog
  readonly #archivePort: ArchivePort | null
  readonly #onArchiveFailed: (error: FileError) => void
  readonly #digestOfCall: DigestOfCall
  readonly #known = new Map<InstructionId, Instruction>()
  readonly #exposures = new Map<InstructionId, Money>()
  readonly #keys = createIdempotencyKeys()
  readonly #index = createInstructionIndex()
  readonly #changed = createEmitter<Instruction>()

  constructor(
    log: StoreLog,
    archivePort: ArchivePort | null,
    onArchiveFailed: (error: FileError) => void,
    digestOfCall: DigestOfCall,
  ) {
    this.#log = log
    this.#archivePort = archivePort
    this.#onArchiveFailed = onArchiveFailed
    this.#digestOfCall = digestOfCall
  }

  /** Returns all instructions, oldest first. */
  all(): readonly Instruction[] {
    return [...this.#known.values()]
  }

  get(id: InstructionId): Instruction | undefined {
    return this.#known.get(id)
  }

  /** Returns pending instructions and approved ones without a certain outcome, oldest first. */
  open(): readonly Instruction[] {
    return this.#index.open().flatMap((id) => this.#known.get(id) ?? [])
  }

  /**
   * Returns every instruction that can count against a limit now, oldest first. `usageOf` gives the
   * same result for these as for all.
   */
  counted(context: CountContext): readonly Counted[] {
    return this.#index.countable(context).flatMap((id) => {
      const instruction = this.#known.get(id)
      return instruction === undefined
        ? []
        : [{ instruction, exposure: this.#exposures.get(id) ?? ZERO_MONEY }]
    })
  }

  find(connection: ConnectionId, key: string | null, digest: string, now: EpochMs): KeyMatch {
    return this.#keys.find(connection, key, digest, now)
  }

  /** Adds instructions after they are on disk. */
  async add(
    newInstructions: readonly NewInstruction[],
    exposures: readonly Money[],
  ): Promise<Result<void, FileError>> {
    const written = await this.#log.append({ kind: 'made', made: [...newInstructions] })
    if (!written.ok) return written
    this.#register(newInstructions)
    newInstructions.forEach(({ id }, index) =>
      this.#exposures.set(id, exposures[index] ?? ZERO_MONEY),
    )
    for (const { id } of newInstructions) this.notify(id)
    return written
  }

  /** Applies a step after it is on disk. For every step that grants authority. */
  async append(step: Step): Promise<Result<void, FileError>> {
    const written = await this.#log.append(step)
    if (written.ok) this.#applyAndNotify(step)
    return written
  }

  /**
   * Like `append`, but notifies no listener until `notify`, so that updating windows does not delay
   * an order after its decision.
   */
  async commit(step: Step): Promise<Result<void, FileError>> {
    const written = await this.#log.append(step)
    if (written.ok) this.#apply(step)
    return written
  }

  /** Notifies the listeners of an instruction's current state. */
  notify(id: InstructionId): void {
    const instruction = this.#known.get(id)
    if (instruction !== undefined) this.#changed.emit(instruction)
  }

  /**
   * Applies a step at once and then writes it. For steps that remove authority and for what has
   * already happened. The step is written after `recorded`, its audit record, so that the log never
   * holds more than the chain. A failed audit record does not stop it.
   */
  appendAlways(step: Step, recorded: Promise<unknown>): Promise<Result<void, FileError>> {
    if (step.kind === 'ended' && this.#known.get(step.id)?.status !== 'PENDING') {
      // It ended already, and a second record would contradict the first in an export.
      const written = (): Result<void, FileError> => ({ ok: true, value: undefined })
      return recorded.then(written, written)
    }
    this.#applyAndNotify(step)
    return recorded.then(
      () => this.#log.append(step),
      () => this.#log.append(step),
    )
  }

  setExposure(id: InstructionId, exposure: Money): void {
    this.#exposures.set(id, exposure)
  }

  onChange(listener: (instruction: Instruction) => void): Disposer {
    return this.#changed.add(listener)
  }

  /**
   * Replays the log. Instructions that ended long ago are moved to the archive first, where there
   * is one.
   */
  async replay(now: EpochMs): Promise<Result<void, FileError>> {
    const records = await this.#log.read()
    if (!records.ok) return records
    for (const { record } of await this.#archiveOld(records.value, now)) {
      if (record.kind === 'made') this.#register(record.made)
      else this.#apply(record)
    }
    return { ok: true, value: undefined }
  }

  /** Moves instructions that ended long ago to the archive. Returns the records that remain. */
  async #archiveOld(records: readonly LogLine[], now: EpochMs): Promise<readonly LogLine[]> {
    const plan = this.#archivePort === null ? null : planArchive(records, now)
    const moved =
      this.#archivePort === null || plan === null
        ? null
        : await archive(this.#archivePort, plan).catch(
            (cause: unknown): Result<void, FileError> =>
              err({
                kind: 'failed',
                message: `the archive of instructions broke: ${causeFields(cause).error}`,
              }),
          )
    if (moved?.ok === false) this.#onArchiveFailed(moved.error)
    return plan !== null && moved?.ok === true ? plan.retain : records
  }

  /** Adds the instructions of one call, pending, and remembers its key. */
  #register(newInstructions: readonly NewInstruction[]): void {
    const [first] = newInstructions
    if (first === undefined) return
    for (const created of newInstructions) this.#put(pendingInstruction(created))
    this.#keys.remember(first.connectionId, {
      key: first.key,
      digest: this.#digestOfCall(newInstructions),
      ids: newInstructions.map(({ id }) => id),
      now: first.createdAt,
    })
  }

  #apply(step: Step): Instruction | undefined {
    const instruction = this.#known.get(step.id)
    if (instruction === undefined) return undefined
    const next = applyRecord(instruction, step)
    this.#put(next)
    if (step.kind === 'sending') this.#exposures.set(step.id, step.worth)
    if (step.kind === 'asked') {
      const call = this.#callOf(instruction)
      this.#keys.remember(instruction.connectionId, {
        key: step.key,
        digest: this.#digestOfCall(call),
        ids: call.map(({ id }) => id),
        now: step.at,
      })
    }
    return next
  }

  #applyAndNotify(step: Step): void {
    const next = this.#apply(step)
    if (next !== undefined) this.#changed.emit(next)
  }

  #put(instruction: Instruction): void {
    this.#known.set(instruction.id, instruction)
    this.#index.update(instruction)
  }

  /** Returns every instruction of the call that made this one. */
  #callOf(instruction: Instruction): readonly Instruction[] {
    return instruction.batch === null
      ? [instruction]
      : this.all().filter(({ batch }) => batch?.batchId === instruction.batch?.batchId)
  }
}
