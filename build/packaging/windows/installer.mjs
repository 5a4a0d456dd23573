import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../lib/exec.mjs'
import { ROOT } from '../../lib/paths.mjs'
import { UserError } from '../../lib/terminal.mjs'

const SCRIPT = fileURLToPath(new URL('installer.nsi', import.meta.url))

/**
 * Returns a version as Windows wants it: four numbers.
 * @param {string} version
 */
export function fourNumbers(version) {
  const numbers = version.split(/[.+-]/).filter((part) => /^\d+$/.test(part))
  return [...numbers, '0', '0', '0', '0'].slice(0, 4).join('.')
}

/**
 * Makes the installer for Windows with the NSIS of this computer: electron-builder's own script
 * needs plug-ins that only its download has.
 * @param {import('../formats.mjs').Making} making
 * @returns {Promise<string>} the installer
 */
export async function makeInstaller({ packed, identity, fast }) {
  const { packageName, menuName, version, author, testRuntime } = identity
  const output = join(packed.output, `${packageName}-${version}-win-x64-setup.exe`)
  const definitions = {
    MENU_NAME: menuName,
    FOLDER: testRuntime ? 'Countersign-test-runtime' : 'Countersign',
    VERSION: version,
    VERSION_FOUR: fourNumbers(version),
    COMPANY: author.name,
    ICON: join(ROOT, 'resources', 'icons', 'program', 'program.ico'),
    SOURCE: packed.program.folder,
    OUTPUT: output,
    COMPRESSOR: fast ? 'zlib' : 'lzma',
  }
  const defined = Object.entries(definitions).map(([name, value]) => `-D${name}=${value}`)
  const { code, stdout, stderr } = await run('makensis', ['-V2', '-WX', ...defined, SCRIPT])
  if (code !== 0) throw new UserError(`makensis: ${(stderr || stdout).trim()}`)
  return output
}
