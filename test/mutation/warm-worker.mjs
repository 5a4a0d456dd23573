import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/** @typedef {Record<string, { activeMutant?: string | undefined } | undefined>} Globals */
/** @typedef {Parameters<typeof runBaseTests>[1]} State */

const port = parentPort
if (port === null) throw new Error('A mutation test worker is a worker thread.')

/** A mutant that makes a test wait for ever is detected, but should not take minutes for it. */
const LONGEST_MS = 6000

/**
 * Ends the last run's mutant before the test files are loaded again: Stryker's own setup starts
 * the next mutant only before a file's first test.
 * @param {State} state
 */
function prepared(state) {
  const { globalNamespace, mode } = /** @type {{ globalNamespace?: string, mode?: string }} */ (
    state.providedContext
  )
  if (mode === 'mutant') {
    state.config.testTimeout = LONGEST_MS
    state.config.hookTimeout = LONGEST_MS
  }
  const globals = /** @type {Globals} */ (/** @type {unknown} */ (globalThis))
  const stryker = globals[globalNamespace ?? '__stryker__']
  if (stryker !== undefined) stryker.activeMutant = undefined
  return state
}

/** @type {((message: unknown) => void)[]} */
const listeners = []

/**
 * Every start adds a listener for the calls of that run; only the first, which the worker added
 * itself, and the newest are needed.
 * @param {(message: unknown) => void} listener
 */
function listen(listener) {
  if (listeners.length < 2) listeners.push(listener)
  else listeners[1] = listener
}

port.on('message', (message) => {
  for (const listener of listeners) listener(message)
})
init({
  post: (message) => void port.postMessage(message),
  on: listen,
  off: () => undefined,
  setup: setupEnvironment,
  runTests: (state, traces) => runBaseTests('run', prepared(state), traces),
  collectTests: (state, traces) => runBaseTests('collect', prepared(state), traces),
})
