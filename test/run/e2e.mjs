import { accessSync, constants, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { compileBundles } from '../../build/code-cache.mjs'
import { run } from '../../build/lib/exec.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { resolveRuntime } from '../../build/runtime/resolve.mjs'
import { noTitle, oneCheck, summaryIn, sumOf } from './result.mjs'
import { retryAlone } from './retry.mjs'
import { listTests } from './selection.mjs'
import { fitsInto, notRunLines, turnsOf } from './window-turns.mjs'

const RESULTS = join(ROOT, 'test-results')
const REPORT = join(RESULTS, 'playwright.json')
/** The folder of the logs of the programs that the tests ran. */
const LOGS = join(RESULTS, 'logs')
/** Below `test`, with a slash. */
const FOLDER = 'test/e2e/'
/**
 * Until when others than the core of the tests with windows start, in minutes from the begin of
 * the core. On a machine that runs all of them in this time, all run.
 */
const budgetMinutes = () => Number(process.env['COUNTERSIGN_WINDOW_MINUTES'] ?? 15)
/** For a run that hangs; `full` has an idle hour (SEC-04) beside everything else. */
const LIMIT_MINUTES = { core: 41, usual: 101, full: 121 }

/**
 * Runs the tests with real Electron windows, driven by Playwright, on separate screens and a
 * separate session bus where available; failed ones once more, alone.
 * @param {readonly string[]} filters paths or parts of paths; all tests when empty
 * @param {{ title?: string | null }} [options] only tests run whose title matches the pattern
 *   `title`
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function e2e(filters, { title = null } = {}) {
  await prepare()
  if (filters.length === 0) removePictures()
  const titled = title === null ? [] : [`--grep=${title}`, '--pass-with-no-tests']
  const first = await runOnce([...filters, ...titled], {})
  if (title !== null && first.passed + first.failed === 0) return noTitle(first)
  return retryAlone(first, (files) => runOnce([...files, ...titled, '--workers=1'], {}))
}

/**
 * Runs the core of the tests with windows, and then as many of the others as
 * COUNTERSIGN_WINDOW_MINUTES allows; failed ones once more, alone. Names the files left out.
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function e2eInTime() {
  await prepare()
  removePictures()
  const started = performance.now()
  const all = listTests()
    .filter((path) => path.startsWith(FOLDER))
    .map((path) => path.slice(FOLDER.length))
  const coreFiles = coreOf(readFileSync(join(ROOT, FOLDER, 'core-files.ts'), 'utf8'))
  const optional = all.filter((path) => !coreFiles.includes(path))
  const turns = turnsOf(optional, await commit())
  const results = [await runOnce([], { COUNTERSIGN_WINDOW_TESTS: 'core' })]
  let files = coreFiles.length
  for (const turn of turns) {
    const before = { files, elapsedMs: performance.now() - started }
    if (!fitsInto(before, turn, budgetMinutes() * 60_000)) break
    const paths = turn.map((path) => `${FOLDER}${path}`)
    // A file may have only tests that `npm run sim` runs.
    results.push(await runOnce([...paths, '--pass-with-no-tests'], {}))
    files += turn.length
  }
  const omitted = turns.flat().slice(files - coreFiles.length)
  const result = await retryAlone(sumOf(results), (paths) => runOnce([...paths, '--workers=1'], {}))
  return { ...result, notes: [...result.notes, ...notRunLines(omitted, files)] }
}

/**
 * Runs tests with windows as another program than this one does; failed ones once more, alone.
 * @param {readonly string[]} filters
 * @param {{ node: string, extra: Readonly<Record<string, string>> }} options `node` runs
 *   Playwright, with the variables `extra`
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function windowTests(filters, { node, extra }) {
  const first = await runOnce(filters, extra, node)
  return retryAlone(first, (files) => runOnce([...files, '--workers=1'], extra, node))
}

/** Finds the runtime, and downloads it: in a test the download would exceed the time limit. */
const prepare = async () => compileBundles(await resolveRuntime())

const removePictures = () => rmSync(join(RESULTS, 'screenshots'), { recursive: true, force: true })

/** @param {string} source the text of `core-files.ts` */
const coreOf = (source) => [...source.matchAll(/^ {2}'(.*)',$/gm)].map(([, path = '']) => path)

/** Returns the id of the commit; empty outside a clone. */
async function commit() {
  const { code, stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT }).catch(() => ({
    code: 1,
    stdout: '',
  }))
  return code === 0 ? stdout.trim() : ''
}

/**
 * @param {readonly string[]} filters
 * @param {Readonly<Record<string, string>>} extra variables for Playwright
 * @param {string} [node] the Node that runs Playwright
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
async function runOnce(filters, extra, node = process.execPath) {
  const command = [node, join(ROOT, 'test', 'run', 'e2e-session.mjs'), ...filters]
  if (process.platform === 'linux') {
    if (!onPath('Xvfb') && !process.env['DISPLAY']) {
      return oneCheck(false, ['End-to-end tests need a display: install xvfb.'])
    }
    if (onPath('dbus-run-session')) command.unshift('dbus-run-session', '--')
  }
  rmSync(REPORT, { force: true })
  rmSync(LOGS, { recursive: true, force: true })
  const [program = '', ...args] = command
  const usual = extra['COUNTERSIGN_WINDOW_TESTS'] === 'core' ? 'core' : 'usual'
  const minutes = LIMIT_MINUTES[process.env['COUNTERSIGN_EFFORT'] === 'full' ? 'full' : usual]
  const { code, timedOut } = await run(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...extra },
    show: true,
    timeoutMs: minutes * 60_000,
  })
  if (timedOut) return oneCheck(false, [`End-to-end tests were stopped after ${minutes} minutes.`])
  return summaryIn(REPORT, 'Playwright', code)
}

/** @param {string} program */
function onPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
