import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { readJson } from '../lib/files.mjs'
import { ROOT } from '../lib/paths.mjs'
import { UserError } from '../lib/terminal.mjs'

/**
 * What names a package.
 * @typedef {object} Identity
 * @property {string} packageName also the name of its files
 * @property {string} menuName in menus and installers
 * @property {boolean} testRuntime made of a runtime that is for tests only
 * @property {string} version
 * @property {string} description
 * @property {string} homepage
 * @property {{ name: string, email: string }} author
 * @property {string} appId
 * @property {number} epoch the time of every file inside, in seconds
 */

/** The mark of every package of a test runtime or a stand-in, in all that names it. */
export const TEST_MARK = 'TEST RUNTIME'

/**
 * Returns the name of a package. One of a test runtime has its mark in everything that names it, so
 * that nobody takes it for the product.
 * @param {{ testRuntime: boolean, nextVersion?: boolean, env?: NodeJS.ProcessEnv }} options
 *   `nextVersion` raises the last number, for the test of an upgrade
 * @returns {Identity}
 */
export function identityOf({ testRuntime, nextVersion = false, env = process.env }) {
  const manifest = /** @type {Record<string, any>} */ (readJson(join(ROOT, 'package.json')))
  const { name, productName, version, description, homepage, author, appId } = manifest
  return {
    packageName: testRuntime ? `${name}-test-runtime` : name,
    menuName: testRuntime ? `${productName} (${TEST_MARK})` : productName,
    testRuntime,
    version: nextVersion ? raised(version) : version,
    description: testRuntime ? `${TEST_MARK}, not for trading. ${description}` : description,
    homepage,
    author,
    appId: testRuntime ? `${appId}.TestRuntime` : appId,
    epoch: sourceDateEpoch(env),
  }
}

/** @param {string} version */
const raised = (version) => version.replace(/\d+$/, (last) => String(Number(last) + 1))

/**
 * Throws `UserError` where a runtime for tests would be packed without its mark. Packaging calls
 * this first.
 * @param {{ testRuntime: boolean }} runtime
 * @param {Pick<Identity, 'testRuntime' | 'packageName' | 'menuName'>} identity
 */
export function assertPackable(runtime, { testRuntime, packageName, menuName }) {
  const isMarked =
    testRuntime && packageName.includes('test-runtime') && menuName.includes(TEST_MARK)
  if (runtime.testRuntime && !isMarked) {
    throw new UserError('A test runtime is packed only under its mark; this package has none.')
  }
}

/**
 * Throws `UserError` for what must never carry the product's signature.
 * @param {Pick<Identity, 'testRuntime'>} identity
 */
export function assertSignable({ testRuntime }) {
  if (testRuntime) {
    throw new UserError(
      `A package of a ${TEST_MARK} is not signed: a signature says "the product".`,
    )
  }
}

/**
 * Returns the time that files of a package have: when its commit was made, so that two builds are
 * equal.
 * @param {NodeJS.ProcessEnv} env
 * @returns {number} seconds since 1970
 */
function sourceDateEpoch(env) {
  const fixed = Number(env['SOURCE_DATE_EPOCH'])
  if (Number.isSafeInteger(fixed) && fixed > 0) return fixed
  try {
    const text = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(text.trim())
  } catch {
    // The sources came without their history.
    return 1_700_000_000
  }
}
