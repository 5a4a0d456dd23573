import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from '../lib/paths.mjs'
import { print } from '../lib/terminal.mjs'
import { finishProgram, packedProgram } from './after-pack.mjs'
import { builderConfig } from './builder-config.mjs'
import { checkContents } from './contents.mjs'
import { writeDocuments } from './documents.mjs'
import { assertPackable } from './identity.mjs'
import { checkPlatform } from './platform-checks.mjs'
import { makeSbom } from './sbom.mjs'
import { stageProduct } from './stage.mjs'
import { loadTool } from './tools.mjs'

/**
 * @typedef {import('./runtimes.mjs').PackRuntime} PackRuntime
 * @typedef {import('./identity.mjs').Identity} Identity
 * @typedef {object} PackOptions
 * @property {PackRuntime} runtime
 * @property {Identity} identity
 * @property {boolean} codeCache
 * @property {boolean} fast
 * @property {string} work an own folder
 * @property {string} [out] the built bundles
 * @typedef {object} Packed
 * @property {import('./after-pack.mjs').PackedProgram} program
 * @property {Record<string, unknown>} config
 * @property {string} output where electron-builder writes
 */

/** Where packages are put together. */
export const WORK = join(CACHE, 'packaging', 'work')

/** @type {Readonly<Record<import('./targets.mjs').Platform, string>>} */
const PLATFORM_NAMES = { linux: 'LINUX', win32: 'WINDOWS', darwin: 'MAC' }

/**
 * Packs the program into a folder as it will be installed, and checks what is in it.
 * @param {PackOptions} options
 * @returns {Promise<Packed>}
 */
export async function packProgram({ runtime, identity, codeCache, fast, work, out }) {
  assertPackable(runtime, identity)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const [app, output] = [join(work, 'app'), join(work, 'output')]
  stageProduct(app, identity, { codeCache, ...(out === undefined ? {} : { out }) })
  const documents = writeDocuments(join(work, 'documents'), identity)
  const { electron, chromium, node } = runtime
  const sbom = await makeSbom(identity, { electron, chromium, node })
  /** @type {import('./after-pack.mjs').PackedProgram | null} */
  let program = null
  const config = builderConfig({
    identity,
    output,
    dist: runtime.dist,
    electronVersion: electron,
    fast,
    documents,
    afterPack: async ({ appOutDir }) => {
      program = packedProgram(runtime.platform, appOutDir)
      await finishProgram(program, runtime, { epoch: identity.epoch, sbom })
    },
  })
  await build(runtime.platform, ['dir'], config, work, identity.epoch)
  if (program === null) throw new Error('Nothing was packed.')
  await checkContents(program, runtime)
  await checkPlatform(program, runtime.platform, identity)
  return { program, config, output }
}

/**
 * Makes formats of a packed program.
 * @param {Packed} packed
 * @param {import('./targets.mjs').Platform} platform
 * @param {readonly string[]} formats by electron-builder's names
 * @param {{ work: string, epoch: number }} options
 * @returns {Promise<string[]>} the files
 */
export async function makeFormats({ config, program }, platform, formats, options) {
  const { work, epoch } = options
  const prepackaged =
    platform === 'darwin' ? join(program.folder, program.executable) : program.folder
  const packing = { ...config, afterPack: null }
  const files = await build(platform, formats, packing, work, epoch, prepackaged)
  // Lists of blocks are for an updater that this program does not use.
  return files.filter((file) => !file.endsWith('.blockmap'))
}

/**
 * @param {import('./targets.mjs').Platform} platform
 * @param {readonly string[]} formats
 * @param {Record<string, unknown>} config
 * @param {string} work
 * @param {number} epoch
 * @param {string} [prepackaged]
 * @returns {Promise<string[]>}
 */
async function build(platform, formats, config, work, epoch, prepackaged) {
  // Its own hook for temporary files would end this process with exit code 0, whatever failed.
  process.env['TMP_DIR_MANAGER_ENSURE_REMOVED_ON_EXIT'] = 'false'
  process.env['APP_BUILDER_TMP_DIR'] = work
  const { build: buildAll, Platform, Arch } = await loadTool('electron-builder')
  const { log } = await loadTool('builder-util')
  /** @type {string[]} */
  const lines = []
  log.stream = { write: (/** @type {string} */ line) => lines.push(line) }
  process.env['SOURCE_DATE_EPOCH'] = String(epoch)
  try {
    return await buildAll({
      targets: Platform[PLATFORM_NAMES[platform]].createTarget([...formats], Arch.x64),
      config,
      projectDir: join(work, 'app'),
      publish: 'never',
      ...(prepackaged === undefined ? {} : { prepackaged }),
    })
  } catch (error) {
    // What it prints matters only when it fails.
    print(lines.join('').trimEnd())
    throw error
  }
}
