import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'

const NAME = 'in-use.lock'
/** The exchange of an app that was just closed or killed may still be ending. */
const PATIENCE_MS = 3_000
const RETRY_MS = 100
/** Between two tries to take the lock of a process that is gone. */
const TAKING_MS = 5

/**
 * `start` tells a process from a later one with the same number, where the system says when a
 * process began.
 */
const zHolder = z.object({ pid: z.number().int().positive(), start: z.string() })
type Holder = z.infer<typeof zHolder>

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** When process `pid` began; null when it is gone, '' when this system does not say. */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, as somebody else.
    if (!hasCode(error, 'EPERM')) return null
  }
  if (process.platform !== 'linux') {
    return pid === process.pid ? String(Math.round(performance.timeOrigin)) : ''
  }
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // proc(5): the second field is a name in parentheses, which may hold anything; the third is the
    // state, the 22nd the start.
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

/** The text of the lock; null when there is none. */
async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
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

/** True when the lock did not exist and is ours now. */
async function create(path: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, start: (await startOf(process.pid)) ?? '' }
  let handle
  try {
    handle = await open(path, 'wx', 0o600)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
  try {
    await handle.writeFile(JSON.stringify(holder), 'utf8')
  } finally {
    await handle.close()
  }
  return true
}

/**
 * Removes the lock of a dead holder, if it is still the text that was `seen`. Of several who try,
 * one may at a time: whoever else removed
 * a lock could remove the one that the first of them has made meanwhile. A guard is held for the
 * moment of two file operations; one that
 * is left was left by a crash right there; one that says nothing counts as that when the caller's
 * patience is over (`late`).
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
 * Makes this process the only exchange on `folder`: two of them would overwrite each other's
 * accounts and orders. The lock of a
 * process that is gone is taken over. Answers what releases it, or a sentence for a person.
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
    } else if (text !== null) {
      // Just created and not yet written, or cut off in the middle: time tells.
      await pause(RETRY_MS)
    }
  }
}
