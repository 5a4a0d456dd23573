import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { err, type Result } from '../../../../shared/domain/result.js'
import { DAY_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { FileError, JournalPort } from '../../ports.js'
import { withAmendment, resultingDraft } from '../requests/action.js'
import { applyRecord, pendingInstruction, parseLine, type LogLine } from './instruction-log.js'

/**
 * Instructions that ended longer ago than this leave the file read at every start. Keys last a day,
 * limits count the day, and the panel shows the newest.
 */
const RETENTION_DAYS = 90
/**
 * The number of newest calls that stay regardless of age, because a wrong clock may make today's
 * requests look old.
 */
export const MIN_RETAINED = 500
/** The file is not rewritten for fewer instructions than this. */
export const MIN_TO_ARCHIVE = 500

/**
 * The archive file, and an atomic replacement of the live log: after a crash it is either the old
 * or the new file.
 */
export interface ArchivePort {
  readonly journal: JournalPort
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

export interface ArchivePlan {
  readonly retain: readonly LogLine[]
  readonly move: readonly LogLine[]
}

/** One call with all its later records. */
interface StoredCall {
  readonly lines: LogLine[]
  readonly instructions: Map<string, Instruction>
  lastChangedAt: number
}

/**
 * True when the order may still be working. The kill switch must know its connection, however old
 * it is.
 */
function mayStillWork(instruction: Instruction): boolean {
  const timeInForce = resultingDraft(withAmendment(instruction))?.timeInForce
  return (
    instruction.outcome?.state === 'acknowledged' &&
    instruction.action.kind !== 'cancel' &&
    timeInForce !== 'day' &&
    timeInForce !== 'ioc' &&
    timeInForce !== 'fok'
  )
}
const isOver = (instruction: Instruction): boolean =>
  instruction.status !== 'PENDING' &&
  instruction.outcome?.state !== 'sending' &&
  instruction.outcome?.state !== 'unknown' &&
  !mayStillWork(instruction)

function callsOf(stored: readonly LogLine[]): readonly StoredCall[] {
  const calls: StoredCall[] = []
  const callById = new Map<string, StoredCall>()
  for (const entry of stored) {
    const { record } = entry
    if (record.kind === 'made') {
      const call: StoredCall = {
        lines: [entry],
        instructions: new Map(record.made.map((made) => [made.id, pendingInstruction(made)])),
        lastChangedAt: Math.max(...record.made.map(({ createdAt }) => createdAt)),
      }
      calls.push(call)
      for (const { id } of record.made) callById.set(id, call)
      continue
    }
    const call = callById.get(record.id)
    const instruction = call?.instructions.get(record.id)
    if (call === undefined || instruction === undefined) continue
    call.lines.push(entry)
    call.instructions.set(record.id, applyRecord(instruction, record))
    call.lastChangedAt = Math.max(call.lastChangedAt, record.at)
  }
  return calls
}

/**
 * Selects the records to archive: calls whose every instruction ended more than 90 days ago and
 * that are not among the newest 500. Null when rewriting the file is not worthwhile. The remaining
 * records keep their order.
 */
export function planArchive(stored: readonly LogLine[], now: EpochMs): ArchivePlan | null {
  const calls = callsOf(stored)
  const old = calls
    .slice(0, -MIN_RETAINED)
    .filter(
      ({ lastChangedAt: touchedAt, instructions }) =>
        now - touchedAt > RETENTION_DAYS * DAY_MS && [...instructions.values()].every(isOver),
    )
  if (old.reduce((sum, { instructions }) => sum + instructions.size, 0) < MIN_TO_ARCHIVE) {
    return null
  }
  const move = old.flatMap(({ lines }) => lines)
  const moving = new Set(move)
  return { retain: stored.filter((entry) => !moving.has(entry)), move }
}

/**
 * Moves records to the archive, then removes them from the live file. A crash in between leaves
 * them in both; the next start completes the move without writing any twice. An ordinary start does
 * not read the archive.
 */
export async function archive(
  { journal, replace }: ArchivePort,
  { retain, move }: ArchivePlan,
): Promise<Result<void, FileError>> {
  // Reading also removes a partial line left by a crash, because appending after it would corrupt
  // the file.
  const before = await journal.read()
  if (!before.ok) return before
  const archivedLines = new Set(before.value.lines)
  for (const line of archivedLines) {
    if (parseLine(line) === null) {
      return err({
        kind: 'damaged',
        message: 'the archive of instructions was made by a newer version',
      })
    }
  }
  const lines = move.map(({ line }) => line).filter((line) => !archivedLines.has(line))
  const written = await Promise.all(lines.map((line) => journal.append(line)))
  await journal.close()
  return written.find((result) => !result.ok) ?? replace(retain.map(({ line }) => line))
}
