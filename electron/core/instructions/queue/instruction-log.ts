import { causeFields } from '../../described-error.js'
import { z } from 'zod'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { ENDINGS, type Instruction } from '../../../../shared/domain/instructions/instruction.js'
import {
  Amendment,
  zConnectionId,
  zInstructionId,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ENVIRONMENTS } from '../../../../shared/domain/environment.js'
import { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import { storedAction, zStoredAction } from '../requests/stored-action.js'
import { zClientOrderId, zDigest, zMoney, zTime } from '../../../../shared/domain/scalars.schema.js'
import type { FileError, JournalPort } from '../../ports.js'
import { moveUnreadable } from '../../unreadable-lines.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'

/** The version of these records. A file with a newer version is refused, not guessed at. */
export const INSTRUCTION_LOG_VERSION = 1

const zKey = z.string().min(1).max(200)
const zMade = z.strictObject({
  id: zInstructionId,
  source: z.enum(['local', 'hosted']),
  sourceId: z.string().min(1).max(200).optional(),
  connectionId: zConnectionId,
  connectionName: z.string().max(80),
  environment: z.enum(ENVIRONMENTS),
  key: zKey,
  requestDigest: zDigest,
  action: zStoredAction,
  reason: z.string().max(280),
  condition: WakeCondition.optional(),
  batch: z
    .strictObject({ batchId: z.string().max(32), index: z.number().int(), count: z.number().int() })
    .nullable(),
  createdAt: zTime,
  expiresAt: zTime,
})
/** An instruction as it was requested. */
export type NewInstruction = z.output<typeof zMade>
const v = z.literal(INSTRUCTION_LOG_VERSION)

const zLogRecord = z.discriminatedUnion('kind', [
  /** One call with all its instructions on one line, so that a batch is never partly written. */
  z.strictObject({ v, kind: z.literal('made'), made: z.array(zMade).min(1).max(20) }),
  /** A repeat of the same request, possibly under another key. */
  z.strictObject({ v, kind: z.literal('asked'), id: zInstructionId, key: zKey, at: zTime }),
  z.strictObject({
    v,
    kind: z.literal('amended'),
    id: zInstructionId,
    amendment: Amendment.nullable(),
    at: zTime,
  }),
  z.strictObject({
    v,
    kind: z.literal('extended'),
    id: zInstructionId,
    expiresAt: zTime,
    at: zTime,
  }),
  /** Ended without anything being sent. */
  z.strictObject({
    v,
    kind: z.literal('ended'),
    id: zInstructionId,
    why: z.enum(ENDINGS).exclude(['approved', 'allowed-by-rule']),
    detail: z.string().max(500),
    at: zTime,
  }),
  /**
   * Decided and about to be sent. On disk before it reaches the order gateway. `worth` is the
   * exposure that counts against the day's limits.
   */
  z.strictObject({
    v,
    kind: z.literal('sending'),
    id: zInstructionId,
    why: z.enum(['approved', 'allowed-by-rule']),
    detail: z.string().max(500),
    worth: zMoney,
    at: zTime,
  }),
  z.strictObject({
    v,
    kind: z.literal('outcome'),
    id: zInstructionId,
    state: z.enum(['acknowledged', 'rejected', 'denied', 'unknown']),
    clientOrderId: zClientOrderId.nullable(),
    text: z.string().max(500),
    at: zTime,
  }),
])
export type LogRecord = z.output<typeof zLogRecord>
type Unversioned<T> = T extends unknown ? Omit<T, 'v'> : never
export type NewLogRecord = Unversioned<LogRecord>

/** A record and its line in the file. */
export interface LogLine {
  readonly record: LogRecord
  readonly line: string
}

export interface InstructionLog {
  /**
   * Appends a record and resolves once it is on disk. Records are written in call order. A record
   * that the next start could not read is an error and is not written (REL-43).
   */
  append(record: NewLogRecord): Promise<Result<void, FileError>>
  /**
   * Reads every record, oldest first. An unreadable record is an error, because it may have been an
   * order.
   */
  read(): Promise<Result<readonly LogLine[], FileError>>
  /**
   * Moves the unreadable records to another file, so that the rest can be read: the person has
   * looked at the orders.
   */
  setUnreadableAside(aside: UnreadableFile): Promise<Result<void, FileError>>
  close(): Promise<void>
}

/** Where unreadable records are moved to, and what then replaces the log, atomically. */
export interface UnreadableFile {
  readonly journal: JournalPort
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

/** Parses a line; null when it is unreadable or of a newer version. */
export function parseLine(line: string): LogRecord | null {
  try {
    const parsed = zLogRecord.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Returns the line of a record. */
const lineOf = (record: NewLogRecord): string =>
  JSON.stringify({
    v: INSTRUCTION_LOG_VERSION,
    ...record,
    ...(record.kind === 'made'
      ? { made: record.made.map((made) => ({ ...made, action: storedAction(made.action) })) }
      : {}),
  })

/** Creates the instruction log over a file of lines. */
export function createInstructionLog(port: JournalPort): InstructionLog {
  let tail: Promise<unknown> = Promise.resolve()
  let closed = false
  return {
    append(record) {
      // The next session of this environment may own the file by now. It queries open outcomes
      // itself.
      if (closed) {
        return Promise.resolve(err({ kind: 'failed', message: 'the instruction file is closed' }))
      }
      const line = lineOf(record)
      if (parseLine(line) === null) {
        return Promise.resolve(
          err({ kind: 'failed', message: 'this record could not be read at the next start' }),
        )
      }
      const done = tail.then(() =>
        port.append(line).catch(
          (cause: unknown): Result<void, FileError> =>
            err({
              kind: 'failed',
              message: `the instruction file broke: ${causeFields(cause).error}`,
            }),
        ),
      )
      tail = done
      return done
    },
    async read() {
      const content = await port.read().catch(
        (cause: unknown): Result<never, FileError> =>
          err({
            kind: 'failed',
            message: `the instruction file cannot be read: ${causeFields(cause).error}`,
          }),
      )
      if (!content.ok) return content
      const records: LogLine[] = []
      for (const line of content.value.lines) {
        const record = parseLine(line)
        if (record === null) {
          return err({
            kind: 'damaged',
            message: `instruction record ${records.length + 1} cannot be read, or was made by a newer version`,
          })
        }
        records.push({ record, line })
      }
      return ok(records)
    },
    setUnreadableAside: ({ journal, replace }) =>
      moveUnreadable(port, { journal, replace, isReadable: (line) => parseLine(line) !== null }),
    async close() {
      closed = true
      await tail
      await port.close()
    },
  }
}

/** Returns a new instruction in its pending state. */
export const pendingInstruction = (made: NewInstruction): Instruction => ({
  ...made,
  requestCount: 1,
  status: 'PENDING',
  ending: null,
  amendment: null,
  outcome: null,
})

/**
 * Applies a record to an instruction. The running queue and the replay share this function, so they
 * cannot differ. An ended instruction stays ended: only an outcome can follow, and only if it was
 * sent.
 */
export function applyRecord(
  instruction: Instruction,
  record: Exclude<NewLogRecord, { readonly kind: 'made' }>,
): Instruction {
  if (record.kind === 'outcome' ? instruction.outcome === null : instruction.status !== 'PENDING') {
    return instruction
  }
  switch (record.kind) {
    case 'asked':
      return { ...instruction, requestCount: instruction.requestCount + 1 }
    case 'amended':
      return { ...instruction, amendment: record.amendment as Amendment | null }
    case 'extended':
      return { ...instruction, expiresAt: record.expiresAt }
    case 'ended':
      return {
        ...instruction,
        status: record.why === 'expired' ? 'EXPIRED' : 'REJECTED',
        ending: { why: record.why, detail: record.detail, endedAt: record.at },
      }
    case 'sending':
      return {
        ...instruction,
        status: 'APPROVED',
        ending: { why: record.why, detail: record.detail, endedAt: record.at },
        outcome: {
          state: 'sending',
          clientOrderId: null,
          text: inEnglish(message('outcomes.sending')),
          at: record.at,
        },
      }
    case 'outcome':
      return {
        ...instruction,
        outcome: {
          state: record.state,
          clientOrderId: record.clientOrderId as ClientOrderId | null,
          text: record.text,
          at: record.at,
        },
      }
  }
}
