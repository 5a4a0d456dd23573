import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../lib/terminal.mjs'
import { loadTool } from './tools.mjs'

/**
 * Checks what Windows and macOS read in a packed program: names, versions, icon, and the digest
 * with which the runtime checks the archive before it runs it.
 * @param {import('./after-pack.mjs').PackedProgram} program
 * @param {import('./targets.mjs').Platform} platform
 * @param {import('./identity.mjs').Identity} identity
 * @returns {Promise<void>} rejects with `UserError`
 */
export async function checkPlatform({ folder, executable, resources }, platform, identity) {
  if (platform === 'linux') return
  const digest = await archiveDigest(join(folder, resources, 'app.asar'))
  const problems =
    platform === 'win32'
      ? await windowsProblems(join(folder, executable), identity, digest)
      : macProblems(readFileSync(join(folder, executable, 'Contents/Info.plist'), 'utf8'), {
          digest,
          identity,
        })
  if (problems.length > 0) throw new UserError(problems.join('\n'))
}

/** @param {string} archive */
async function archiveDigest(archive) {
  const { getRawHeader } = await loadTool('@electron/asar')
  return createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')
}

/**
 * @param {string} file
 * @param {import('./identity.mjs').Identity} identity
 * @param {string} digest
 * @returns {Promise<string[]>}
 */
async function windowsProblems(file, { version }, digest) {
  const { NtExecutable, NtExecutableResource, Resource } = await loadTool('resedit')
  const bytes = readFileSync(file)
  const resources = NtExecutableResource.from(NtExecutable.from(bytes, { ignoreCert: true }))
  const [info] = Resource.VersionInfo.fromEntries(resources.entries)
  const [language] = info.getAllLanguagesForStringValues()
  const strings = info.getStringValues(language)
  const icons = Resource.IconGroupEntry.fromEntries(resources.entries)
  const integrity = resources.entries.find(
    (/** @type {{ type: unknown, id: unknown }} */ entry) =>
      entry.type === 'INTEGRITY' && entry.id === 'ELECTRONASAR',
  )
  const stored = integrity === undefined ? '' : Buffer.from(integrity.bin).toString('utf8')
  return [
    ...(strings['ProductName'] === 'Countersign'
      ? []
      : [`ProductName is ${strings['ProductName']}.`]),
    ...(String(strings['FileVersion']).startsWith(version)
      ? []
      : [`FileVersion is ${strings['FileVersion']}.`]),
    ...(icons[0]?.icons.length >= MIN_ICONS ? [] : ['The icon is not the program’s.']),
    ...(stored.includes(digest) ? [] : ['The executable does not know the digest of the archive.']),
  ]
}

/** The sizes that Windows shows somewhere: 16, 24, 32, 48, 64, 128 and 256 pixels. */
const MIN_ICONS = 7

/**
 * Returns what is wrong with the property list of the application.
 * @param {string} text
 * @param {{ digest: string, identity: Pick<import('./identity.mjs').Identity,
 *   'appId' | 'menuName' | 'version'> }} expected
 * @returns {string[]}
 */
export function macProblems(text, { digest, identity }) {
  const value = (/** @type {string} */ key) =>
    new RegExp(`<key>${key}</key>\\s*<string>([^<]*)</string>`).exec(text)?.[1]
  const { appId, menuName, version } = identity
  const values = {
    CFBundleIdentifier: appId,
    CFBundleDisplayName: menuName,
    CFBundleShortVersionString: version,
    CFBundleIconFile: 'icon.icns',
    LSMinimumSystemVersion: '13.0',
    hash: digest,
  }
  return [
    ...Object.entries(values)
      .filter(([key, expected]) => value(key) !== expected)
      .map(([key, expected]) => `Info.plist: ${key} is ${value(key)}, not ${expected}.`),
    ...(/<key>NSAllowsArbitraryLoads<\/key>\s*<true\/>/.test(text)
      ? ['Info.plist allows connections without TLS.']
      : []),
  ]
}
