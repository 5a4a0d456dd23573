import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { UserError, print } from '../lib/terminal.mjs'

const FOLDER = join(ROOT, 'test', 'simulation', 'system')
const BUNDLE = 'simulation.mjs'
/**
 * A seed allocates much that lives for one seed only, and each seed runs the same wide code again,
 * little of it often: a larger young generation, code that is not discarded, and a compiler that is
 * cheap enough for code that runs seldom save about a fifth of the time.
 */
const WORKER_FLAGS = ['--max-semi-space-size=64', '--no-flush-bytecode', '--always-sparkplug']
/** What ends the workers too, which do not belong to the terminal's group when they yield. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit']
/** The lowest priority of a process. */
const LOWEST = 19
/** How often the progress of a long run is printed, in ms. */
const PROGRESS_MS = 10_000
/** A run of so many seeds must contain every incident; the rarest is in one of 1,500 seeds. */
const MIN_FOR_COVERAGE = 10_000

/**
 * What `test/simulation/system/main.ts` writes for each seed.
 * @typedef {object} SeedLine
 * @property {number} seed
 * @property {readonly string[]} violations
 * @property {string} hash
 * @property {number} steps
 * @property {number} placed
 * @property {Readonly<Record<string, number>>} incidents how often each incident had an effect
 * @property {readonly string[]} [trace]
 */

/**
 * @typedef {object} SeedOptions
 * @property {number} count
 * @property {number} from
 * @property {number} workers
 * @property {number | null} generation the generation of the seeds; null: the present one
 * @property {boolean} trace prints the whole trace of each seed
 * @property {boolean} [yields] takes only processor time that nothing else wants, and prints no
 *   progress
 */

/**
 * What a run has found so far.
 * @typedef {object} Summary
 * @property {number} done
 * @property {number} failed
 * @property {number} known
 * @property {number} placed
 * @property {number} steps
 * @property {Map<string, number>} incidents in how many seeds each had an effect
 */

/** A violation that is known and not yet repaired; its text contains `text`. */
const zKnown = /** @type {{ known: readonly { text: string }[] }} */ (
  JSON.parse(readFileSync(join(FOLDER, 'regressions.json'), 'utf8'))
)

/**
 * Runs seeds of the whole-system simulation, and prints every violation, its seed, and how many
 * seeds ran per second.
 * @param {SeedOptions} options
 * @returns {Promise<number>} the exit code: 1 when a seed has a violation that is not known yet
 */
export async function runSeeds({ count, from, workers, generation, trace, yields = false }) {
  const bundle = await buildSimulation()
  const began = performance.now()
  /** @type {Summary} */
  const summary = { done: 0, failed: 0, known: 0, placed: 0, steps: 0, incidents: new Map() }
  const progress = yields
    ? undefined
    : setInterval(() => print(`  ${summary.done} of ${count} seeds`), PROGRESS_MS)
  const number = Math.min(workers, count)
  const codes = await Promise.all(
    Array.from({ length: number }, (_, index) => {
      const share = Math.ceil((count - index) / number)
      const seeds = [from + index, share, number, ...(generation === null ? [] : [generation])]
      const args = [bundle, ...seeds.map(String), ...(trace ? ['trace'] : [])]
      return runWorker(args, yields, (line) => report(line, summary))
    }),
  )
  clearInterval(progress)
  const seconds = (performance.now() - began) / 1_000
  const { done, failed, known, placed, steps } = summary
  print(
    `${done} seeds in ${seconds.toFixed(1)} s (${(done / seconds).toFixed(1)} seeds/s with ${number} workers), ` +
      `${steps} steps, ${placed} orders sent: ${failed} failed, ${known} with known violations.`,
  )
  if (codes.some((code) => code !== 0)) throw new UserError('A worker of the simulation broke off.')
  const missing = trace ? [] : printCoverage(summary)
  return failed > 0 || missing.length > 0 ? 1 : 0
}

