import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { err, type Result } from '../../../../shared/domain/result.js'
import { DAY_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { FileError, JournalPort } from '../../ports.js'
import { withAmendment, resultingDraft } from '../requests/action.js'
import { applyRecord, pendingInstruction, parseLine, type LogLine } from './instruction-log.js'

/**
 * What ended longer ago than this leaves the file that every start reads. Keys are good for a day,
 * limits count the day, the panel shows the newest.
 */
const RETENTION_DAYS = 90
/**
 * These stay however old they are: what a clock that runs wild calls old may have been asked for
 * this morning.
 */
export const MIN_RETAINED = 500
/** The file is not written anew for less. */
export const MIN_TO_ARCHIVE = 500

/**
 * Where old records go, and how the live file is replaced as a whole: after a crash it is the old
 * one or the new one.
 */
export interface ArchivePort {
  readonly journal: JournalPort
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

export interface ArchivePlan {
  readonly retain: readonly LogLine[]
  readonly move: readonly LogLine[]
}

/** One call with everything that became of it. */
interface StoredCall {
  readonly lines: LogLine[]
  readonly instructions: Map<string, Instruction>
  lastChangedAt: number
}

/** Its order may work still: the kill switch has to know whose it is, whenever it was placed. */
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
 * What of the live file may go to the archive: calls that are over in every part, longer ago than
 * 90 days, and not among the newest 500.
 * Null where it is not worth writing the file anew. The order of what stays is the order it was
 * written in.
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
 * Moves records: to the archive first, then out of the live file. Dying in between leaves them in
 * both, and the next start finishes it
 * without writing any of them twice. The archive is read here alone, never at an ordinary start.
 */
export async function archive(
  { journal, replace }: ArchivePort,
  { retain, move }: ArchivePlan,
): Promise<Result<void, FileError>> {
  // Read for the tail that a crash may have left, too: what is appended behind half a record would
  // be damage.
  const before = await journal.read()
  if (!before.ok) return before
  const known = new Set(before.value.lines)
  for (const line of known) {
    if (parseLine(line) === null) {
      return err({
        kind: 'damaged',
        message: 'the archive of instructions was made by a newer version',
      })
    }
  }
  const lines = move.map(({ line }) => line).filter((line) => !known.has(line))
  const written = await Promise.all(lines.map((line) => journal.append(line)))
  await journal.close()
  return written.find((result) => !result.ok) ?? replace(retain.map(({ line }) => line))
}
