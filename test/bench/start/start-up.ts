import { fileURLToPath } from 'node:url'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { makeDataFolder, runElectron, type ElectronRun } from '../electron-run.js'
import { APP_STEPS, readSteps, WINDOW_STEPS, type StartTimes } from './start-steps.js'
import { median, ms, ratio, type MetricRow } from '../table.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
const ROUNDS = 5
const START_LIMIT_MS = 20_000

type Runs = readonly StartTimes[]

/** Starts an application, and returns when each step was done, in ms since the process start. */
async function measureStart(appDir: string, usable: string, folder?: string): Promise<StartTimes> {
  const run: ElectronRun = await runElectron(appDir, {}, folder)
  try {
    const paint = `performance.getEntriesByName('first-paint')[0]?.startTime`
    await run.page.until(`(${usable} ?? 0) > 0 && (${paint} ?? 0) > 0`, START_LIMIT_MS)
    return await readSteps(run, usable)
  } finally {
    await run.stop()
  }
}

const emptyStart = (): Promise<StartTimes> =>
  measureStart(EMPTY, `performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd`)
const appStart = (folder?: string): Promise<StartTimes> =>
  measureStart(APP, `performance.getEntriesByName('desk:usable')[0]?.startTime`, folder)

const medianOf = (runs: Runs, step: string): number =>
  median(runs.flatMap((run) => run[step] ?? []))

/**
 * P1: cold start to a usable window and to the first paint, as ratios to an empty window, in
 * alternating rounds: a first start, whose data folder is empty, and a later one. Then when each
 * step of these starts was done.
 */
export async function coldStart(): Promise<MetricRow[]> {
  const empty: StartTimes[] = []
  const first: StartTimes[] = []
  const later: StartTimes[] = []
  const folder = makeDataFolder()
  try {
    await emptyStart()
    await appStart(folder)
    for (let round = 0; round < ROUNDS; round += 1) {
      empty.push(await emptyStart())
      first.push(await appStart())
      later.push(await appStart(folder))
    }
  } finally {
    await removeFolder(folder)
  }
  return [
    targetRow({
      metric: 'first start to a usable desk',
      step: 'usable',
      limit: 2,
      empty,
      runs: first,
    }),
    targetRow({
      metric: 'later start to a usable desk',
      step: 'usable',
      limit: 2,
      empty,
      runs: later,
    }),
    targetRow({
      metric: 'first start: first paint',
      step: 'paint',
      limit: 1.5,
      empty,
      runs: first,
    }),
    targetRow({
      metric: 'later start: first paint',
      step: 'paint',
      limit: 1.5,
      empty,
      runs: later,
    }),
    ...Object.entries({ ...WINDOW_STEPS, ...APP_STEPS }).map(([step, name]) => ({
      id: 'P1',
      metric: `  ${name}`,
      baseline: step in WINDOW_STEPS ? ms(medianOf(empty, step)) : '',
      ours: `${ms(medianOf(first, step))} first, ${ms(medianOf(later, step))} later`,
      target: '',
      met: null,
    })),
  ]
}

/** Returns the row of a figure with a target: a multiple of the same figure of an empty window. */
function targetRow({
  metric,
  step,
  limit,
  empty,
  runs,
}: {
  readonly metric: string
  readonly step: string
  readonly limit: number
  readonly empty: Runs
  readonly runs: Runs
}): MetricRow {
  const [lowest, ours] = [medianOf(empty, step), medianOf(runs, step)]
  return {
    id: 'P1',
    metric,
    baseline: ms(lowest),
    ours: `${ms(ours)} = ${ratio(ours / lowest)}`,
    target: `≤ ${limit.toFixed(1)} × empty window`,
    met: ours / lowest <= limit,
  }
}
