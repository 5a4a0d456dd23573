import { cpSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { makeDataFolder, runElectron, type ElectronRun } from '../electron-run.js'
import { atMostTimes } from '../report/bounds.js'
import { APP_STEPS, readSteps, WINDOW_STEPS, type StartTimes } from './start-steps.js'
import { median, metricRow, ms, type MetricRow } from '../report/table.js'
import { exchangeAlone } from './exchange-alone.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
const ROUNDS = 5
/** Chromium stores compiled code at the second start of a folder, and uses it from the third on. */
const WARM_UP_STARTS = 3
/** Chromium's caches, and the links that one running program owns. */
const OF_ONE_BUILD = /Cache$|^Singleton/
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

/** A later start in a folder as an update leaves it: without compiled code of its pages. */
async function updatedStart(folder: string): Promise<StartTimes> {
  const copy = makeDataFolder()
  try {
    cpSync(folder, copy, { recursive: true, filter: (path) => !OF_ONE_BUILD.test(basename(path)) })
    return await appStart(copy)
  } finally {
    await removeFolder(copy)
  }
}

interface Starts {
  readonly empty: StartTimes[]
  readonly first: StartTimes[]
  readonly later: StartTimes[]
  readonly updated: StartTimes[]
  /** The exchange without the program, until it listens, in ms: with an empty folder, and later. */
  readonly alone: { readonly first: number[]; readonly later: number[] }
}

/** Measures every kind of start in alternating rounds. */
async function measureStarts(): Promise<Starts> {
  const starts: Starts = {
    empty: [],
    first: [],
    later: [],
    updated: [],
    alone: { first: [], later: [] },
  }
  const [folder, exchangeFolder] = [makeDataFolder(), makeDataFolder()]
  try {
    await emptyStart()
    for (let start = 0; start < WARM_UP_STARTS; start += 1) await appStart(folder)
    await exchangeAlone(exchangeFolder)
    for (let round = 0; round < ROUNDS; round += 1) {
      starts.empty.push(await emptyStart())
      starts.first.push(await appStart())
      starts.later.push(await appStart(folder))
      starts.updated.push(await updatedStart(folder))
      starts.alone.first.push(await exchangeAlone())
      starts.alone.later.push(await exchangeAlone(exchangeFolder))
    }
    return starts
  } finally {
    await removeFolder(folder)
    await removeFolder(exchangeFolder)
  }
}

/**
 * P1 and P22: cold start to a usable window, to the first paint and until the exchange listens,
 * beside an empty window and beside the exchange alone: a first start, whose data folder is empty,
 * a later one, and the first one after an update. Then when each step of these starts was done.
 */
export async function coldStart(): Promise<MetricRow[]> {
  const starts = await measureStarts()
  const { empty, first, later, updated } = starts
  const targets = [
    ['first start to a usable window', 'usable', 2, first],
    ['later start to a usable window', 'usable', 2, later],
    ['first start: first paint', 'paint', 1.5, first],
    ['later start: first paint', 'paint', 1.5, later],
  ] as const
  return [
    ...targets.map(([metric, step, limit, runs]) =>
      metricRow({
        id: 'P1',
        metric,
        baseline: medianOf(empty, step),
        ours: medianOf(runs, step),
        format: ms,
        bounds: [atMostTimes(limit, 'empty window')],
      }),
    ),
    ...exchangeRows(starts),
    metricRow({
      id: 'P22',
      metric: 'first start after an update to a usable window',
      baseline: medianOf(later, 'usable'),
      ours: medianOf(updated, 'usable'),
      format: ms,
      bounds: [atMostTimes(1.3, 'later start')],
      note: "without Chromium's caches of the folder; main and the exchange bring their compiled code",
    }),
    ...stepRows(starts),
  ]
}

const LISTENS = 'practice.ready'

/** When the exchange listens, beside an empty window; and its own part, beside it alone. */
function exchangeRows({ empty, first, later, alone }: Starts): MetricRow[] {
  const kinds = { first, later }
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => [
    metricRow({
      id: 'P1',
      metric: `${kind} start: the exchange listens`,
      baseline: medianOf(empty, 'usable'),
      ours: medianOf(kinds[kind], LISTENS),
      format: ms,
      bounds: [atMostTimes(1, 'empty window')],
    }),
    metricRow({
      id: 'P1',
      metric: `  from the start of its process, in a ${kind} start`,
      baseline: median(alone[kind]),
      ours: median(
        kinds[kind].flatMap((run) => {
          const [begun, ready] = [run['exchange'], run[LISTENS]]
          return begun === undefined || ready === undefined ? [] : ready - begun
        }),
      ),
      format: ms,
      note: 'the floor is the exchange alone, on the same runtime and with the same compiled code',
    }),
  ])
}

const stepRows = ({ empty, first, later }: Starts): MetricRow[] =>
  Object.entries({ ...WINDOW_STEPS, ...APP_STEPS }).map(([step, name]) =>
    metricRow({
      id: 'P1',
      metric: `  step of a start: ${name}`,
      baseline: step in WINDOW_STEPS ? medianOf(empty, step) : Number.NaN,
      ours: medianOf(first, step),
      format: ms,
      cells: { ours: `${ms(medianOf(first, step))} first, ${ms(medianOf(later, step))} later` },
    }),
  )
