import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All windows of all workers share one screen, which has only one focus. */
const LOCK_FOLDER = join(tmpdir(), `countersign-focus-${process.ppid}`)
const POLL_MS = 50
/** No work takes this long; an older lock was left by a worker that ended. */
const ABANDONED_MS = 60_000

/** Runs work that needs the screen's focus in one worker at a time. */
export async function withFocusLock<T>(work: () => Promise<T>): Promise<T> {
  while (!acquired()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  try {
    return await work()
  } finally {
    rmSync(LOCK_FOLDER, { recursive: true, force: true })
  }
}

function acquired(): boolean {
  try {
    mkdirSync(LOCK_FOLDER)
    return true
  } catch {
    const since = statSync(LOCK_FOLDER, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > ABANDONED_MS) rmSync(LOCK_FOLDER, { recursive: true, force: true })
    return false
  }
}
