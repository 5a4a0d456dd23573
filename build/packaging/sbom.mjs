import { run, NPM } from '../lib/exec.mjs'
import { ROOT } from '../lib/paths.mjs'
import { UserError } from '../lib/terminal.mjs'

/**
 * @typedef {object} Runtime what runs the program
 * @property {string} electron
 * @property {string} chromium
 * @property {string} node
 * @typedef {Record<string, any>} Bom a CycloneDX document
 */

/**
 * Returns the list of everything in a package (CycloneDX): the libraries of the lockfile that are
 * no tools, and the runtime, which is no dependency of npm's. Two calls give the same text.
 * @param {import('./identity.mjs').Identity} identity
 * @param {Runtime} runtime
 * @returns {Promise<Bom>}
 */
export async function makeSbom(identity, runtime) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const { code, stdout, stderr } = await run(
    NPM,
    [...args, '--package-lock-only', '--omit', 'dev', '--omit', 'optional'],
    { cwd: ROOT },
  )
  if (code !== 0) throw new UserError(`npm sbom: ${stderr.trim().split('\n')[0] ?? ''}`)
  return completeSbom(JSON.parse(stdout), identity, runtime)
}

/**
 * Adds the runtime, and takes out what differs from call to call.
 * @param {Bom} bom as npm writes it
 * @param {import('./identity.mjs').Identity} identity
 * @param {Runtime} runtime
 * @returns {Bom}
 */
export function completeSbom(bom, identity, runtime) {
  const { serialNumber: _serial, ...document } = bom
  const date = new Date(identity.epoch * 1000).toISOString()
  const parts = runtimeComponents(runtime)
  const components = [...bom['components'], ...parts].sort((a, b) =>
    String(a['bom-ref']).localeCompare(String(b['bom-ref'])),
  )
  const { packageName: name, version } = identity
  const root = { ...bom['metadata'].component, name, version }
  return {
    ...document,
    metadata: { ...bom['metadata'], timestamp: date, component: root },
    components,
  }
}

/**
 * @param {Runtime} runtime
 * @returns {Record<string, unknown>[]}
 */
function runtimeComponents({ electron, chromium, node }) {
  const part = (
    /** @type {string} */ name,
    /** @type {string} */ version,
    /** @type {string} */ licence,
    /** @type {string} */ description,
  ) => ({
    'bom-ref': `${name}@${version}`,
    type: 'framework',
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
    licenses: [{ license: { id: licence } }],
    description,
  })
  return [
    part('electron', electron, 'MIT', 'The runtime.'),
    part(
      'chromium',
      chromium,
      'BSD-3-Clause',
      'Part of Electron; LICENSES.chromium.html lists its parts.',
    ),
    part('node', node, 'MIT', 'Part of Electron.'),
    part(
      'ffmpeg',
      chromium,
      'LGPL-2.1-or-later',
      'Part of Electron, as Chromium of this version has it.',
    ),
  ]
}
