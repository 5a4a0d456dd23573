import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  EXIT_CODE_INDEX,
  newThreadState,
  STATE_INDEX,
  THREAD_STATES,
} from '../../assistant/bridge/thread-state.js'

/** The switch with which a client starts the bridge from the program itself. */
export const BRIDGE_SWITCH = '--mcp-bridge'
const START_LIMIT_MS = 30_000
const NOT_STARTED = 1

/**
 * Runs the bridge when the program was started for it, and returns its exit code once it has ended;
 * null when the program was started for something else. Call it first in the main process: while it
 * waits nothing of the browser exists yet, so that no window, display, sandbox, folder or lock is
 * needed. A thread does the work, because the events of this one are handled only later.
 * @param bundles the folder of all bundles; an archive is read too
 */
export function runBridgeCommand(argv: readonly string[], bundles: string): number | null {
  const place = argv.indexOf(BRIDGE_SWITCH)
  if (place < 0) return null
  const memory = newThreadState()
  // As text: a thread cannot open a file inside an archive everywhere.
  const program = readFileSync(path.join(bundles, 'bridge', 'bridge.cjs'), 'utf8')
  const thread = new Worker(program, {
    eval: true,
    argv: argv.slice(place + 1),
    workerData: memory,
  })
  thread.on('error', () => undefined)
  Atomics.wait(memory, STATE_INDEX, THREAD_STATES.starting, START_LIMIT_MS)
  if (Atomics.load(memory, STATE_INDEX) === THREAD_STATES.starting) return NOT_STARTED
  Atomics.wait(memory, STATE_INDEX, THREAD_STATES.running)
  return Atomics.load(memory, EXIT_CODE_INDEX)
}
