import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

/** The folders of our own code. */
export const SOURCE_FOLDERS = ['shared', 'electron', 'renderer', 'build', 'test'].filter((folder) =>
  existsSync(join(ROOT, folder)),
)

/**
 * Returns the path of an installed package's command-line tool, to be run with this Node.
 * @param {string} path below `node_modules`
 */
export function tool(path) {
  return join(ROOT, 'node_modules', ...path.split('/'))
}