/**
 * Prints in how many seeds each incident had an effect. Returns those that a run of this length
 * must contain and does not.
 * @param {Summary} summary
 * @returns {readonly string[]}
 */
function printCoverage({ done, incidents }) {
  const rows = [...incidents].sort(([a], [b]) => a.localeCompare(b))
  print('Seeds in which each incident had an effect:')
  for (const [name, seeds] of rows) print(`  ${String(seeds).padStart(7)}  ${name}`)
  const missing = rows.filter(([, seeds]) => seeds === 0).map(([name]) => name)
  if (missing.length === 0) return []
  const isLong = done >= MIN_FOR_COVERAGE
  print(`${isLong ? 'FAILED: never' : 'Never'} in these ${done} seeds: ${missing.join(', ')}.`)
  return isLong ? missing : []
}

/**
 * @param {SeedLine} line
 * @param {Summary} summary
 */
function report(line, summary) {
  summary.done += 1
  summary.placed += line.placed
  summary.steps += line.steps
  for (const [name, count] of Object.entries(line.incidents)) {
    summary.incidents.set(name, (summary.incidents.get(name) ?? 0) + (count > 0 ? 1 : 0))
  }
  for (const text of line.trace ?? []) if (line.violations.length === 0) print(text)
  if (line.violations.length === 0) return
  const isNew = line.violations.some((text) => !isKnown(text))
  if (isNew) summary.failed += 1
  else summary.known += 1
  const replay = `npm run sim -- --seed ${line.seed}`
  print(`${isNew ? 'FAILED' : 'Known'}: seed ${line.seed}; replay: ${replay}`)
  for (const text of line.violations.slice(0, 5)) print(`    ${text}`)
  if (line.violations.length > 5) print(`    … and ${line.violations.length - 5} more`)
  for (const text of line.trace?.slice(summary.done === 1 ? 0 : -1) ?? []) print(`      ${text}`)
}

/** @param {string} text */
const isKnown = (text) => zKnown.known.some((entry) => text.includes(entry.text))

/**
 * @param {readonly string[]} args
 * @param {boolean} yields
 * @param {(line: SeedLine) => void} onLine
 * @returns {Promise<number>}
 */
function runWorker(args, yields, onLine) {
  const node = [process.execPath, ...WORKER_FLAGS, ...args]
  const [program = '', ...rest] =
    yields && process.platform !== 'win32' ? ['nice', '-n', String(LOWEST), ...node] : node
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Linux weighs sessions first and processes of one session then: its own one can be lowered.
      detached: yields && process.platform === 'linux',
    })
    if (yields) lowerSession(child.pid)
    const stop = () => void child.kill()
    for (const end of ENDS) process.once(end, stop)
    createInterface({ input: child.stdout }).on('line', (text) => onLine(JSON.parse(text)))
    child.once('close', (code) => {
      for (const end of ENDS) process.off(end, stop)
      resolve(code ?? 1)
    })
  })
}

/**
 * Gives the session of a process the lowest weight, where the system weighs sessions.
 * @param {number | undefined} pid
 */
function lowerSession(pid) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST))
  } catch {
    // Another system, or one that does not weigh sessions: the priority of the process counts.
  }
}

/**
 * Bundles the simulation, because a run of thousands of seeds must not load hundreds of files.
 * @returns {Promise<string>} the bundle's path
 */
async function buildSimulation() {
  const { build } = await import('vite')
  const outDir = join(CACHE, 'simulation')
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    root: ROOT,
    publicDir: false,
    cacheDir: join(CACHE, 'vite'),
    resolve: {
      conditions: ['node', 'module', 'import', 'default'],
      mainFields: ['module', 'main'],
    },
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node18',
      minify: false,
      reportCompressedSize: false,
      ssr: join(FOLDER, 'main.ts'),
      rollupOptions: {
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'es', entryFileNames: BUNDLE, codeSplitting: false },
      },
    },
  })
  return join(outDir, BUNDLE)
}
