import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/** @typedef {Record<string, { activeMutant?: string | undefined } | undefined>} Globals */
/** @typedef {Parameters<typeof runBaseTests>[1]} State */

const port = parentPort
if (port === null) throw new Error('A mutation test worker is a worker thread.')

/**
 * Ends the last run's mutant before the test files are loaded again: Stryker's own setup starts
 * the next mutant only before a file's first test.
 * @param {State} state
 */
function withoutLastMutant(state) {
  const { globalNamespace } = /** @type {{ globalNamespace?: string }} */ (state.providedContext)
  const globals = /** @type {Globals} */ (/** @type {unknown} */ (globalThis))
  const stryker = globals[globalNamespace ?? '__stryker__']
  if (stryker !== undefined) stryker.activeMutant = undefined
  return state
}

/** @type {((message: unknown) => void)[]} */
const listeners = []

/**
 * Every start adds a listener for the calls of that run; only the first, that of the worker itself,
 * and the newest are needed.
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
  runTests: (state, traces) => runBaseTests('run', withoutLastMutant(state), traces),
  collectTests: (state, traces) => runBaseTests('collect', withoutLastMutant(state), traces),
})
