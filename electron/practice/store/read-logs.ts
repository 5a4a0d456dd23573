import { copyFile, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { zEntries, zHead, type Entry } from './log-entries.js'
import { readLines } from './log-lines.js'

export const logName = (base: string, generation: number): string => `${base}.log.${generation}`

/** What the logs of a folder tell. */
export interface LoadedLogs {
  /** What happened after the snapshot, in order; entries of one group count together. */
  readonly groups: readonly (readonly Entry[])[]
  /** True when there was a log to go on from the snapshot: the exchange did not end by itself. */
  readonly crashed: boolean
  /** Logs that could not be used to their end, by the names they were given. */
  readonly logsAside: readonly string[]
}

/** The generations of all logs beside a snapshot, ascending. */
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

/** Removes logs that came before `generation`: a snapshot stands for them. */
export async function removeLogs(folder: string, base: string, generation: number): Promise<void> {
  for (const old of await findLogs(folder, base)) {
    if (old < generation) await rm(join(folder, logName(base, old)), { force: true })
  }
}

/**
 * One log. `follows` is null when only a snapshot leads to it; `whole` when nothing stands after
 * the last good line.
 */
interface OneLog {
  readonly follows: number | null
  readonly groups: readonly (readonly Entry[])[]
  readonly mark: number
  /**
   * Bytes behind the last line that could be read. A cut line is what a crash leaves; more than a
   * line is damage.
   */
  readonly damaged: boolean
}

async function readOne(path: string, generation: number): Promise<OneLog | null> {
  const bytes = await readFile(path)
  const { values, mark, rest } = readLines(bytes)
  const head = zHead.safeParse(values[0])
  // A process that died while it made the file leaves it empty or with half a line.
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
 * Where the logs are, and which is the first that goes on from the snapshot; null when there is no
 * usable snapshot.
 */
export interface LogPlace {
  readonly folder: string
  readonly base: string
  readonly found: readonly number[]
  readonly first: number | null
  readonly now: number
}

/**
 * Reads every log that goes on from the snapshot, each only where the one before it ended. Older
 * ones are passed over. What
 * cannot be used is copied under another name before a snapshot replaces it.
 */
export async function readLogs({ folder, base, found, first, now }: LogPlace): Promise<LoadedLogs> {
  const groups: (readonly Entry[])[] = []
  const logsAside: string[] = []
  // Copied and not renamed: until the next snapshot is on the disk, its good lines are all there is
  // of what they tell.
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
  return { groups, crashed: groups.length > 0, logsAside }
}
