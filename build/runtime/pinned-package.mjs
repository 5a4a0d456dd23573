import { join } from 'node:path'
import { NPM, run } from '../lib/exec.mjs'
import { hashFile, listFiles } from '../lib/files.mjs'
import { ROOT } from '../lib/paths.mjs'
import { UserError } from '../lib/terminal.mjs'

/**
 * A package that is fetched when it is needed, and whose every byte is pinned.
 * @typedef {object} PinnedPackage
 * @property {string} package
 * @property {string} version
 * @property {string} integrity `sha512-` and the hash of its tarball, as in a lock file
 */

/**
 * Fetches the tarball of a package. Nothing of it runs, and nothing is unpacked.
 * @param {PinnedPackage} pinned
 * @param {string} label what a failure calls it, in lower case
 * @param {string} work an empty folder, for the tarball
 * @returns {Promise<string>} path of a tarball whose bytes are the pinned ones; rejects with
 *   `UserError`
 */
export async function fetchTarball(pinned, label, work) {
  const spec = `${pinned.package}@${pinned.version}`
  const args = ['pack', spec, '--pack-destination', work, '--ignore-scripts', '--loglevel=error']
  const packed = await run(NPM, args, { cwd: ROOT })
  const [name] = listFiles(work, (path) => !path.endsWith('.tgz'))
  if (packed.code !== 0 || name === undefined) {
    throw new UserError(`The ${label} ${spec} could not be fetched: ${reasonIn(packed.stderr)}`)
  }
  const tarball = join(work, name)
  const integrity = `sha512-${await hashFile(tarball, 'sha512')}`
  if (integrity !== pinned.integrity) {
    throw new UserError(
      `The ${label} ${spec} is not the pinned one (${integrity}); it was deleted without being unpacked.`,
    )
  }
  return tarball
}

/**
 * Runs tar without warnings: an archive made on macOS causes thousands of them about its extended
 * attributes.
 * @param {readonly string[]} args
 * @param {string} label what a failure calls the package, in lower case
 */
export async function untar(args, label) {
  const { code, stderr } = await run('tar', args)
  if (code !== 0) throw new UserError(`The ${label} could not be unpacked: ${reasonIn(stderr)}`)
}

/**
 * Returns the most informative line of an error output.
 * @param {string} text
 */
function reasonIn(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.includes('SCHILY'))
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'no reason given'
}
