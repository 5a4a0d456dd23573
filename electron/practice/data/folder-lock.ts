import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { errorCode } from '../../../shared/domain/error-code.js'

const NAME = 'in-use.lock'
/** How long to wait for another exchange to exit, such as that of an app just closed or killed. */
const PATIENCE_MS = 3_000
const RETRY_MS = 100
/** What a file system without links answers. */
const UNLINKABLE = ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EISDIR'] as const
/** Delay between two attempts to take over the lock of a dead process. */
const TAKING_MS = 5

/**
 * `start` distinguishes a process from a later one with the same pid, on systems that report start
 * times.
 */
const zHolder = z.object({ pid: z.number().int().positive(), start: z.string() })
type Holder = z.infer<typeof zHolder>

/**
 * Returns when process `pid` started; null when it no longer runs, '' when the system does not
 * report it.
 */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    if (errorCode(error) !== 'EPERM') return null
  }
  if (process.platform !== 'linux') {
    return pid === process.pid ? String(Math.round(performance.timeOrigin)) : ''
  }
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // proc(5): the second field is a name in parentheses, which may contain anything; the third is
    // the state, the 22nd the start time.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '')
  } catch {
    return null
  }
}

async function alive(holder: Holder): Promise<boolean> {
  const start = await startOf(holder.pid)
  return start !== null && (start === '' || holder.start === '' || start === holder.start)
}

/** Returns the text of the lock file; null when there is none. */
async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function parse(text: string): Holder | null {
  try {
    return zHolder.parse(JSON.parse(text))
  } catch {
    return null
  }
}

let drafts = 0

/**
 * Creates the lock file; returns false when it already exists. It appears with its content: an
 * empty one would look like that of a process that died while it wrote it, and would be removed.
 */
async function create(path: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, start: (await startOf(process.pid)) ?? '' }
  const text = JSON.stringify(holder)
  drafts += 1
  const draft = `${path}.${process.pid}-${drafts}`
  await writeFile(draft, text, { encoding: 'utf8', mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    if (!UNLINKABLE.some((code) => code === errorCode(error))) throw error
    return await createInTwoSteps(path, text)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Creates the lock file where the file system has no links. */
async function createInTwoSteps(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { encoding: 'utf8', mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes the lock of a dead process if its text is still `seen`. A guard file admits one process
 * at a time, because otherwise a second process could remove the new lock of the first. The guard
 * exists only for two file operations, so a guard whose process is dead was left by a crash. A
 * guard that cannot be parsed counts as dead once the caller's wait is over (`late`).
 */
async function removeDead(path: string, seen: string, late: boolean): Promise<void> {
  const guard = `${path}.taking`
  if (!(await create(guard))) {
    const left = await read(guard)
    const holder = left === null ? null : parse(left)
    if (holder === null ? late : !(await alive(holder))) await rm(guard, { force: true })
    return
  }
  try {
    if ((await read(path)) === seen) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

/**
 * Locks `folder` for this process, because two exchanges would overwrite each other's accounts and
 * orders. Takes over the lock of a dead process. Returns the function that releases the lock, or an
 * error message for the user.
 */
export async function lockDataDir(
  folder: string,
  patienceMs = PATIENCE_MS,
): Promise<Result<() => Promise<void>, string>> {
  const path = join(folder, NAME)
  const until = performance.now() + patienceMs
  for (;;) {
    if (await create(path)) return ok(() => rm(path, { force: true }))
    const text = await read(path)
    const holder = text === null ? null : parse(text)
    const late = performance.now() >= until
    if (holder !== null && (await alive(holder))) {
      if (late) {
        return err(
          `Another practice exchange (process ${holder.pid}) already uses ${folder}. End it, or choose another --data-dir.`,
        )
      }
      await pause(RETRY_MS)
    } else if (text !== null && (holder !== null || late)) {
      await removeDead(path, text, late)
      await pause(TAKING_MS)
    } else {
      // The lock was just created and is not written yet, was cut off while written, or has just
      // been released: wait. A link to nothing stays, and no holder is behind it.
      if (text === null && late) await rm(path, { force: true })
      await pause(late ? TAKING_MS : RETRY_MS)
    }
  }
}
