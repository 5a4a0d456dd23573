import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { compareFigures, readFigures } from './bench-table.mjs'
import { run } from './exec.mjs'
import { CACHE, ROOT } from './paths.mjs'
import { print, UserError, warn } from './terminal.mjs'

const DEFAULT_ROUNDS = 3
const DEFAULT_PARTS = ['start', 'memory']

/**
 * @typedef {object} Arguments
 * @property {string} commit
 * @property {number} rounds
 * @property {readonly string[]} parts
 */

/**
 * @param {readonly string[]} args
 * @returns {Arguments}
 */
function readArguments(args) {
  const remaining = [...args]
  /** @param {string} name */
  const take = (name) => {
    const position = remaining.indexOf(name)
    return position < 0 ? undefined : remaining.splice(position, 2)[1]
  }
  const commit = take('--compare')
  const rounds = Number(take('--rounds') ?? DEFAULT_ROUNDS)
  if (commit === undefined || commit.startsWith('-')) {
    throw new UserError('Which commit? npm run bench -- --compare <commit> [part ...]')
  }
  if (!Number.isSafeInteger(rounds) || rounds < 1) {
    throw new UserError('--rounds needs a whole number from 1.')
  }
  return { commit, rounds, parts: remaining.length === 0 ? DEFAULT_PARTS : remaining }
}

/**
 * Checks a commit out beside this tree, with this tree's packages, and returns its folder.
 * @param {string} commit
 * @returns {Promise<string>}
 */
async function checkOut(commit) {
  const parsed = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: ROOT })
  if (parsed.code !== 0) throw new UserError(`There is no commit ${commit}.`)
  const folder = join(CACHE, 'compare', parsed.stdout.trim().slice(0, 12))
  if (!existsSync(folder)) {
    mkdirSync(join(CACHE, 'compare'), { recursive: true })
    const added = await run('git', ['worktree', 'add', '--detach', folder, parsed.stdout.trim()], {
      cwd: ROOT,
    })
    if (added.code !== 0) throw new UserError(`git: ${added.stderr.trim()}`)
  }
  const packages = join(folder, 'node_modules')
  if (!existsSync(packages)) {
    // Its own copy: a commit with other packages installs them there. Copied under another name, so
    // that an interrupted copy is not taken for a whole one.
    cpSync(join(ROOT, 'node_modules'), `${packages}.part`, {
      recursive: true,
      verbatimSymlinks: true,
    })
    renameSync(`${packages}.part`, packages)
  }
  return folder
}

/**
 * Runs the benchmark of a tree and returns what it printed.
 * @param {string} tree
 * @param {readonly string[]} parts
 * @returns {Promise<string>}
 */
function measure(tree, parts) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(tree, 'build', 'bench.mjs'), ...parts], {
      cwd: tree,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    let errors = ''
    child.stderr
      .setEncoding('utf8')
      .on('data', (/** @type {string} */ chunk) => (errors = (errors + chunk).slice(-2_000)))
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (text += chunk))
    child.once('close', (code) => {
      if (code !== 0) warn(`The benchmark of ${tree} ended with ${code}.\n${errors}`)
      resolve(text)
    })
  })
}

/**
 * Measures an earlier commit and this tree in alternating rounds, and prints the ratio of each
 * figure with its spread. The first of a round alternates too, because the machine warms up.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function compareBuilds(args) {
  const { commit, rounds, parts } = readArguments(args)
  const earlier = await checkOut(commit)
  const measured = []
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [earlier, ROOT] : [ROOT, earlier]
    /** @type {Record<string, ReturnType<typeof readFigures>>} */
    const figures = {}
    for (const tree of order) figures[tree] = readFigures(await measure(tree, parts))
    const [before, after] = [figures[earlier] ?? [], figures[ROOT] ?? []]
    measured.push({ before, after })
    print(
      before.length === 0 || after.length === 0
        ? `round ${round + 1} of ${rounds}: ${before.length === 0 ? commit : 'this tree'} printed no figures`
        : `round ${round + 1} of ${rounds} done`,
    )
  }
  const lines = compareFigures(measured)
  if (lines.length === 0) throw new UserError('The two builds have no figure in common.')
  const width = Math.max(...lines.map(({ name }) => name.length))
  print(
    `\n${'Metric'.padEnd(width)}  ${'Before'.padStart(10)}  ${'After'.padStart(10)}  Ratio (spread)`,
  )
  for (const { name, before, after, ratio, lowest, highest } of lines) {
    const figure = (/** @type {number} */ value) =>
      String(Number(value.toPrecision(4))).padStart(10)
    print(
      `${name.padEnd(width)}  ${figure(before)}  ${figure(after)}  ${ratio.toFixed(2)} (${lowest.toFixed(2)} – ${highest.toFixed(2)})`,
    )
  }
  return 0
}
