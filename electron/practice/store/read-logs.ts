import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newerFile, readStored } from '../data/state-file.js'
import { zLogEntries, zHead, zLogVersion, LOG_FORMAT, type LogEntry } from './log-entries.js'
import type { LogEnd } from './log-head.js'
import { readLines } from './log-lines.js'

export const logName = (base: string, generation: number): string => `${base}.log.${generation}`

/** The contents of a folder's logs. */
export interface LoadedLogs {
  /** The changes after the snapshot, in order; the entries of a group belong together. */
  readonly groups: readonly (readonly LogEntry[])[]
  /**
   * True when the logs contain changes after the snapshot: the exchange did not shut down properly.
   */
  readonly crashed: boolean
  /** The new names of logs that could not be read to their end. */
  readonly logsAside: readonly string[]
  /**
   * What happened to the end of the logs, by the length that was stored apart from them: the log is
   * `missing`, it is `cut` (or emptied), or null when nothing is missing.
   */
  readonly end: 'missing' | 'cut' | null
}

/** Returns the generations of all logs of a snapshot, ascending. */
export async function findLogs(folder: string, base: string): Promise<readonly number[]> {
  const start = `${base}.log.`
  const numbers = (await readdir(folder))
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
  return numbers
    .filter((text) => /^\d{1,15}$/.test(text))
    .map(Number)
    .sort((a, b) => a - b)
}

/** Removes logs older than `generation`, whose contents a snapshot includes. */
export async function removeLogs(folder: string, base: string, generation: number): Promise<void> {
  for (const old of await findLogs(folder, base)) {
    if (old < generation) await rm(join(folder, logName(base, old)), { force: true })
  }
}

/** One log. */
interface OneLog {
  /**
   * The mark after which it begins. Null when only a snapshot precedes it, `unknown` when its first
   * line is damaged.
   */
  readonly follows: number | null | 'unknown'
  readonly groups: readonly (readonly LogEntry[])[]
  readonly mark: number
  /** The marks from which the next log may continue: the last good line's, and of what follows. */
  readonly ends: readonly number[]
  /**
   * True when a line is lost, or more than a cut one follows the last good one. A crash leaves a
   * cut line; more than that is damage.
   */
  readonly damaged: boolean
}

async function readOne(path: string, generation: number): Promise<OneLog | null> {
  const bytes = (await readStored(path)) ?? Buffer.alloc(0)
  const { values, mark, rest, isHoled, ends } = readLines(bytes)
  const head = zHead.safeParse(values[0])
  // A process that died while creating the file leaves it empty or with part of a line.
  if (values.length === 0 && bytes.indexOf(0x0a) < 0) {
    return { follows: null, groups: [], mark: 0, ends: [0], damaged: false }
  }
  if ((zLogVersion.safeParse(values[0]).data?.log ?? 0) > LOG_FORMAT) throw newerFile(path)
  const isHeadless = isHoled && !head.success
  if (!isHeadless && (!head.success || head.data.generation !== generation)) return null
  const groups = values.slice(isHeadless ? 0 : 1).map((value) => zLogEntries.safeParse(value))
  return {
    follows: head.success ? head.data.follows : 'unknown',
    groups: groups.flatMap((group) => (group.success ? [group.data] : [])),
    mark,
    ends,
    damaged:
      isHoled ||
      groups.some((group) => !group.success) ||
      bytes.subarray(bytes.length - rest).includes(0x0a),
  }
}

/**
 * The location of the logs. `first` is the first one that continues the snapshot; null without a
 * usable snapshot.
 */
export interface LogPlace {
  readonly folder: string
  readonly base: string
  readonly found: readonly number[]
  readonly first: number | null
  readonly now: number
  /** How far the newest log was on disk; null when that is not known. */
  readonly end: LogEnd | null
}

/** Compares the logs with the end that was stored apart from them. */
async function checkEnd({ folder, base, found, first, end }: LogPlace): Promise<{
  readonly end: LoadedLogs['end']
  /** True when something unreadable is in place of what is missing. */
  readonly isUnreadable: boolean
}> {
  const complete = { end: null, isUnreadable: false }
  // A snapshot that is newer than the end contains it.
  if (end === null || first === null || end.generation < first) return complete
  if (!found.includes(end.generation)) return { end: 'missing', isUnreadable: false }
  const bytes = (await readStored(join(folder, logName(base, end.generation)))) ?? Buffer.alloc(0)
  const { mark, rest, ends } = readLines(bytes, end.bytes)
  // Its last line may be damaged, which is reported as damage and is no cut.
  const isDamaged = bytes.subarray(bytes.length - rest).includes(0x0a) && ends.includes(end.mark)
  if (isDamaged || (rest === 0 && mark === end.mark)) return complete
  return { end: 'cut', isUnreadable: rest > 0 }
}

/** True when a log begins where the one before it may have ended. */
const continues = ({ follows, groups }: OneLog, before: OneLog | null): boolean =>
  groups.length === 0 ||
  (before !== null &&
    (follows === 'unknown' || (follows !== null && before.ends.includes(follows))))

/** True when the end of a log is lost, by the log after it. */
const lostEnd = ({ mark }: OneLog, { follows }: OneLog): boolean =>
  typeof follows === 'number' && follows !== mark

/**
 * Reads every log that continues the snapshot, each only if it starts where the previous one ended.
 * Older logs are skipped. A damaged log is copied under another name before a snapshot replaces it;
 * its good lines count.
 */
export async function readLogs(place: LogPlace): Promise<LoadedLogs> {
  const { folder, base, found, first, now } = place
  const groups: (readonly LogEntry[])[] = []
  const logsAside: string[] = []
  // Copied, not renamed: until the next snapshot is on disk, its good lines are the only record of
  // those changes.
  const putAside = async (generation: number): Promise<void> => {
    const name = logName(base, generation)
    if (logsAside.includes(`${name}.corrupt-${now}`)) return
    logsAside.push(`${name}.corrupt-${now}`)
    await copyFile(join(folder, name), join(folder, `${name}.corrupt-${now}`))
  }
  let before: OneLog | null = null
  let next: number | null = first
  for (const generation of found.filter((candidate) => first === null || candidate >= first)) {
    const log: OneLog | null =
      next === generation
        ? await readOne(join(folder, logName(base, generation)), generation)
        : null
    const usable: OneLog | null =
      log !== null && (generation === first || continues(log, before)) ? log : null
    if (usable !== null && before?.damaged === false && lostEnd(before, usable)) {
      await putAside(generation - 1)
    }
    if (usable === null || usable.damaged) await putAside(generation)
    groups.push(...(usable?.groups ?? []))
    before = usable
    next = usable === null ? null : generation + 1
  }
  const { end, isUnreadable } = await checkEnd(place)
  if (isUnreadable && place.end !== null) await putAside(place.end.generation)
  return { groups, crashed: groups.length > 0, logsAside, end }
}
