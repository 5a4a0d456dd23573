import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from '../lib/paths.mjs'

/**
 * @typedef {'linux' | 'win32' | 'darwin'} Platform
 * @typedef {object} Tool
 * @property {string} command a command on `PATH`
 * @property {string} debian the Debian package that has it
 * @typedef {object} Target
 * @property {string} name as the person writes it
 * @property {Platform} platform
 * @property {readonly Tool[]} needs
 * @property {boolean} [appImage] needs the runtime that an AppImage begins with
 * @property {string} label in sentences
 */

/** @type {(command: string, debian: string) => Tool} */
const tool = (command, debian) => ({ command, debian })

const SEVEN_ZIP = tool('7za', 'p7zip-full')

/** Every format, in the order in which they are made. @type {readonly Target[]} */
export const TARGETS = [
  {
    name: 'deb',
    label: 'deb (Debian, Ubuntu)',
    platform: 'linux',
    needs: [tool('dpkg-deb', 'dpkg')],
  },
  {
    name: 'rpm',
    label: 'rpm (Fedora, openSUSE)',
    platform: 'linux',
    needs: [tool('rpmbuild', 'rpm')],
  },
  {
    name: 'appimage',
    label: 'AppImage',
    platform: 'linux',
    needs: [
      tool('mksquashfs', 'squashfs-tools'),
      tool('desktop-file-validate', 'desktop-file-utils'),
    ],
    appImage: true,
  },
  { name: 'tar', label: 'tar.gz', platform: 'linux', needs: [tool('tar', 'tar')] },
  { name: 'zip', label: 'zip (Linux)', platform: 'linux', needs: [SEVEN_ZIP] },
  {
    name: 'win',
    label: 'Windows installer and zip',
    platform: 'win32',
    needs: [tool('makensis', 'nsis'), SEVEN_ZIP],
  },
  { name: 'mac', label: 'macOS zip', platform: 'darwin', needs: [SEVEN_ZIP] },
]

/** The names that `npm run package` takes. */
export const TARGET_NAMES = TARGETS.map(({ name }) => name)

/** Where the runtime of AppImages lies unless the variable names another file. */
export const APPIMAGE_RUNTIME = join(CACHE, 'packaging', 'appimage', 'runtime-x86_64')

/**
 * What this computer has.
 * @typedef {object} Machine
 * @property {Platform} platform
 * @property {(command: string) => boolean} has
 * @property {ReadonlySet<Platform>} runtimes the platforms whose Electron is here
 * @property {boolean} appImageRuntime
 */

/**
 * Returns why a format cannot be made here, as one line for the terminal.
 * @param {Target} target
 * @param {Machine} machine
 * @returns {string | null} null when nothing is missing
 */
export function missingFor(target, machine) {
  const missing = target.needs.filter(({ command }) => !machine.has(command))
  const reasons = [
    ...(machine.runtimes.has(target.platform) ? [] : [NO_RUNTIME[target.platform]]),
    ...(missing.length === 0
      ? []
      : [
          `${missing.map(({ command }) => command).join(', ')} missing (Debian: apt-get install ${missing
            .map(({ debian }) => debian)
            .join(' ')})`,
        ]),
    ...(target.appImage !== true || machine.appImageRuntime ? [] : [NO_APPIMAGE_RUNTIME]),
  ]
  return reasons.length === 0 ? null : `Not built: ${target.label}: ${reasons.join('; ')}.`
}

/** @type {Readonly<Record<Platform, string>>} */
const NO_RUNTIME = {
  linux: 'no Electron for Linux; package on Linux, or name an unpacked one with --linux <folder>',
  win32: 'no Electron for Windows; package on Windows, or name an unpacked one with --win <folder>',
  darwin: 'no Electron for macOS; package on macOS, or name an unpacked one with --mac <folder>',
}

const NO_APPIMAGE_RUNTIME =
  'its runtime is missing; put runtime-x86_64 of the AppImage project (type2-runtime) at the path in COUNTERSIGN_APPIMAGE_RUNTIME'

/**
 * Returns the runtime that an AppImage begins with, where there is one.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function appImageRuntime(env) {
  const file = env['COUNTERSIGN_APPIMAGE_RUNTIME'] ?? APPIMAGE_RUNTIME
  return existsSync(file) ? file : null
}
