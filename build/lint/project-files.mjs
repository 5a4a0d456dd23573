import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/paths.mjs'

/**
 * The files that the project tracks or is about to.
 * @returns {string[]} paths from the root of the project
 */
export function projectFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const text = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  return text.split('\n').filter((path) => path !== '' && existsSync(join(ROOT, path)))
}
