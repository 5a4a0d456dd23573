import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildStale } from './build.mjs'
import { trainBundles } from './code-cache.mjs'
import { command, runProgram } from './lib/command.mjs'
import { readOptions } from './lib/options.mjs'
import { ROOT } from './lib/paths.mjs'
import { print, UserError } from './lib/terminal.mjs'
import { writeChecksums } from './packaging/checksums.mjs'
import { compareBuilds } from './packaging/compare.mjs'
import { makeTarget } from './packaging/formats.mjs'
import { drawIcons } from './packaging/icons.mjs'
import { identityOf, TEST_MARK } from './packaging/identity.mjs'
import { packProgram, WORK } from './packaging/pack.mjs'
import { runtimeFor } from './packaging/runtimes.mjs'
import { appImageStandIn, macStandIn, windowsStandIn } from './packaging/stand-ins.mjs'
import { appImageRuntime, missingFor, TARGET_NAMES, TARGETS } from './packaging/targets.mjs'
import { commandPath, ensureTools } from './packaging/tools.mjs'
import { unconfirmedLines } from './release/checklist.mjs'

/** Where the packages and their checksums are put. */
const PACKAGES = join(ROOT, 'packages')

const HELP = `npm run package                 every format that can be made here, into packages/
npm run package -- <format> ... only these: ${TARGET_NAMES.join(', ')}
                   --fast       compresses quickly instead of small
                   --no-code-cache  leaves out the compiled code; two builds are then equal
                   --verify     installs a deb of this commit in a clean Debian for a person made
                                for it, starts it from the menu, trades in practice, upgrades it
                                under a working order, restarts, removes; as root on Debian, with
                                pictures in test-results/installed
                   --page       with --verify: writes docs/installed-life.md
                   --compare    builds the last commit in two folders and compares the packages
                   --stand-ins  also makes what needs another computer, around stand-ins that
                                run nothing: shows that the packaging of every platform works
                   --icons      draws the program's icon in all sizes (resources/icons/program)
                   --win <folder>, --mac <folder>, --linux <folder>
                                an unpacked Electron of another platform

What cannot be made here is named first, with the reason; the exit code is then 1. A package of a
test runtime says so in its name, its menu entry, its window and About; it opens practice only.`

/**
 * @typedef {import('./packaging/targets.mjs').Target} Target
 * @typedef {import('./packaging/targets.mjs').Platform} Platform
 * @typedef {import('./packaging/runtimes.mjs').PackRuntime} PackRuntime
 * @typedef {Readonly<Record<Platform, string | undefined>>} Folders unpacked Electrons by platform
 */

/** @type {readonly Platform[]} */
const PLATFORMS = ['linux', 'win32', 'darwin']
/** @type {Folders} */
const NO_FOLDERS = { linux: undefined, win32: undefined, darwin: undefined }

await command(HELP, async (args) => {
  const { values, positionals } = readOptions('npm run package', {
    args: [...args],
    options: {
      fast: { type: 'boolean', default: false },
      'no-code-cache': { type: 'boolean', default: false },
      icons: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      'stand-ins': { type: 'boolean', default: false },
      win: { type: 'string' },
      mac: { type: 'string' },
      linux: { type: 'string' },
    },
    allowPositionals: true,
  })
  if (values.icons) return drawIcons()
  if (values.verify) return verify(values.page)
  if (values.compare) {
    const formats = positionals.length > 0 ? positionals : ['deb', 'rpm', 'tar']
    return compareBuilds(formats, identityOf({ testRuntime: false }).epoch)
  }
  const targets = chosenTargets(positionals)
  const folders = values['stand-ins']
    ? standInFolders(values.linux)
    : { linux: values.linux, win32: values.win, darwin: values.mac }
  const { possible, lines } = sortOut(targets, folders)
  for (const line of lines) print(line)
  if (possible.length === 0) return 1
  const runtimes = await findRuntimes(possible, folders)
  await ensureTools()
  await buildStale()
  const codeCache = !values['no-code-cache']
  await makePackages(possible, runtimes, { codeCache, fast: values.fast, folder: PACKAGES })
  print(`${unconfirmedLines().length} lines of docs/release-checklist.md are not confirmed.`)
  return lines.length > 0 ? 1 : 0
})

/**
 * Makes stand-ins for all that this computer does not have.
 * @param {string | undefined} linux
 */
function standInFolders(linux) {
  if (appImageRuntime(process.env) === null) {
    process.env['COUNTERSIGN_APPIMAGE_RUNTIME'] = appImageStandIn()
  }
  const win32 = commandPath('makensis') === null ? undefined : windowsStandIn()
  return { linux, win32, darwin: macStandIn() }
}

/**
 * @param {readonly string[]} names
 * @returns {readonly Target[]}
 */
