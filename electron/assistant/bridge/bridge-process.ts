import { createReadStream, createWriteStream, writeSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'
import type { Readable, Writable } from 'node:stream'
import { EXIT_CODE_INDEX, setThreadState, THREAD_STATES } from './thread-state.js'

const STDIN = 0
const STDOUT = 1
const STDERR = 2

/** The standard streams of the process that the bridge runs in, and its end. */
export interface BridgeProcess {
  readonly input: Readable
  readonly output: Writable
  /** Writes to standard error. */
  readonly report: (text: string) => void
  /** Ends the process once what was written has left it. */
  readonly end: (exitCode: number) => void
}

/** The bridge has the process to itself. */
const ownProcess = (): BridgeProcess => ({
  input: process.stdin,
  output: process.stdout,
  report: (text) => process.stderr.write(text),
  end: (exitCode) => process.exit(exitCode),
})

/**
 * The bridge runs in a thread of a process whose main thread waits and handles no events, so that
 * the standard streams are opened by their numbers.
 */
function waitingProcess(memory: Int32Array): BridgeProcess {
  const output = createWriteStream('', { fd: STDOUT, autoClose: false })
  const end = (exitCode: number): void => {
    Atomics.store(memory, EXIT_CODE_INDEX, exitCode)
    setThreadState(memory, THREAD_STATES.ended)
  }
  const report = (text: string): void => {
    try {
      writeSync(STDERR, text)
    } catch {
      // Nobody reads it.
    }
  }
  process.on('uncaughtException', (error) => {
    report(`countersign: ${error.message}\n`)
    end(1)
  })
  setThreadState(memory, THREAD_STATES.running)
  return {
    input: createReadStream('', { fd: STDIN, autoClose: false }),
    output,
    report,
    end: (exitCode) => {
      if (output.destroyed || output.errored !== null) end(exitCode)
      else output.end(() => end(exitCode))
    },
  }
}

/** Returns the process that this bridge runs in. */
export const bridgeProcess = (): BridgeProcess =>
  isMainThread || !(workerData instanceof Int32Array) ? ownProcess() : waitingProcess(workerData)
