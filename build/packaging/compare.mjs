import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { print, UserError } from '../lib/terminal.mjs'

/** Two folders whose paths differ in length too. */
const FOLDERS = ['first', 'second-with-a-longer-name']
/** What is taken over, because it is pinned by hash: packages, the runtime, the packaging tools. */
const PINNED = ['node_modules', '.cache/electron', '.cache/packaging/tools']

/**
 * Builds the last commit in two folders, without compiled code, and compares the packages.
 * @param {readonly string[]} formats
 * @param {number} epoch the time of the commit
 * @returns {Promise<number>} the exit code: 0 when all are equal
 */
export async function compareBuilds(formats, epoch) {
  const home = join(CACHE, 'packaging', 'compare')
  rmSync(home, { recursive: true, force: true })
  const sums = []
  for (const name of FOLDERS) {
    const folder = join(home, name)
    copyCommit(folder)
    print(`Packing in ${folder}.`)
    const args = ['build/package.mjs', ...formats, '--fast', '--no-code-cache']
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
    const { code, stdout, stderr } = await run(process.execPath, args, { cwd: folder, env })
    if (code !== 0) throw new UserError(`${stdout}\n${stderr}`.trim())
    sums.push(
      readFileSync(join(folder, 'packages', 'SHA256SUMS'), 'utf8')
        .trim()
        .split('\n'),
    )
  }
  const [first = [], second = []] = sums
  const differing = first.filter((line, index) => line !== second[index])
  for (const line of first) print(`${differing.includes(line) ? 'DIFFERS' : 'equal  '}  ${line}`)
  if (differing.length === 0) rmSync(home, { recursive: true, force: true })
  return differing.length === 0 ? 0 : 1
}

/** @param {string} folder */
function copyCommit(folder) {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', 'HEAD'], {
    cwd: ROOT,
    maxBuffer: Number.MAX_SAFE_INTEGER,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const path of PINNED.filter((name) => existsSync(join(ROOT, name)))) {
    const place = join(folder, path)
    mkdirSync(dirname(place), { recursive: true })
    // Hard links: a link to the folder would enter the names of the chunks.
    if (process.platform === 'linux') execFileSync('cp', ['-al', join(ROOT, path), place])
    else cpSync(join(ROOT, path), place, { recursive: true })
  }
}
