import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from '../../../build/lib/exec.mjs'
import { readOptions, wholeNumber } from '../../../build/lib/options.mjs'
import { CACHE, ROOT } from '../../../build/lib/paths.mjs'
import { print, runMain, UserError, warn } from '../../../build/lib/terminal.mjs'
import { compareFigures, readFigures, type Round } from './figures.js'

const DEFAULT_ROUNDS = 3
const DEFAULT_PARTS = ['start', 'memory']

/** Checks a commit out beside this tree, with this tree's packages, and returns its folder. */
async function checkOut(commit: string): Promise<string> {
  const parsed = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: ROOT })
  if (parsed.code !== 0) throw new UserError(`There is no commit ${commit}.`)
  const folder = join(CACHE, 'compare', parsed.stdout.trim().slice(0, 12))
  if (!existsSync(folder)) {
    mkdirSync(join(CACHE, 'compare'), { recursive: true })
    const args = ['worktree', 'add', '--detach', folder, parsed.stdout.trim()]
    const added = await run('git', args, { cwd: ROOT })
    if (added.code !== 0) throw new UserError(`git: ${added.stderr.trim()}`)
  }
  const packages = join(folder, 'node_modules')
  if (!existsSync(packages)) {
    // Its own copy: a commit with other packages installs them there. Copied under another name, so
    // that an interrupted copy is not taken for a whole one.
    const options = { recursive: true, verbatimSymlinks: true }
    cpSync(join(ROOT, 'node_modules'), `${packages}.part`, options)
    renameSync(`${packages}.part`, packages)
  }
  return folder
}

/** Runs the benchmark of a tree and returns what it printed. */
async function measure(tree: string, parts: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(tree, 'build', 'bench.mjs'), ...parts], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== 0) warn(`The benchmark of ${tree} ended with ${code}.\n${errors.slice(-2_000)}`)
  return output
}

/**
 * Measures an earlier commit and this tree in alternating rounds. The first of a round alternates
 * too, because the machine warms up.
 */
async function measureRounds(
  commit: string,
  rounds: number,
  parts: readonly string[],
): Promise<readonly Round[]> {
  const earlier = await checkOut(commit)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const figures = new Map<string, Round['before']>()
    for (const tree of round % 2 === 0 ? [earlier, ROOT] : [ROOT, earlier]) {
      figures.set(tree, readFigures(await measure(tree, parts)))
    }
    const [before = [], after = []] = [figures.get(earlier), figures.get(ROOT)]
    measured.push({ before, after })
    const silent = before.length === 0 ? commit : after.length === 0 ? 'this tree' : null
    const outcome = silent === null ? ' done' : `: ${silent} printed no figures`
    print(`round ${round + 1} of ${rounds}${outcome}`)
  }
  return measured
}

/** Prints the ratio of each figure with its spread. */
await runMain(async () => {
  const { values, positionals } = readOptions('npm run bench', {
    options: { compare: { type: 'string' }, rounds: { type: 'string' } },
    allowPositionals: true,
  })
  const { compare: commit = '' } = values
  const rounds = wholeNumber('--rounds', values.rounds, DEFAULT_ROUNDS)
  const parts = positionals.length === 0 ? DEFAULT_PARTS : positionals
  const lines = compareFigures(await measureRounds(commit, rounds, parts))
  if (lines.length === 0) throw new UserError('The two builds have no figure in common.')
  const width = Math.max(...lines.map(({ name }) => name.length))
  print(
    `\n${'Metric'.padEnd(width)}  ${'Before'.padStart(10)}  ${'After'.padStart(10)}  Ratio (spread)`,
  )
  const figure = (value: number) => String(Number(value.toPrecision(4))).padStart(10)
  for (const { name, before, after, ratio, lowest, highest } of lines) {
    print(
      `${name.padEnd(width)}  ${figure(before)}  ${figure(after)}  ${ratio.toFixed(2)} (${lowest.toFixed(2)} – ${highest.toFixed(2)})`,
    )
  }
})
