import { copyFile, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { zEntries, zHead, type Entry } from './log-entries.js'
import type { LogEnd } from './log-head.js'
import { readLines } from './log-lines.js'

export const logName = (base: string, generation: number): string => `${base}.log.${generation}`

/** The contents of a folder's logs. */
export interface LoadedLogs {
  /** The changes after the snapshot, in order; the entries of a group belong together. */
  readonly groups: readonly (readonly Entry[])[]
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

/** One log. `follows` is null when only a snapshot precedes it. */
interface OneLog {
  readonly follows: number | null
  readonly groups: readonly (readonly Entry[])[]
  readonly mark: number
  /**
   * True when more than a cut line follows the last good one. A crash leaves a cut line; more than
   * that is damage.
   */
  readonly damaged: boolean
}

async function readOne(path: string, generation: number): Promise<OneLog | null> {
  const bytes = await readFile(path)
  const { values, mark, rest } = readLines(bytes)
  const head = zHead.safeParse(values[0])
  // A process that died while creating the file leaves it empty or with part of a line.
  if (values.length === 0 && bytes.indexOf(0x0a) < 0) {
    return { follows: null, groups: [], mark: 0, damaged: false }
  }
  if (!head.success || head.data.generation !== generation) return null
  const groups: (readonly Entry[])[] = []
  for (const value of values.slice(1)) {
    const group = zEntries.safeParse(value)
    if (!group.success) return { follows: head.data.follows, groups, mark, damaged: true }
    groups.push(group.data)
  }
  return {
    follows: head.data.follows,
    groups,
    mark,
    damaged: bytes.subarray(bytes.length - rest).includes(0x0a),
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
async function checkEnd({ folder, base, found, first, end }: LogPlace): Promise<LoadedLogs['end']> {
  // A snapshot that is newer than the end contains it.
  if (end === null || first === null || end.generation < first) return null
  if (!found.includes(end.generation)) return 'missing'
  const bytes = await readFile(join(folder, logName(base, end.generation)))
  const { mark, rest } = readLines(bytes.subarray(0, end.bytes))
  return bytes.length >= end.bytes && rest === 0 && mark === end.mark ? null : 'cut'
}

/**
 * Reads every log that continues the snapshot, each only if it starts where the previous one ended.
 * Older logs are skipped. An unusable log is copied under another name before a snapshot replaces
 * it.
 */
export async function readLogs(place: LogPlace): Promise<LoadedLogs> {
  const { folder, base, found, first, now } = place
  const groups: (readonly Entry[])[] = []
  const logsAside: string[] = []
  // Copied, not renamed: until the next snapshot is on disk, its good lines are the only record of
  // those changes.
  const putAside = async (generation: number): Promise<void> => {
    const name = logName(base, generation)
    logsAside.push(`${name}.corrupt-${now}`)
    await copyFile(join(folder, name), join(folder, `${name}.corrupt-${now}`))
  }
  let mark: number | null = null
  let next: number | null = first
  for (const generation of found.filter((candidate) => first === null || candidate >= first)) {
    const log: OneLog | null =
      next === generation
        ? await readOne(join(folder, logName(base, generation)), generation)
        : null
    const fits: boolean =
      log !== null && (generation === first || log.follows === mark || log.groups.length === 0)
    const usable: OneLog | null = fits ? log : null
    if (usable === null || usable.damaged) await putAside(generation)
    groups.push(...(usable?.groups ?? []))
    mark = usable?.mark ?? null
    next = usable !== null && !usable.damaged ? generation + 1 : null
  }
  return { groups, crashed: groups.length > 0, logsAside, end: await checkEnd(place) }
}
