import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OUT, ROOT } from './lib/paths.mjs'

/**
 * One output of the build.
 * @typedef {object} Bundle
 * @property {'boot' | 'main' | 'preload' | 'practice' | 'bridge' | 'renderer' | 'tests'} name also
 *   its folder in `out/`
 * @property {string} entry
 * @property {string} output the file that must exist after the build
 * @property {readonly string[]} sources its source folders and files
 * @property {readonly string[]} except folders below `sources` that do not belong to it
 */

/** Where the program gets its updates from, and the keys that it trusts: a part of its build. */
export const UPDATE_SOURCE = 'build/config/update-source.json'

/** @type {readonly Bundle[]} */
export const BUNDLES = [
  {
    name: 'boot',
    entry: 'electron/boot.ts',
    output: 'boot/boot.cjs',
    sources: ['electron/boot.ts'],
    except: [],
  },
  {
    name: 'main',
    entry: 'electron/main.ts',
    output: 'main/main.cjs',
    sources: ['electron', 'resources/icons', 'shared', UPDATE_SOURCE],
    except: ['electron/practice', 'electron/preload'],
  },
  {
    name: 'preload',
    entry: 'electron/preload/preload.ts',
    output: 'preload/preload.cjs',
    sources: ['electron/preload', 'shared'],
    except: [],
  },
  {
    name: 'practice',
    entry: 'electron/practice/main.ts',
    output: 'practice/practice.cjs',
    sources: ['electron/practice', 'electron/polyfill.ts', 'shared'],
    except: [],
  },
  {
    name: 'bridge',
    entry: 'electron/assistant/bridge/bridge-main.ts',
    output: 'bridge/bridge.cjs',
    sources: ['electron/assistant'],
    except: [],
  },
  {
    name: 'renderer',
    entry: 'renderer/index.html',
    output: 'renderer/index.html',
    sources: ['renderer', 'resources', 'shared'],
    except: [],
  },
  {
    // The main process as tests drive it; never part of a product.
    name: 'tests',
    entry: 'test/harness/program/main.ts',
    output: 'tests/main.cjs',
    sources: ['electron', 'resources/icons', 'shared', 'test/harness/program'],
    except: ['electron/practice', 'electron/preload'],
  },
]

/** The bundles of the product. */
export const PRODUCT = BUNDLES.filter(({ name }) => name !== 'tests')

/** @param {Bundle} bundle */
export function hasEntry(bundle) {
  return existsSync(join(ROOT, bundle.entry))
}

/** @param {Bundle} bundle */
export function outputOf(bundle) {
  return join(OUT, bundle.output)
}
