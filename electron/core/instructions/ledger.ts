import type { Disposer } from '../../../shared/domain/brand.js'
import { ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../shared/domain/instruction.js'
import { err, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { listeners } from '../live.js'
import type { FileError } from '../ports.js'
import { archive, planArchive, type ArchivePort } from './archive.js'
import { createKeyBook, type KeyAnswer } from './key-book.js'
import { createLedgerIndex, type CountedAt } from './ledger-index.js'
import { applied, fresh, type InstructionStore, type Made, type NewStoreRecord } from './store.js'
import type { Counted } from './usage.js'

type Step = Exclude<NewStoreRecord, { readonly kind: 'made' }>

/** All instructions of this environment: what the file says, as it stands. */
export interface Ledger {
  /** Oldest first. */
  all(): readonly Instruction[]
  get(id: InstructionId): Instruction | undefined
  /** What waits, and what was approved and has no certain end yet; oldest first. */
  open(): readonly Instruction[]
  /**
   * Everything that can count against a limit now, oldest first: `usageOf` says the same of it as
   * of all.
   */
  counted(at: CountedAt): readonly Counted[]
  find(connection: ConnectionId, key: string | null, digest: string, now: EpochMs): KeyAnswer
  /** Written down first, then they exist. */
  add(made: readonly Made[], worths: readonly Money[]): Promise<Result<void, FileError>>
  /** Written down first, then true: for everything that gives authority. */
  note(step: Step): Promise<Result<void, FileError>>
  /**
   * The same, and nobody hears of it before `announce`: what is drawn and pushed to windows does
   * not stand between a decision and its order.
   */
  enact(step: Step): Promise<Result<void, FileError>>
  /** Tells how an instruction stands. */
  announce(id: InstructionId): void
  /**
   * True at once, then written down: for everything that takes authority away, and for what has
   * happened already. `recorded`: its record
   * on the audit chain, which comes to the disk first, so that the file never tells of anything
   * that the chain does not hold. A chain
   * that cannot be written holds nothing back here.
   */
  force(step: Step, recorded: Promise<unknown>): Promise<Result<void, FileError>>
  weigh(id: InstructionId, worth: Money): void
  onChange(listener: (instruction: Instruction) => void): Disposer
  /**
   * Takes in what the file says. What ended long ago goes to the archive first, where there is one.
   */
  replay(now: EpochMs): Promise<Result<void, FileError>>
}

/**
 * `old`: where what ended long ago goes; `failed` is told when it could not, which changes nothing
 * else. `asked`: the digest by which a
 * call is known again; without one it is the digest that was kept with it.
 */
export function createLedger(
  store: InstructionStore,
  old: ArchivePort | null = null,
  failed: (error: FileError) => void = () => undefined,
  asked: (call: readonly Pick<Made, 'connectionId' | 'action' | 'requestDigest'>[]) => string = ([
    first,
  ]) => first?.requestDigest ?? '',
): Ledger {
  const known = new Map<InstructionId, Instruction>()
  const worths = new Map<InstructionId, Money>()
  const keys = createKeyBook()
  const index = createLedgerIndex()
  const changed = listeners<Instruction>()

  const put = (instruction: Instruction): void => {
    known.set(instruction.id, instruction)
    index.note(instruction)
  }

  const enter = (made: readonly Made[]): void => {
    const [first] = made
    if (first === undefined) return
    for (const each of made) put(fresh(each))
    keys.note(
      first.connectionId,
      first.key,
      asked(made),
      made.map(({ id }) => id),
      first.createdAt,
    )
  }

  const take = (step: Step): Instruction | undefined => {
    const instruction = known.get(step.id)
    if (instruction === undefined) return undefined
    const next = applied(instruction, step)
    put(next)
    if (step.kind === 'sending') worths.set(step.id, step.worth)
    if (step.kind === 'asked') {
      keys.note(
        instruction.connectionId,
        step.key,
        asked(together(instruction)),
        together(instruction).map(({ id }) => id),
        step.at,
      )
    }
    return next
  }

  const together = (instruction: Instruction): readonly Instruction[] =>
    instruction.batch === null
      ? [instruction]
      : [...known.values()].filter(({ batch }) => batch?.batchId === instruction.batch?.batchId)

  const tell = (step: Step): void => {
    const next = take(step)
    if (next !== undefined) changed.emit(next)
  }

  return {
    all: () => [...known.values()],
    get: (id) => known.get(id),
    open: () => index.open().flatMap((id) => known.get(id) ?? []),
    counted: (at) =>
      index.countable(at).flatMap((id) => {
        const instruction = known.get(id)
        return instruction === undefined
          ? []
          : [{ instruction, worth: worths.get(id) ?? ZERO_MONEY }]
      }),
    find: (connection, key, digest, now) => keys.find(connection, key, digest, now),
    async add(made, worthEach) {
      const written = await store.append({ kind: 'made', made: [...made] })
      if (!written.ok) return written
      enter(made)
      made.forEach(({ id }, index) => worths.set(id, worthEach[index] ?? ZERO_MONEY))
      for (const { id } of made) {
        const instruction = known.get(id)
        if (instruction !== undefined) changed.emit(instruction)
      }
      return written
    },
    async note(step) {
      const written = await store.append(step)
      if (written.ok) tell(step)
      return written
    },
    async enact(step) {
      const written = await store.append(step)
      if (written.ok) take(step)
      return written
    },
    announce(id) {
      const instruction = known.get(id)
      if (instruction !== undefined) changed.emit(instruction)
    },
    force(step, recorded) {
      tell(step)
      return recorded.then(
        () => store.append(step),
        () => store.append(step),
      )
    },
    weigh(id, worth) {
      worths.set(id, worth)
    },
    onChange: (listener) => changed.add(listener),
    async replay(now) {
      const records = await store.read()
      if (!records.ok) return records
      const plan = old === null ? null : planArchive(records.value, now)
      const moved =
        old === null || plan === null
          ? null
          : await archive(old, plan).catch(
              (): Result<void, FileError> =>
                err({ kind: 'failed', message: 'the archive of instructions broke' }),
            )
      if (moved?.ok === false) failed(moved.error)
      for (const { record } of plan !== null && moved?.ok === true ? plan.keep : records.value) {
        if (record.kind === 'made') enter(record.made)
        else take(record)
      }
      return { ok: true, value: undefined }
    },
  }
}
