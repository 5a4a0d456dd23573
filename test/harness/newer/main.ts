import Module, { createRequire } from 'node:module'
import { join } from 'node:path'
import { readJson } from '../../../build/lib/files.mjs'
import { OUT, ROOT } from '../../../build/lib/paths.mjs'
import { openDriverLink } from './driver-link.js'
import { standInElectron } from './electron.js'

/**
 * The program of the window tests (`out/tests`) on plain Node, with a stand-in for Electron: its
 * windows are pages of a browser, which the parent process drives.
 */
const MANIFEST = readJson(join(ROOT, 'package.json')) as {
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The loader of modules, of which one name leads elsewhere. */
const loader = Module as unknown as {
  _load(name: string, ...rest: readonly unknown[]): unknown
}

const electron = standInElectron({
  link: openDriverLink(),
  args: process.argv.slice(2),
  version: MANIFEST.version,
})
const load = loader._load
loader._load = (name, ...rest) =>
  name === 'electron' ? electron : load.call(loader, name, ...rest)

// What the program says about itself is what people will see.
Object.defineProperty(process, 'versions', {
  value: {
    ...process.versions,
    electron: MANIFEST.devDependencies['electron'],
    chrome: process.env['COUNTERSIGN_BROWSER_VERSION'] ?? 'unknown',
  },
})

createRequire(import.meta.url)(join(OUT, 'tests', 'main.cjs'))
