import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { run } from '../../build/lib/exec.mjs'
import { readJson } from '../../build/lib/files.mjs'
import { tool } from '../../build/lib/folders.mjs'
import { readOptions, wholeNumber } from '../../build/lib/options.mjs'
import { CACHE, ROOT } from '../../build/lib/paths.mjs'
import { UserError, runMain, print } from '../../build/lib/terminal.mjs'
import { filesOf, MIN_SCORE, ownTestsOf, TARGETS } from './targets.mjs'

const WORK = join(CACHE, 'mutation')
const REPORTS = join(ROOT, 'test-results', 'mutation')
/** The tests of a process share one worker; a second would be given the same one. */
const ONE_WORKER = { VITEST_MAX_WORKERS: '1' }
const KINDS = ['json', 'html']

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { status: string }[] }>>
}

interface Score {
  readonly target: string
  readonly detected: number
  /** The detected ones whose tests did not end. */
  readonly ended: number
  readonly missed: number
  readonly seconds: number
}

/** Mutates the files of a target and runs its tests in some processes. */
async function runTarget(target: string, workers: number, rerunAll: boolean): Promise<Score> {
  const started = performance.now()
  for (const kind of KINDS) rmSync(join(WORK, `last.${kind}`), { force: true })
  const args = [
    ...['run', 'test/mutation/stryker.mjs', '--mutate', filesOf(target).join(',')],
    ...['--logLevel', 'warn', '--concurrency', String(workers)],
    ...['--incremental', '--incrementalFile', relative(ROOT, join(WORK, `${target}.json`))],
    ...(rerunAll ? ['--force'] : []),
  ]
  const { code } = await run(
    process.execPath,
    [tool('@stryker-mutator/core/bin/stryker.js'), ...args],
    { cwd: ROOT, show: true, env: { ...process.env, ...ONE_WORKER, ...testsOf(target) } },
  )
  const report = readJson(join(WORK, 'last.json')) as Report | undefined
  if (code !== 0 || report === undefined) {
    throw new UserError(`The mutations of ${target} could not be tested (exit code ${code}).`)
  }
  mkdirSync(REPORTS, { recursive: true })
  for (const kind of KINDS) {
    renameSync(join(WORK, `last.${kind}`), join(REPORTS, `${target}.${kind}`))
  }
  const mutants = Object.values(report.files).flatMap((file) => file.mutants)
  const count = (...statuses: string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    target,
    detected: count('Killed', 'Timeout'),
    ended: count('Timeout'),
    missed: count('Survived', 'NoCoverage'),
    seconds: (performance.now() - started) / 1000,
  }
}

/** Returns the variable that limits a run to the target's own tests, where it has some. */
function testsOf(target: string): Readonly<Record<string, string>> {
  const tests = ownTestsOf(target)
  if (tests === undefined) return {}
  const patterns = tests.map((path) => (path.endsWith('/') ? `${path}*.test.ts` : path))
  return { COUNTERSIGN_MUTATION_TESTS: patterns.join(',') }
}

const share = ({ detected, missed }: Score): number =>
  detected + missed === 0 ? 100 : (100 * detected) / (detected + missed)

await runMain(async () => {
  const { values, positionals } = readOptions('npm run mutation', {
    options: { again: { type: 'boolean' }, workers: { type: 'string' } },
    allowPositionals: true,
  })
  const workers = wholeNumber('--workers', values.workers, Math.min(2, availableParallelism()))
  const targets = positionals.length > 0 ? positionals : Object.keys(TARGETS)
  for (const target of targets) filesOf(target)
  // Runs for long, so other processes get priority.
  setPriority(10)
  const scores: Score[] = []
  for (const target of targets) {
    print(`\n── ${target} ${'─'.repeat(Math.max(1, 70 - target.length))}`)
    scores.push(await runTarget(target, workers, values.again === true))
  }
  print('')
  for (const score of scores) {
    const { target, detected, ended, missed, seconds } = score
    print(
      `${target.padEnd(12)} ${share(score).toFixed(1).padStart(5)}% detected: ${detected} of ${detected + missed} (${ended} by their time), in ${(seconds / 60).toFixed(1)} min`,
    )
  }
  const below = scores.filter((score) => share(score) < MIN_SCORE)
  print(`\nUndetected mutations by file: ${relative(ROOT, REPORTS)}`)
  return below.length === 0 ? 0 : 1
})
