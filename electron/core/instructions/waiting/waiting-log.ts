import { causeFields } from '../../described-error.js'
import { z } from 'zod'
import {
  WAITING_STATES,
  type WaitingInstruction,
  EvaluationGap,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { LevelState } from '../../conditions/level-state.schema.js'
import { moveUnreadable } from '../../unreadable-lines.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'
import type { FileError, JournalPort } from '../../ports.js'
import { storedAction, zStoredAction } from '../requests/stored-action.js'
import {
  zConnectionId,
  zInstructionId,
  zWaitingId,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import { textSchema, zDigest, zTime } from '../../../../shared/domain/scalars.schema.js'

/** The version of these records. A file with a newer version is refused, not guessed at. */
export const WAITING_LOG_VERSION = 1
const v = z.literal(WAITING_LOG_VERSION)
const DETAIL_CHARS = 500

/** A request has at most as many actions as a batch. */
const MAX_ACTIONS = 20

/** A waiting instruction as it was requested. */
const zStoredWaiting = z.strictObject({
  id: zWaitingId,
  connectionId: zConnectionId,
  connectionName: textSchema(80),
  key: z.string().min(1).max(200),
  requestDigest: zDigest,
  reason: textSchema(280),
  actions: z.array(zStoredAction).min(1).max(MAX_ACTIONS),
  condition: WakeCondition,
  createdAt: zTime,
  requestedAt: zTime.optional(),
  expiresAt: zTime,
})

const zRecord = z.discriminatedUnion('kind', [
  z.strictObject({ v, kind: z.literal('waiting'), waiting: zStoredWaiting }),
  /** Its condition was met. On disk before its request is made, so that it wakes at most once. */
  z.strictObject({
    v,
    kind: z.literal('waking'),
    id: zWaitingId,
    detail: z.string().max(DETAIL_CHARS),
    at: zTime,
  }),
  z.strictObject({
    v,
    kind: z.literal('ended'),
    id: zWaitingId,
    state: z.enum(WAITING_STATES).exclude(['waiting', 'waking']),
    detail: z.string().max(DETAIL_CHARS),
    instructions: z.array(zInstructionId).max(20),
    at: zTime,
  }),
  /** The person's alert fired: it wakes once it may, also in a later run. */
  z.strictObject({
    v,
    kind: z.literal('alerted'),
    id: zWaitingId,
    detail: z.string().max(DETAIL_CHARS),
    at: zTime,
  }),
  z.strictObject({ v, kind: z.literal('gap'), id: zWaitingId, gap: EvaluationGap }),
  /** The figure of a day on which side of its level was last, and of which day it was. */
  z.strictObject({ v, kind: z.literal('level'), id: zWaitingId, level: LevelState }),
  /** Until then conditions were evaluated; what follows after a stop was not. */
  z.strictObject({ v, kind: z.literal('evaluated'), at: zTime }),
])
type StoredRecord = z.output<typeof zRecord>

type New = Pick<
  WaitingInstruction,
  | 'id'
  | 'connectionId'
  | 'connectionName'
  | 'key'
  | 'requestDigest'
  | 'reason'
  | 'actions'
  | 'condition'
  | 'createdAt'
  | 'requestedAt'
  | 'expiresAt'
>

/** A change of one waiting instruction. */
export type WaitingStep =
  | {
      readonly kind: 'waking'
      readonly id: WaitingInstruction['id']
      readonly detail: NonNullable<WaitingInstruction['detail']>
      readonly at: EpochMs
    }
  | {
      readonly kind: 'alerted'
      readonly id: WaitingInstruction['id']
      readonly detail: NonNullable<WaitingInstruction['detail']>
      readonly at: EpochMs
    }
  | {
      readonly kind: 'ended'
      readonly id: WaitingInstruction['id']
      readonly state: Exclude<WaitingInstruction['state'], 'waiting' | 'waking'>
      readonly detail: NonNullable<WaitingInstruction['detail']>
      readonly instructions: WaitingInstruction['instructions']
      readonly at: EpochMs
    }
  | {
      readonly kind: 'gap'
      readonly id: WaitingInstruction['id']
      readonly gap: EvaluationGap
    }

/** The number of newest gaps of one instruction that are remembered. */
const MAX_GAPS = 5

export const newWaiting = (made: New): WaitingInstruction => ({
  ...made,
  state: 'waiting',
  endedAt: null,
  detail: null,
  instructions: [],
  gaps: [],
})

/**
 * Applies a step. The running queue and the replay share this function, so they cannot differ. What
 * ended stays ended, and what woke cannot wake again.
 */
export function applyStep(waiting: WaitingInstruction, step: WaitingStep): WaitingInstruction {
  const { state } = waiting
  if (step.kind === 'gap') {
    return state === 'waiting'
      ? { ...waiting, gaps: [...waiting.gaps, step.gap].slice(-MAX_GAPS) }
      : waiting
  }
  if (step.kind === 'alerted') {
    return state === 'waiting' ? { ...waiting, alerted: step.detail } : waiting
  }
  if (step.kind === 'waking') {
    return state === 'waiting' ? { ...waiting, state: 'waking', detail: step.detail } : waiting
  }
  if (state !== 'waiting' && state !== 'waking') return waiting
  const { instructions, detail, at: endedAt } = step
  return { ...waiting, state: step.state, instructions, detail, endedAt }
}

/** What the file holds: every waiting instruction, and when conditions were evaluated last. */
export interface WaitingRecords {
  readonly waiting: readonly WaitingInstruction[]
  readonly evaluatedAt: EpochMs | null
  /** The levels of figures that begin every day at zero. */
  readonly levels: ReadonlyMap<WaitingInstruction['id'], LevelState>
}

/** A file of lines that can be replaced at once. */
export type WaitingJournal = JournalPort & {
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

const line = (record: object): string => JSON.stringify({ v: WAITING_LOG_VERSION, ...record })

const madeLine = ({ actions, ...rest }: WaitingInstruction): string => {
  const { state: _state, endedAt: _ended, detail: _detail, ...made } = rest
  const { instructions: _instructions, gaps: _gaps, alerted: _alerted, ...request } = made
  return line({ kind: 'waiting', waiting: { ...request, actions: actions.map(storedAction) } })
}

const stepLine = (step: WaitingStep): string =>
  line(
    step.kind === 'gap' ? step : { ...step, detail: inEnglish(step.detail).slice(0, DETAIL_CHARS) },
  )

const toStep = (
  record: Exclude<StoredRecord, { readonly kind: 'waiting' | 'evaluated' | 'level' }>,
) => (record.kind === 'gap' ? record : { ...record, detail: storedMessage(record.detail) })

function parseRecord(text: string): StoredRecord | null {
  try {
    const parsed = zRecord.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The file of waiting instructions: every request and every step, in the order they happened. */
export class WaitingLog {
  readonly #journal: WaitingJournal
  readonly #queue = createSerialQueue()
  #closed = false

  constructor(journal: WaitingJournal) {
    this.#journal = journal
  }

  add(waiting: WaitingInstruction): Promise<Result<void, FileError>> {
    return this.#append(madeLine(waiting))
  }

  append(step: WaitingStep): Promise<Result<void, FileError>> {
    return this.#append(stepLine(step))
  }

  markEvaluated(time: EpochMs): Promise<Result<void, FileError>> {
    return this.#append(line({ kind: 'evaluated', at: time }))
  }

  /** Records on which side of its level a figure of a day is, and of which day it is. */
  markLevel(id: WaitingInstruction['id'], level: LevelState): Promise<Result<void, FileError>> {
    return this.#append(levelLine(id, level))
  }

  /** Replaces the file by what is still needed, so that it does not grow for ever. */
  compact({ waiting, evaluatedAt, levels }: WaitingRecords): Promise<Result<void, FileError>> {
    const lines = waiting.flatMap((entry) => [
      madeLine(entry),
      ...entry.gaps.map((gap) => stepLine({ kind: 'gap', id: entry.id, gap })),
      ...levelLines(entry, levels),
      ...endLines(entry),
    ])
    const evaluated = evaluatedAt === null ? [] : [line({ kind: 'evaluated', at: evaluatedAt })]
    return this.#write(() => this.#journal.replace([...lines, ...evaluated]))
  }

  /** Reads every record. An unreadable one is an error: it may say that a request was made. */
  async read(): Promise<Result<WaitingRecords, FileError>> {
    const content = await this.#write(() => this.#journal.read())
    if (!content.ok) return content
    const instructionsById = new Map<WaitingInstruction['id'], WaitingInstruction>()
    const levels = new Map<WaitingInstruction['id'], LevelState>()
    let evaluatedAt: EpochMs | null = null
    for (const text of content.value.lines) {
      const record = parseRecord(text)
      if (record === null) {
        return err({ kind: 'damaged', message: 'a record of a waiting instruction is unreadable' })
      }
      if (record.kind === 'evaluated') evaluatedAt = record.at
      else if (record.kind === 'level') levels.set(record.id, record.level)
      else if (record.kind === 'waiting') {
        instructionsById.set(record.waiting.id, newWaiting(record.waiting))
      } else {
        const before = instructionsById.get(record.id)
        if (before !== undefined) instructionsById.set(record.id, applyStep(before, toStep(record)))
      }
    }
    return ok({ waiting: [...instructionsById.values()], evaluatedAt, levels })
  }

  /** Moves the unreadable records to another file, so that the rest can be read. */
  setUnreadableAside(aside: JournalPort): Promise<Result<void, FileError>> {
    return this.#write(() =>
      moveUnreadable(this.#journal, {
        journal: aside,
        isReadable: (text) => parseRecord(text) !== null,
        replace: (lines) => this.#journal.replace(lines),
      }),
    )
  }

  /** Ends the writing; what is queued is written first. */
  async close(): Promise<void> {
    await this.#queue.run(() => Promise.resolve())
    this.#closed = true
    await this.#journal.close()
  }

  /** Appends a line; one that the next start could not read is an error instead (REL-43). */
  #append(text: string): Promise<Result<void, FileError>> {
    return this.#write(() =>
      parseRecord(text) === null
        ? Promise.resolve(
            err({ kind: 'failed', message: 'this record could not be read at the next start' }),
          )
        : this.#journal.append(text),
    )
  }

  /** Runs one file operation after the others. A broken file is an error, not an exception. */
  #write<T>(run: () => Promise<Result<T, FileError>>): Promise<Result<T, FileError>> {
    return this.#queue.run(async () => {
      if (this.#closed) return err({ kind: 'failed', message: 'the waiting file is closed' })
      try {
        return await run()
      } catch (error) {
        const { error: cause } = causeFields(error)
        return err({ kind: 'failed', message: `the waiting file broke: ${cause}` })
      }
    })
  }
}

const levelLine = (id: WaitingInstruction['id'], level: LevelState): string =>
  line({ kind: 'level', id, level })

function levelLines(
  { id, endedAt }: WaitingInstruction,
  levels: WaitingRecords['levels'],
): readonly string[] {
  const level = endedAt === null ? levels.get(id) : undefined
  return level === undefined ? [] : [levelLine(id, level)]
}

function endLines(entry: WaitingInstruction): readonly string[] {
  const { id, state, detail, endedAt, instructions, alerted, createdAt } = entry
  if (state === 'waiting' && alerted !== undefined) {
    return [stepLine({ kind: 'alerted', id, detail: alerted, at: createdAt })]
  }
  if (state === 'waiting' || state === 'waking' || detail === null || endedAt === null) return []
  return [stepLine({ kind: 'ended', id, state, detail, instructions, at: endedAt })]
}
