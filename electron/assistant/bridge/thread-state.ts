/**
 * What a bridge that runs in a thread says to the thread that waits for it, as numbers in shared
 * memory: its state, then its exit code.
 */
export const THREAD_STATES = { starting: 0, running: 1, ended: 2 } as const

/** The places of the numbers. */
export const STATE_INDEX = 0
export const EXIT_CODE_INDEX = 1
const NUMBERS = 2

/** Makes the shared memory of one thread. */
export const newThreadState = (): Int32Array =>
  new Int32Array(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT))

/** Changes the state, and wakes the thread that waits for it. */
export function setThreadState(
  memory: Int32Array,
  state: (typeof THREAD_STATES)[keyof typeof THREAD_STATES],
): void {
  Atomics.store(memory, STATE_INDEX, state)
  Atomics.notify(memory, STATE_INDEX)
}
