import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  lutimesSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../lib/files.mjs'
import { ROOT } from '../lib/paths.mjs'
import { TEST_RUNTIME_MARKER } from '../runtime/dist.mjs'
import { LINUX_FOLDER } from './builder-config.mjs'
import { writeFuses } from './fuses.mjs'
import { STAND_IN_MARKER } from './runtimes.mjs'

/**
 * @typedef {import('./runtimes.mjs').PackRuntime} PackRuntime
 * @typedef {object} PackedProgram
 * @property {string} folder the packed program
 * @property {string} executable what the fuses are written into, below `folder`
 * @property {string} resources its folder of resources, below `folder`
 */

/**
 * Returns where things are in a packed program.
 * @param {import('./targets.mjs').Platform} platform
 * @param {string} folder
 * @returns {PackedProgram}
 */
export function packedProgram(platform, folder) {
  if (platform === 'darwin') {
    const app = 'Countersign.app/Contents'
    return { folder, executable: 'Countersign.app', resources: `${app}/Resources` }
  }
  const executable = platform === 'win32' ? 'Countersign.exe' : 'countersign'
  return { folder, executable, resources: 'resources' }
}

/**
 * Finishes a packed program before the formats are made of it: fuses, licenses, the list of its
 * parts, and the same times and rights for everybody who builds this commit.
 * @param {PackedProgram} program
 * @param {PackRuntime} runtime
 * @param {{ epoch: number, sbom: unknown }} options
 * @returns {Promise<void>}
 */
export async function finishProgram(program, runtime, { epoch, sbom }) {
  const { folder, executable, resources } = program
  await writeFuses(join(folder, executable), { adHocSignature: false })
  const place = join(folder, resources)
  writeFileSync(join(place, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  copyFileSync(join(ROOT, 'LICENSE'), join(place, 'LICENSE.txt'))
  if (runtime.platform === 'darwin') {
    copyRuntimeLicences(runtime.dist, place)
    forbidPlainConnections(join(folder, executable, 'Contents', 'Info.plist'))
  }
  copyTestMark(runtime.dist, join(folder, executableFolder(runtime.platform)))
  // Left by tools that update programs over the network, which this one does not use.
  for (const name of ['app-update.yml', 'package-type']) rmSync(join(place, name), { force: true })
  for (const name of ['version', STAND_IN_MARKER]) rmSync(join(folder, name), { force: true })
  if (runtime.platform === 'linux') {
    // Only the deb and rpm makers of electron-builder add it, to whatever is made after them too.
    writeFileSync(join(place, 'apparmor-profile'), appArmorProfile())
  }
  sameForAll(folder, epoch)
}

/**
 * electron-builder allows every application connections without TLS. This one has none of the
 * system's own.
 * @param {string} file the property list of the application
 */
function forbidPlainConnections(file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\/>/, '$1<false/>'))
}

/**
 * macOS has the runtime's licenses beside the application, where they would be lost.
 * @param {string} dist
 * @param {string} place
 */
function copyRuntimeLicences(dist, place) {
  const licence = ['LICENSE', 'LICENSE.electron.txt'].find((name) => existsSync(join(dist, name)))
  if (licence !== undefined) copyFileSync(join(dist, licence), join(place, 'LICENSE.electron.txt'))
  const chromium = join(dist, 'LICENSES.chromium.html')
  if (existsSync(chromium)) copyFileSync(chromium, join(place, 'LICENSES.chromium.html'))
}

/** @param {import('./targets.mjs').Platform} platform */
const executableFolder = (platform) =>
  platform === 'darwin' ? 'Countersign.app/Contents/MacOS' : '.'

/**
 * The program reads the mark beside its executable: with it, it opens practice only.
 * @param {string} dist
 * @param {string} folder
 */
function copyTestMark(dist, folder) {
  const mark = join(dist, TEST_RUNTIME_MARKER)
  if (existsSync(mark)) copyFileSync(mark, join(folder, TEST_RUNTIME_MARKER))
}

const appArmorProfile = () =>
  readFileSync(join(LINUX_FOLDER, 'apparmor.tpl'), 'utf8')
    .replaceAll('${executable}', 'countersign')
    .replaceAll('${sanitizedProductName}', 'Countersign')

/**
 * The words by which a package names its format to the program, which updates itself accordingly
 * (`electron/adapters/updates/package-format.ts`).
 * @typedef {'deb' | 'rpm' | 'appimage' | 'tar.gz' | 'zip' | 'nsis'} PackageFormat
 */

/**
 * Writes into a packed program the format that is made of it next. Another file, never other bytes
 * in the same one: formats that were made before may share it.
 * @param {PackedProgram} program
 * @param {PackageFormat} format
 */
export function nameFormat({ folder, resources }, format) {
  const file = join(folder, resources, 'package-format')
  rmSync(file, { force: true })
  writeFileSync(file, `${format}\n`)
}

const EXECUTE_BITS = 0o111
/** Libraries are loaded, not run. */
const LIBRARY = /\.so(\.\d+)*$/

/**
 * Gives every file the same time, and rights that do not depend on who builds.
 * @param {string} folder
 * @param {number} epoch seconds since 1970
 */
export function sameForAll(folder, epoch) {
  for (const path of listFiles(folder)) {
    const file = join(folder, path)
    const status = lstatSync(file)
    if (status.isSymbolicLink()) lutimesSync(file, epoch, epoch)
    else {
      const runs = (status.mode & EXECUTE_BITS) !== 0 && !LIBRARY.test(path)
      chmodSync(file, runs ? 0o755 : 0o644)
      utimesSync(file, epoch, epoch)
    }
  }
  const walk = (/** @type {string} */ path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(path, entry.name))
    }
    chmodSync(path, 0o755)
    utimesSync(path, epoch, epoch)
  }
  walk(folder)
}
