import type { Instruction } from '../../../shared/domain/instruction.js'
import { err, type Result } from '../../../shared/domain/result.js'
import { DAY_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { FileError, JournalPort } from '../ports.js'
import { effective, resultingDraft } from './action.js'
import { applied, fresh, parseLine, type StoredLine } from './store.js'

/**
 * What ended longer ago than this leaves the file that every start reads. Keys are good for a day,
 * limits count the day, the panel shows the newest.
 */
const KEPT_DAYS = 90
/**
 * These stay however old they are: what a clock that runs wild calls old may have been asked for
 * this morning.
 */
export const KEPT_NEWEST = 500
/** The file is not written anew for less. */
export const WORTH_MOVING = 500

/**
 * Where old records go, and how the live file is replaced as a whole: after a crash it is the old
 * one or the new one.
 */
export interface ArchivePort {
  readonly journal: JournalPort
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

export interface ArchivePlan {
  readonly keep: readonly StoredLine[]
  readonly move: readonly StoredLine[]
}

/** One call with everything that became of it. */
interface Unit {
  readonly lines: StoredLine[]
  readonly instructions: Map<string, Instruction>
  touchedAt: number
}

/** Its order may work still: the kill switch has to know whose it is, whenever it was placed. */
function mayWork(instruction: Instruction): boolean {
  const timeInForce = resultingDraft(effective(instruction))?.timeInForce
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
  !mayWork(instruction)

function unitsOf(stored: readonly StoredLine[]): readonly Unit[] {
  const units: Unit[] = []
  const of = new Map<string, Unit>()
  for (const each of stored) {
    const { record } = each
    if (record.kind === 'made') {
      const unit: Unit = {
        lines: [each],
        instructions: new Map(record.made.map((made) => [made.id, fresh(made)])),
        touchedAt: Math.max(...record.made.map(({ createdAt }) => createdAt)),
      }
      units.push(unit)
      for (const { id } of record.made) of.set(id, unit)
      continue
    }
    const unit = of.get(record.id)
    const instruction = unit?.instructions.get(record.id)
    if (unit === undefined || instruction === undefined) continue
    unit.lines.push(each)
    unit.instructions.set(record.id, applied(instruction, record))
    unit.touchedAt = Math.max(unit.touchedAt, record.at)
  }
  return units
}

/**
 * What of the live file may go to the archive: calls that are over in every part, longer ago than
 * 90 days, and not among the newest 500.
 * Null where it is not worth writing the file anew. The order of what stays is the order it was
 * written in.
 */
export function planArchive(stored: readonly StoredLine[], now: EpochMs): ArchivePlan | null {
  const units = unitsOf(stored)
  const old = units
    .slice(0, -KEPT_NEWEST)
    .filter(
      ({ touchedAt, instructions }) =>
        now - touchedAt > KEPT_DAYS * DAY_MS && [...instructions.values()].every(isOver),
    )
  if (old.reduce((sum, { instructions }) => sum + instructions.size, 0) < WORTH_MOVING) return null
  const move = old.flatMap(({ lines }) => lines)
  const going = new Set(move)
  return { keep: stored.filter((each) => !going.has(each)), move }
}

/**
 * Moves records: to the archive first, then out of the live file. Dying in between leaves them in
 * both, and the next start finishes it
 * without writing any of them twice. The archive is read here alone, never at an ordinary start.
 */
export async function archive(
  { journal, replace }: ArchivePort,
  { keep, move }: ArchivePlan,
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
  return written.find((each) => !each.ok) ?? replace(keep.map(({ line }) => line))
}
