import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { readOptions, wholeNumber } from '../../../build/lib/options.mjs'
import { CACHE, ROOT } from '../../../build/lib/paths.mjs'
import { print, runMain, UserError } from '../../../build/lib/terminal.mjs'

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

/** What `main.ts` writes for each seed. */
interface SeedLine {
  readonly seed: number
  readonly violations: readonly string[]
  readonly steps: number
  readonly placed: number
  /** How often each incident had an effect. */
  readonly incidents: Readonly<Record<string, number>>
  readonly trace?: readonly string[]
}

interface SeedOptions {
  readonly count: number
  readonly from: number
  readonly workers: number
  /** The generation of the seeds; undefined: the present one. */
  readonly generation: string | undefined
  /** Prints the whole trace of each seed. */
  readonly trace: boolean
  /** Takes only processor time that nothing else wants, and prints no progress. */
  readonly yields: boolean
}

/** What a run has found so far; `incidents` counts the seeds in which each had an effect. */
const summary = { done: 0, failed: 0, known: 0, placed: 0, steps: 0 }
const incidents = new Map<string, number>()

/** Violations that are known and not yet repaired, by a part of their text. */
const { known } = JSON.parse(readFileSync(join(FOLDER, 'regressions.json'), 'utf8')) as {
  readonly known: readonly { readonly text: string }[]
}

/**
 * Runs seeds of the whole-system simulation, and prints every violation, its seed, and how many
 * seeds ran per second. Returns the exit code: 1 when a seed has a violation that is not known yet.
 */
async function runSeeds(options: SeedOptions): Promise<number> {
  const { count, from, generation, trace, yields } = options
  const bundle = await buildSimulation()
  const began = performance.now()
  const progress = yields
    ? undefined
    : setInterval(() => print(`  ${summary.done} of ${count} seeds`), PROGRESS_MS)
  const workers = Math.min(options.workers, count)
  const codes = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const share = Math.ceil((count - index) / workers)
      const seeds = [
        from + index,
        share,
        workers,
        ...(generation === undefined ? [] : [generation]),
      ]
      return runWorker([bundle, ...seeds.map(String), ...(trace ? ['trace'] : [])], yields)
    }),
  )
  clearInterval(progress)
  const seconds = (performance.now() - began) / 1_000
  const { done, failed, placed, steps } = summary
  print(
    `${done} seeds in ${seconds.toFixed(1)} s (${(done / seconds).toFixed(1)} seeds/s with ${workers} workers), ` +
      `${steps} steps, ${placed} orders sent: ${failed} failed, ${summary.known} with known violations.`,
  )
  if (codes.some((code) => code !== 0)) throw new UserError('A worker of the simulation broke off.')
  return failed > 0 || (!trace && !isCovered()) ? 1 : 0
}

/**
 * Prints in how many seeds each incident had an effect. Returns false where one is missing that a
 * run of this length must contain.
 */
function isCovered(): boolean {
  const rows = [...incidents].sort(([a], [b]) => a.localeCompare(b))
  print('Seeds in which each incident had an effect:')
  for (const [name, seeds] of rows) print(`  ${String(seeds).padStart(7)}  ${name}`)
  const missing = rows.filter(([, seeds]) => seeds === 0).map(([name]) => name)
  if (missing.length === 0) return true
  const isLong = summary.done >= MIN_FOR_COVERAGE
  const never = isLong ? 'FAILED: never' : 'Never'
  print(`${never} in these ${summary.done} seeds: ${missing.join(', ')}.`)
  return !isLong
}

function report(line: SeedLine): void {
  summary.done += 1
  summary.placed += line.placed
  summary.steps += line.steps
  for (const [name, count] of Object.entries(line.incidents)) {
    incidents.set(name, (incidents.get(name) ?? 0) + (count > 0 ? 1 : 0))
  }
  const { violations, trace = [] } = line
  if (violations.length === 0) {
    for (const text of trace) print(text)
    return
  }
  const isNew = violations.some((text) => !known.some((entry) => text.includes(entry.text)))
  if (isNew) summary.failed += 1
  else summary.known += 1
  const replay = `npm run sim -- --seed ${line.seed}`
  print(`${isNew ? 'FAILED' : 'Known'}: seed ${line.seed}; replay: ${replay}`)
  for (const text of violations.slice(0, 5)) print(`    ${text}`)
  if (violations.length > 5) print(`    … and ${violations.length - 5} more`)
  for (const text of trace.slice(summary.done === 1 ? 0 : -1)) print(`      ${text}`)
}

function runWorker(args: readonly string[], yields: boolean): Promise<number> {
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
    createInterface({ input: child.stdout }).on('line', (text) => {
      report(JSON.parse(text) as SeedLine)
    })
    child.once('close', (code) => {
      for (const end of ENDS) process.off(end, stop)
      resolve(code ?? 1)
    })
  })
}

/** Gives the session of a process the lowest weight, where the system weighs sessions. */
function lowerSession(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST))
  } catch {
    // Another system, or one that does not weigh sessions: the priority of the process counts.
  }
}

/**
 * Bundles the simulation, because a run of thousands of seeds must not load hundreds of files.
 * Returns the bundle's path.
 */
async function buildSimulation(): Promise<string> {
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

await runMain(() => {
  const { values } = readOptions('npm run sim', {
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      workers: { type: 'string' },
      generation: { type: 'string' },
      yields: { type: 'boolean', default: false },
    },
  })
  const { seeds, seed, from, workers, generation, yields } = values
  if (generation !== undefined) wholeNumber('--generation', generation, 1)
  const trace = seed !== undefined
  return runSeeds({
    count: trace ? 1 : wholeNumber('--seeds', seeds, 1),
    from: trace ? wholeNumber('--seed', seed, 1) : wholeNumber('--from', from, 1),
    workers: trace ? 1 : wholeNumber('--workers', workers, availableParallelism()),
    generation,
    trace,
    yields,
  })
})
