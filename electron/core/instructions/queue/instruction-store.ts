import type { Disposer } from '../../../../shared/domain/brand.js'
import { ZERO_MONEY, type Money } from '../../../../shared/domain/decimal.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
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
  type NewInstruction,
  type NewLogRecord,
} from './instruction-log.js'
import type { Counted } from '../policy/usage.js'

type Step = Exclude<NewLogRecord, { readonly kind: 'made' }>

/** Every instruction of this environment in its current state. */
export interface InstructionStore {
  /** Returns all instructions, oldest first. */
  all(): readonly Instruction[]
  get(id: InstructionId): Instruction | undefined
  /** Returns pending instructions and approved ones without a certain outcome, oldest first. */
  open(): readonly Instruction[]
  /**
   * Returns every instruction that can count against a limit now, oldest first. `usageOf` gives the
   * same result for these as for all.
   */
  counted(context: CountContext): readonly Counted[]
  find(connection: ConnectionId, key: string | null, digest: string, now: EpochMs): KeyMatch
  /** Adds instructions after they are on disk. */
  add(
    made: readonly NewInstruction[],
    exposures: readonly Money[],
  ): Promise<Result<void, FileError>>
  /** Applies a step after it is on disk. For every step that grants authority. */
  append(step: Step): Promise<Result<void, FileError>>
  /**
   * Like `append`, but notifies no listener until `notify`, so that updating windows does not delay
   * an order after its decision.
   */
  commit(step: Step): Promise<Result<void, FileError>>
  /** Notifies the listeners of an instruction's current state. */
  notify(id: InstructionId): void
  /**
   * Applies a step at once and then writes it. For steps that remove authority and for what has
   * already happened. The step is written after `recorded`, its audit record, so that the log never
   * holds more than the chain. A failed audit record does not stop it.
   */
  appendAlways(step: Step, recorded: Promise<unknown>): Promise<Result<void, FileError>>
  setExposure(id: InstructionId, exposure: Money): void
  onChange(listener: (instruction: Instruction) => void): Disposer
  /**
   * Replays the log. Instructions that ended long ago are moved to the archive first, where there
   * is one.
   */
  replay(now: EpochMs): Promise<Result<void, FileError>>
}

/**
 * Creates the store. `archivePort` receives instructions that ended long ago; `onArchiveFailed` is
 * called when that failed, which changes nothing else. `digestOfCall` computes the digest that
 * identifies a repeated call; by default the digest stored with it.
 */
export function createInstructionStore(
  instructionLog: InstructionLog,
  archivePort: ArchivePort | null = null,
  onArchiveFailed: (error: FileError) => void = () => undefined,
  digestOfCall: (
    call: readonly Pick<NewInstruction, 'connectionId' | 'action' | 'requestDigest'>[],
  ) => string = ([first]) => first?.requestDigest ?? '',
): InstructionStore {
  const known = new Map<InstructionId, Instruction>()
  const exposures = new Map<InstructionId, Money>()
  const keys = createIdempotencyKeys()
  const index = createInstructionIndex()
  const changed = createEmitter<Instruction>()

  const put = (instruction: Instruction): void => {
    known.set(instruction.id, instruction)
    index.update(instruction)
  }

  const register = (made: readonly NewInstruction[]): void => {
    const [first] = made
    if (first === undefined) return
    for (const created of made) put(pendingInstruction(created))
    keys.remember(
      first.connectionId,
      first.key,
      digestOfCall(made),
      made.map(({ id }) => id),
      first.createdAt,
    )
  }

  const apply = (step: Step): Instruction | undefined => {
    const instruction = known.get(step.id)
    if (instruction === undefined) return undefined
    const next = applyRecord(instruction, step)
    put(next)
    if (step.kind === 'sending') exposures.set(step.id, step.worth)
    if (step.kind === 'asked') {
      keys.remember(
        instruction.connectionId,
        step.key,
        digestOfCall(callOf(instruction)),
        callOf(instruction).map(({ id }) => id),
        step.at,
      )
    }
    return next
  }

  const callOf = (instruction: Instruction): readonly Instruction[] =>
    instruction.batch === null
      ? [instruction]
      : [...known.values()].filter(({ batch }) => batch?.batchId === instruction.batch?.batchId)

  const applyAndNotify = (step: Step): void => {
    const next = apply(step)
    if (next !== undefined) changed.emit(next)
  }

  return {
    all: () => [...known.values()],
    get: (id) => known.get(id),
    open: () => index.open().flatMap((id) => known.get(id) ?? []),
    counted: (context) =>
      index.countable(context).flatMap((id) => {
        const instruction = known.get(id)
        return instruction === undefined
          ? []
          : [{ instruction, exposure: exposures.get(id) ?? ZERO_MONEY }]
      }),
    find: (connection, key, digest, now) => keys.find(connection, key, digest, now),
    async add(made, exposureOfEach) {
      const written = await instructionLog.append({ kind: 'made', made: [...made] })
      if (!written.ok) return written
      register(made)
      made.forEach(({ id }, index) => exposures.set(id, exposureOfEach[index] ?? ZERO_MONEY))
      for (const { id } of made) {
        const instruction = known.get(id)
        if (instruction !== undefined) changed.emit(instruction)
      }
      return written
    },
    async append(step) {
      const written = await instructionLog.append(step)
      if (written.ok) applyAndNotify(step)
      return written
    },
    async commit(step) {
      const written = await instructionLog.append(step)
      if (written.ok) apply(step)
      return written
    },
    notify(id) {
      const instruction = known.get(id)
      if (instruction !== undefined) changed.emit(instruction)
    },
    appendAlways(step, recorded) {
      applyAndNotify(step)
      return recorded.then(
        () => instructionLog.append(step),
        () => instructionLog.append(step),
      )
    },
    setExposure(id, exposure) {
      exposures.set(id, exposure)
    },
    onChange: (listener) => changed.add(listener),
    async replay(now) {
      const records = await instructionLog.read()
      if (!records.ok) return records
      const plan = archivePort === null ? null : planArchive(records.value, now)
      const moved =
        archivePort === null || plan === null
          ? null
          : await archive(archivePort, plan).catch(
              (): Result<void, FileError> =>
                err({ kind: 'failed', message: 'the archive of instructions broke' }),
            )
      if (moved?.ok === false) onArchiveFailed(moved.error)
      for (const { record } of plan !== null && moved?.ok === true ? plan.retain : records.value) {
        if (record.kind === 'made') register(record.made)
        else apply(record)
      }
      return { ok: true, value: undefined }
    },
  }
}
