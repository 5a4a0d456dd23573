import { fileURLToPath } from 'node:url'
import { SECURITIES } from '../../../electron/practice/market/securities/listings.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { runElectron, type ElectronRun } from '../electron-run.js'
import { memoryOfTree } from '../process-memory.js'
import { atLeast, atMost } from '../report/bounds.js'
import { count, megabytes, metricRow, percent, textRow, type MetricRow } from '../report/table.js'
import { growthRow } from './growth.js'
import { windowHeapSizes, type HeapSizes } from './heap-objects.js'
import { METRICS, exchangeTimeOf, sizeText, usageOf, type Usage } from '../scale/resources.js'
import { pause } from '../pause.js'
import { invoke } from '../page/invoke.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
/** Steps of the market in a second of the exchange, over all symbols. */
const RATE = 1_000
/** The exchange's usual interval between two quotes of a symbol. */
const QUOTES_MS = 100
/** Exchange seconds per real second. */
const SPEED = 18
const HOUR_MS = 3_600_000
/** Time at ten times the rate, in which the code that every tick runs is compiled. */
const WARM_UP_MS = 45_000
const WARM_UP_RATE = 10_000
const SAMPLE_MS = 6_000
/** The run ends here although the exchange did not keep its speed. */
const LIMIT_MS = 240_000
/** A watchlist of somebody who watches much: all of them tick. */
const WATCHED = 50

/** One sample of the program, and of an empty window beside it. */
interface Sample extends Usage {
  readonly empty: number
}

async function showMarket({ page, ready, tab, practice }: MainWindowPage): Promise<void> {
  const watchlist = SECURITIES.map(({ listing }) => listing.symbol).slice(0, WATCHED)
  await invoke(page, 'preferences.set', { watchlist, tourDone: true })
  await page.setViewportSize({ width: 1_560, height: 1_380 })
  await page.reload()
  await ready()
  await tab('Time & Sales')
  await practice({ command: 'clock', speed: SPEED })
  await practice({ command: 'tick-rate', perSecond: WARM_UP_RATE })
  await pause(WARM_UP_MS)
  await practice({ command: 'tick-rate', perSecond: RATE })
}

const memoryOf = (run: ElectronRun): number =>
  memoryOfTree(run.child.pid ?? 0).reduce((sum, { allocated }) => sum + allocated, 0)

interface Hour {
  readonly samples: readonly Sample[]
  readonly exchangeMs: number
  readonly realMs: number
  readonly sent: number
  /** The heap of the window in the middle and at the end. */
  readonly middle: HeapSizes
  readonly last: HeapSizes
}

/** Samples until an hour of the exchange has passed. */
async function measureHour(desk: MainWindowPage, empty: ElectronRun): Promise<Hour> {
  const exchangePid = await desk.practicePid()
  const begin = await desk.truth()
  const began = Date.now()
  const samples: Sample[] = []
  let exchangeMs = 0
  let middle: HeapSizes | null = null
  while (exchangeMs < HOUR_MS && Date.now() - began < LIMIT_MS) {
    await pause(SAMPLE_MS)
    samples.push({ ...(await usageOf(desk, exchangePid)), empty: memoryOf(empty) })
    exchangeMs = (await exchangeTimeOf(desk)) - begin.exchangeTime
    if (exchangeMs >= HOUR_MS / 2) middle ??= await windowHeapSizes(desk)
  }
  const last = await windowHeapSizes(desk)
  const end = await desk.truth()
  const sent = end.streams.sent - begin.streams.sent
  return { samples, exchangeMs, realMs: Date.now() - began, sent, middle: middle ?? last, last }
}

/** Half a run may add half of what a run may. */
const MAX_HALF = 0.025

/** What the window holds, and its compiled code, which grows until V8 has compiled what is run. */
function heapRows({ middle, last }: Hour): MetricRow[] {
  const share = last.objects / middle.objects - 1
  const from = (part: keyof HeapSizes): string =>
    `${kilobytes(middle[part])} → ${kilobytes(last[part])}`
  return [
    metricRow({
      id: 'P3',
      metric: 'heap of the window: its objects, growth in half a run',
      ours: share,
      format: percent,
      bounds: [atMost(MAX_HALF)],
      note: from('objects'),
    }),
    textRow('P3', 'heap of the window: compiled code, which levels off', from('code')),
  ]
}

const kilobytes = (bytes: number): string => `${count(bytes / 1_024)} KB`
const minutes = (time: number): string => `${(time / 60_000).toFixed(1)} min`

function rowsOf(measured: Hour): MetricRow[] {
  const { samples, exchangeMs, realMs, sent } = measured
  const steps = (exchangeMs / 1_000) * RATE
  const values = (metric: keyof Sample): readonly number[] =>
    samples.map((sample) => sample[metric])
  const client = samples.map(({ main, windows }) => main + windows)
  const format = megabytes
  return [
    metricRow({
      id: 'P3',
      metric: `an hour at ${count(RATE)} ticks/s, ${WATCHED} symbols, at ${SPEED} times the speed`,
      ours: exchangeMs,
      format: minutes,
      bounds: [atLeast(HOUR_MS)],
      note: `in ${minutes(realMs)}; ${count(steps)} steps of the market; the exchange sends the latest of each symbol ten times a second, so that ${count(sent)} messages reached the client. Sampled after a collection`,
    }),
    growthRow({
      id: 'P3',
      metric: 'memory of main and the windows (floor: an empty window)',
      values: client,
      empty: values('empty'),
      format,
    }),
    ...(Object.keys(METRICS) as (keyof Usage)[]).map((metric) =>
      growthRow({
        id: 'P3',
        metric: METRICS[metric],
        values: values(metric),
        format: (value) => sizeText(metric, value),
      }),
    ),
    ...heapRows(measured),
  ]
}

/** P3: what an hour at a busy market leaves behind, beside an empty window. */
export async function hour(): Promise<MetricRow[]> {
  const empty = await runElectron(EMPTY)
  try {
    const desk = await openMainWindow({
      suite: 'bench-hour',
      keyStore: 'none',
      args: ['--js-flags=--expose-gc', `--practice-quotes-ms=${QUOTES_MS}`],
    })
    try {
      await desk.ready()
      await showMarket(desk)
      return rowsOf(await measureHour(desk, empty))
    } finally {
      await desk.close()
    }
  } finally {
    await empty.stop()
  }
}
