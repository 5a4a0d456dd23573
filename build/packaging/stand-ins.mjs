import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE } from '../lib/paths.mjs'
import { TEST_RUNTIME_MARKER } from '../runtime/dist.mjs'
import { LINUX_FOLDER } from './builder-config.mjs'
import { STAND_IN_MARKER } from './runtimes.mjs'

/**
 * Stand-ins for what only other computers have: distributions of Electron for Windows and macOS
 * that have its form but run nothing, and the runtime of an AppImage. With them the packaging code
 * of every platform runs here, and what it writes can be read. What they make is marked as a
 * package of a test runtime.
 */
const HOME = join(CACHE, 'packaging', 'stand-ins')

/** What @electron/fuses looks for in a binary; behind it are version, length and states. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Electron 45 has nine fuses; this is how it ships them. */
const SHIPPED_FUSES = '101100011'
const VERSION = '45.4.1'

/** @param {string} version */
const fuseWire = (version) =>
  Buffer.concat([
    Buffer.from(`Electron/${version}\0Chrome/0.0.0.0\0${FUSE_SENTINEL}`),
    Buffer.from([1, SHIPPED_FUSES.length]),
    Buffer.from(SHIPPED_FUSES),
  ])

/** The files beside the executable of Electron 45 for Windows. */
const WINDOWS_FILES = [
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'd3dcompiler_47.dll',
  'dxcompiler.dll',
  'dxil.dll',
  'ffmpeg.dll',
  'icudtl.dat',
  'LICENSE',
  'LICENSES.chromium.html',
  'locales/de.pak',
  'locales/en-US.pak',
  'locales/es-419.pak',
  'locales/es.pak',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader.dll',
  'vk_swiftshader_icd.json',
  'vulkan-1.dll',
]

/** @param {string} folder */
function start(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'version'), VERSION)
  writeFileSync(join(folder, TEST_RUNTIME_MARKER), 'A stand-in that runs nothing.\n')
  writeFileSync(join(folder, STAND_IN_MARKER), '')
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string | Buffer} content
 */
function put(folder, path, content) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/**
 * Makes a distribution for Windows around an executable that NSIS makes.
 * @returns {string} its folder
 */
export function windowsStandIn() {
  const folder = join(HOME, 'win32')
  start(folder)
  for (const path of WINDOWS_FILES) put(folder, path, `A stand-in for ${path}.\n`)
  const script = join(HOME, 'electron.nsi')
  const output = join(folder, 'electron.exe')
  writeFileSync(
    script,
    [
      'Unicode true',
      'Name Electron',
      `OutFile "${output}"`,
      `VIProductVersion "${VERSION}.0"`,
      `VIAddVersionKey FileVersion "${VERSION}"`,
      'VIAddVersionKey ProductName Electron',
      'Section',
      'SectionEnd\n',
    ].join('\n'),
  )
  execFileSync('makensis', ['-V1', script])
  appendFileSync(output, fuseWire(VERSION))
  return folder
}

/** Where the image begins in an AppImage with the stand-in; the script says the same. */
const IMAGE_OFFSET = 4096

const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)']

/**
 * Makes a distribution for macOS with the folders and property lists of Electron's.
 * @returns {string} its folder
 */
export function macStandIn() {
  const folder = join(HOME, 'darwin')
  start(folder)
  const app = 'Electron.app/Contents'
  for (const path of ['LICENSE', 'LICENSES.chromium.html']) put(folder, path, `${path}\n`)
  put(folder, `${app}/Info.plist`, propertyList('Electron', 'com.github.Electron'))
  put(folder, `${app}/MacOS/Electron`, 'A stand-in.\n')
  put(folder, `${app}/PkgInfo`, 'APPL????')
  put(folder, `${app}/Resources/electron.icns`, 'A stand-in.\n')
  for (const name of ['en', 'es', 'de']) {
    put(folder, `${app}/Resources/${name}.lproj/locale.pak`, name)
  }
  const framework = `${app}/Frameworks/Electron Framework.framework/Versions/A`
  put(folder, `${framework}/Electron Framework`, fuseWire(VERSION))
  put(folder, `${framework}/Resources/icudtl.dat`, 'A stand-in.\n')
  const links = dirname(dirname(join(folder, framework)))
  symlinkSync('A', join(links, 'Versions', 'Current'))
  for (const name of ['Electron Framework', 'Resources']) {
    symlinkSync(`Versions/Current/${name}`, join(links, name))
  }
  for (const kind of HELPERS) {
    const helper = `Electron Helper${kind}`
    const place = `${app}/Frameworks/${helper}.app/Contents`
    put(folder, `${place}/Info.plist`, propertyList(helper, 'com.github.Electron.helper'))
    put(folder, `${place}/MacOS/${helper}`, 'A stand-in.\n')
    chmodSync(join(folder, place, 'MacOS', helper), 0o755)
  }
  chmodSync(join(folder, app, 'MacOS', 'Electron'), 0o755)
  return folder
}

/**
 * @param {string} name
 * @param {string} id
 */
const propertyList = (name, id) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>${id}</string>
<key>CFBundleName</key><string>${name}</string>
<key>CFBundlePackageType</key><string>APPL</string>
<key>CFBundleVersion</key><string>${VERSION}</string>
</dict></plist>
`

/**
 * Puts a runtime for AppImages at its place, which unpacks the image instead of mounting it.
 * @returns {string} the file
 */
export function appImageStandIn() {
  const file = join(HOME, 'appimage-runtime')
  mkdirSync(HOME, { recursive: true })
  const script = readFileSync(join(LINUX_FOLDER, 'appimage-stand-in.sh'))
  writeFileSync(file, Buffer.concat([script, Buffer.alloc(IMAGE_OFFSET - script.length, '\n')]))
  chmodSync(file, 0o755)
  return file
}
