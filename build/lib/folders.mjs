import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

/** The folders that hold our own code. */
export const SOURCE_FOLDERS = ['shared', 'electron', 'renderer', 'build', 'test'].filter((folder) =>
  existsSync(join(ROOT, folder)),
)

/**
 * A command line tool of an installed package, to be run with this Node.
 * @param {string} path below `node_modules`
 */
export function tool(path) {
  return join(ROOT, 'node_modules', ...path.split('/'))
}
