import { loadTool } from './tools.mjs'

/**
 * The fuses of the packaged program (SEC-11), by the names of @electron/fuses. A runtime has a
 * prefix of this list: seven on Electron 25, nine on Electron 45.
 *
 * - RunAsNode: no variable turns the program into a plain Node.
 * - Node options and inspector: no variable and no signal opens main to a debugger.
 * - Cookies are encrypted with the key store; the code comes from the checked archive only.
 * - The pages come from our own scheme, so `file:` addresses need no extra rights.
 * - WebAssembly keeps its trap handlers, as Electron has them: the program's code uses none.
 */
export const FUSES = /** @type {const} */ ([
  ['RunAsNode', false],
  ['EnableCookieEncryption', true],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['WasmTrapHandlers', true],
])

/** The least number of fuses that a runtime of this project has; Electron 25 has seven. */
const MIN_FUSES = 7

/**
 * @typedef {Readonly<Record<string, boolean>>} FuseStates
 * @typedef {{ getCurrentFuseWire: (file: string) => Promise<Record<string, unknown>>,
 *   flipFuses: (file: string, config: Record<string, unknown>) => Promise<number>,
 *   FuseVersion: { V1: string }, FuseState: { ENABLE: number } }} FuseTool
 */

/**
 * Returns the states that a runtime with this many fuses must have.
 * @param {number} count
 * @returns {FuseStates}
 */
export function configuredFuses(count) {
  if (count < MIN_FUSES) throw new Error(`This runtime has only ${count} fuses, not at least 7.`)
  if (count > FUSES.length) {
    throw new Error(
      `This runtime has ${count} fuses, ${FUSES.length} are configured: decide about the new ones.`,
    )
  }
  return Object.fromEntries(FUSES.slice(0, count))
}

/**
 * Reads the fuses of an executable or an application folder of macOS.
 * @param {string} file
 * @returns {Promise<FuseStates>}
 */
export async function readFuses(file) {
  const { getCurrentFuseWire, FuseState } = /** @type {FuseTool} */ (
    await loadTool('@electron/fuses')
  )
  const wire = await getCurrentFuseWire(file)
  const count = Object.keys(wire).filter((key) => key !== 'version').length
  if (count > FUSES.length) configuredFuses(count)
  return Object.fromEntries(
    FUSES.slice(0, count).map(([name], index) => [name, wire[index] === FuseState.ENABLE]),
  )
}

/**
 * Writes the configured fuses and reads them back.
 * @param {string} file an executable or an application folder of macOS
 * @param {{ adHocSignature: boolean }} options whether an ad-hoc signature has to be renewed (macOS
 *   on arm64)
 * @returns {Promise<FuseStates>} what was read; rejects when it is not what was configured
 */
export async function writeFuses(file, { adHocSignature }) {
  const { flipFuses, FuseVersion } = /** @type {FuseTool} */ (await loadTool('@electron/fuses'))
  const count = Object.keys(await readFuses(file)).length
  const states = configuredFuses(count)
  await flipFuses(file, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: adHocSignature,
    ...Object.values(states),
  })
  const written = await readFuses(file)
  const difference = fuseDifference(written, states)
  if (difference !== null) throw new Error(difference)
  return written
}

/**
 * Returns the first difference between two sets of fuses.
 * @param {FuseStates} actual
 * @param {FuseStates} configured
 * @returns {string | null}
 */
export function fuseDifference(actual, configured) {
  const name = [...new Set([...Object.keys(configured), ...Object.keys(actual)])].find(
    (key) => actual[key] !== configured[key],
  )
  return name === undefined
    ? null
    : `The fuse ${name} is ${actual[name] ?? 'absent'}, configured is ${configured[name] ?? 'nothing'}.`
}
