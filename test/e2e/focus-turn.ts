import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every window of every worker lies on one screen, and a screen has one focus. */
const TURN = join(tmpdir(), `countersign-focus-${process.ppid}`)
const LOOK_EVERY_MS = 50
/** No turn takes so long; what lies there longer was left by a worker that ended. */
const LEFT_MS = 60_000

/** Only one worker at a time does what needs the screen's focus; others wait for their turn. */
export async function withFocusTurn<T>(work: () => Promise<T>): Promise<T> {
  while (!taken()) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  try {
    return await work()
  } finally {
    rmSync(TURN, { recursive: true, force: true })
  }
}

function taken(): boolean {
  try {
    mkdirSync(TURN)
    return true
  } catch {
    const since = statSync(TURN, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > LEFT_MS) rmSync(TURN, { recursive: true, force: true })
    return false
  }
}
