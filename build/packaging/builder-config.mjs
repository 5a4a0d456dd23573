import { join } from 'node:path'
import { ROOT } from '../lib/paths.mjs'

/**
 * @typedef {import('./identity.mjs').Identity} Identity
 * @typedef {import('./targets.mjs').Platform} Platform
 * @typedef {object} BuilderOptions
 * @property {Identity} identity
 * @property {string} output folder of the packages
 * @property {string} dist folder of the unpacked Electron
 * @property {string} electronVersion
 * @property {boolean} fast compress quickly instead of small
 * @property {{ deb: readonly string[], rpm: readonly string[] }} documents copyright and changelog,
 *   as arguments of fpm
 * @property {(context: any) => Promise<void>} afterPack
 */

/** The languages of Electron's own texts, which are the product's. */
const LANGUAGES = ['en-US', 'es']
const ICONS = join(ROOT, 'resources', 'icons', 'program')
const ENTITLEMENTS = join(ROOT, 'build', 'packaging', 'mac', 'entitlements.plist')
export const LINUX_FOLDER = join(ROOT, 'build', 'packaging', 'linux')

/**
 * What a Debian system needs beside the package; newer releases renamed some (`…t64`). `ldd` does
 * not name libx11-xcb1, without which no window opens, nor libnotify4: both are loaded later.
 */
const DEB_DEPENDS = [
  'libc6 (>= 2.28)',
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libcups2 | libcups2t64',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libx11-xcb1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
]

/** The same for rpm: distributions differ in the name of a package, not in that of a library. */
const RPM_DEPENDS = [
  'glibc >= 2.28',
  'alsa-lib',
  'at-spi2-core',
  'gtk3',
  'libX11-xcb.so.1()(64bit)',
  'libnotify.so.4()(64bit)',
  'libsecret',
  'nss',
]

/**
 * Returns the configuration of electron-builder for all platforms. Everything that would be
 * downloaded or looked up elsewhere is named here.
 * @param {BuilderOptions} options
 * @returns {Record<string, unknown>}
 */
export function builderConfig(options) {
  const { identity, output, dist, electronVersion, fast, afterPack } = options
  const { appId, packageName, version } = identity
  return {
    appId,
    productName: 'Countersign',
    copyright: 'All rights are reserved.',
    directories: { output, buildResources: LINUX_FOLDER },
    electronDist: dist,
    electronVersion,
    electronLanguages: LANGUAGES,
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    files: ['**/*'],
    asar: true,
    // A program of the assistant's client starts the bridge, which cannot read inside an archive.
    asarUnpack: ['bridge/**'],
    compression: fast ? 'store' : 'normal',
    publish: null,
    removePackageScripts: true,
    artifactName: `${packageName}-${version}-\${os}-\${arch}.\${ext}`,
    toolsets: { appimage: '1.0.3' },
    afterPack,
    ...linuxConfig(options),
    ...windowsConfig(identity),
    ...macConfig(identity),
  }
}

/** @param {BuilderOptions} options */
function linuxConfig({ identity, fast, documents }) {
  const { packageName, menuName, author, description, testRuntime } = identity
  const other = testRuntime ? 'countersign' : 'countersign-test-runtime'
  // The two packages own the same files, so they exclude each other.
  const conflicts = ['--conflicts', other]
  const shared = {
    packageName,
    maintainer: `${author.name} <${author.email}>`,
    vendor: author.name,
    appArmorProfile: join(LINUX_FOLDER, 'apparmor.tpl'),
    afterInstall: join(LINUX_FOLDER, 'after-install.tpl'),
    afterRemove: join(LINUX_FOLDER, 'after-remove.tpl'),
  }
  return {
    linux: {
      executableName: 'countersign',
      icon: ICONS,
      category: 'Office;Finance',
      description,
      synopsis: testRuntime
        ? 'trading client (TEST RUNTIME, not for trading)'
        : 'trading client with a practice exchange',
      syncDesktopName: true,
      desktop: {
        entry: { Name: menuName, StartupNotify: 'true', Keywords: 'trading;stocks;broker;' },
      },
    },
    deb: {
      ...shared,
      fpm: [...conflicts, ...documents.deb],
      packageCategory: 'misc',
      depends: DEB_DEPENDS,
      recommends: ['gnome-keyring | kwalletmanager'],
      compression: fast ? 'gz' : 'xz',
    },
    rpm: {
      ...shared,
      fpm: [...conflicts, ...documents.rpm],
      depends: RPM_DEPENDS,
      compression: fast ? 'gzip' : 'xz',
    },
    appImage: { compression: fast ? 'gzip' : 'zstd' },
  }
}

/** @param {Identity} identity */
function windowsConfig({ menuName }) {
  return {
    win: {
      icon: join(ICONS, 'program.ico'),
      legalTrademarks: menuName,
      // The release is signed by a step of its own, see the release checklist.
      signAndEditExecutable: true,
      verifyUpdateCodeSignature: false,
    },
  }
}

/** @param {Identity} identity */
function macConfig({ menuName }) {
  return {
    mac: {
      icon: join(ICONS, 'program.icns'),
      category: 'public.app-category.finance',
      identity: null,
      hardenedRuntime: true,
      // The compiler of JavaScript needs memory that it can run, and nothing else is allowed.
      entitlements: ENTITLEMENTS,
      entitlementsInherit: ENTITLEMENTS,
      minimumSystemVersion: '13.0',
      extendInfo: {
        CFBundleDisplayName: menuName,
        NSHumanReadableCopyright: 'All rights are reserved.',
      },
    },
  }
}