function chosenTargets(names) {
  const unknown = names.find((name) => !TARGET_NAMES.includes(name))
  if (unknown !== undefined) {
    throw new UserError(`There is no format ${unknown}. There are: ${TARGET_NAMES.join(', ')}.`)
  }
  return names.length > 0 ? TARGETS.filter(({ name }) => names.includes(name)) : TARGETS
}

/**
 * @param {readonly Target[]} targets
 * @param {Folders} folders
 * @returns {Promise<ReadonlyMap<Platform, PackRuntime>>}
 */
async function findRuntimes(targets, folders) {
  /** @type {Map<Platform, PackRuntime>} */
  const runtimes = new Map()
  for (const platform of new Set(targets.map((target) => target.platform))) {
    const runtime = await runtimeFor(platform, folders[platform])
    if (runtime !== null) runtimes.set(platform, runtime)
  }
  return runtimes
}

/**
 * Separates what can be made here from what cannot. Nothing is fetched for that.
 * @param {readonly Target[]} targets
 * @param {Folders} folders
 */
function sortOut(targets, folders) {
  const local = /** @type {Platform} */ (process.platform)
  const named = PLATFORMS.filter((platform) => folders[platform] !== undefined)
  const machine = {
    platform: local,
    has: (/** @type {string} */ name) => commandPath(name) !== null,
    runtimes: new Set([local, ...named]),
    appImageRuntime: appImageRuntime(process.env) !== null,
  }
  const lines = targets.flatMap((target) => missingFor(target, machine) ?? [])
  return { possible: targets.filter((target) => missingFor(target, machine) === null), lines }
}

/**
 * Makes two versions of a deb, and runs what a person does with them.
 * @param {boolean} isPage whether the page of the run is written
 * @returns {Promise<number>} the exit code
 */
async function verify(isPage) {
  const targets = TARGETS.filter(({ name }) => name === 'deb')
  const { possible, lines } = sortOut(targets, NO_FOLDERS)
  for (const line of lines) print(line)
  if (possible.length === 0) return 1
  const runtimes = await findRuntimes(targets, NO_FOLDERS)
  await ensureTools()
  await buildStale()
  const debs = []
  for (const nextVersion of [false, true]) {
    const folder = join(WORK, 'verify', nextVersion ? 'next' : 'first')
    const options = { codeCache: true, fast: true, folder, nextVersion }
    debs.push(...(await makePackages(targets, runtimes, options)))
  }
  return runProgram('test/installed/main.ts', isPage ? [...debs, '--page'] : debs)
}

/**
 * @typedef {object} MakeOptions
 * @property {boolean} codeCache
 * @property {boolean} fast
 * @property {string} folder where the packages are put; emptied first
 * @property {boolean} [nextVersion]
 */

/**
 * @param {readonly Target[]} targets
 * @param {ReadonlyMap<Platform, PackRuntime>} runtimes
 * @param {MakeOptions} options
 * @returns {Promise<string[]>} the packages
 */
async function makePackages(targets, runtimes, options) {
  const { folder } = options
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  /** @type {string[]} */
  const files = []
  for (const [platform, runtime] of runtimes) {
    const own = targets.filter((target) => target.platform === platform)
    if (own.length === 0) continue
    files.push(...(await makePlatform(own, runtime, options)))
  }
  await writeChecksums(folder, files)
  print(`${files.length} packages and their checksums are in ${folder}.`)
  return files
}

/**
 * @param {readonly Target[]} targets of one platform
 * @param {PackRuntime} runtime
 * @param {MakeOptions} options
 * @returns {Promise<string[]>} files in the folder of packages
 */
async function makePlatform(targets, runtime, { codeCache, fast, folder, nextVersion }) {
  if (runtime.testRuntime) {
    print(`Electron ${runtime.electron} here is for tests: every package says ${TEST_MARK}.`)
  }
  const compiled = codeCache && runtime.own !== null
  if (compiled && runtime.own !== null) await trainBundles(runtime.own)
  const identity = identityOf({
    testRuntime: runtime.testRuntime,
    nextVersion: nextVersion ?? false,
  })
  const work = join(WORK, `${runtime.platform}-${process.pid}`)
  /** @type {string[]} */
  const files = []
  try {
    const packed = await packProgram({ runtime, identity, codeCache: compiled, fast, work })
    for (const target of targets) {
      const started = performance.now()
      for (const file of await makeTarget(target, { packed, runtime, identity, work, fast })) {
        const place = join(folder, basename(file))
        if (!existsSync(file)) throw new UserError(`${target.label}: no package was made.`)
        copyFileSync(file, place)
        files.push(place)
        print(`Made ${basename(file)} in ${((performance.now() - started) / 1000).toFixed(0)} s.`)
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return files
}
