import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { runCommand } from '../../e2e/support/palette.js'
import { chooseInTab, panelPages } from '../../e2e/support/panel-windows.js'
import { until } from '../../harness/system/until.js'
import { whenUsable } from '../usable.js'
import { atMost } from '../report/bounds.js'
import { count, megabytes, metricRow, type MetricRow } from '../report/table.js'
import { readHistories } from './account-histories.js'
import { additionalRequests, totalOf, type Requests } from './additional-requests.js'
import { bareWindows, type BareWindows } from './bare-windows.js'
import { memoryOf, withoutPractice } from './processes.js'
import { pause } from '../pause.js'

/** The charts that move into windows of their own. */
const MOVED = ['Chart 2', 'Chart 3'] as const
const CHARTS = 4
/** After a start a window still compiles code and reads lists. */
const START_SETTLE_MS = 15_000
const SETTLE_MS = 5_000
/** Everything that the program requests again and again was requested in this time. */
const REQUESTS_MS = 12_000
/** Of what repeats, longer, so that its rate is known. */
const USUAL_REQUESTS_MS = 28_000
/** A further window may take this share of the first window's process. */
const MAX_SHARE = 0.25

const memoryNow = (desk: MainWindowPage) => memoryOf(desk.app.process().pid ?? 0)
const bytesNow = (desk: MainWindowPage): number => withoutPractice(memoryNow(desk))

/** Returns the requests that reach the exchange while `work` runs, and for a time afterwards. */
async function requestsDuring(
  desk: MainWindowPage,
  work: () => Promise<void>,
  time: number,
): Promise<Requests> {
  const { requests: before } = await desk.truth()
  const began = performance.now()
  await work()
  await pause(time)
  const { requests: after } = await desk.truth()
  return {
    ms: performance.now() - began,
    earlier: before,
    counts: Object.fromEntries(
      Object.entries(after).map(([operation, total]) => [
        operation,
        total - (before[operation] ?? 0),
      ]),
    ),
  }
}

interface Windows {
  /** The process of the first window, in bytes. */
  readonly first: number
  /** What one more chart, and one more window takes, in bytes. */
  readonly chart: number
  readonly window: number
  /** Requests beyond those that repeat anyway, by operation. */
  readonly additional: Requests['counts']
}

/** Moves charts into windows of their own, and waits until they are drawn there. */
async function moveCharts(desk: MainWindowPage): Promise<void> {
  for (const [index, title] of MOVED.entries()) {
    await chooseInTab(desk.page, title, 'Open in own window')
    await until('the window of the chart', () =>
      Promise.resolve(panelPages(desk).length === index + 1),
    )
    await panelPages(desk)[index]?.waitForSelector('[data-panel="chart"] [data-drawn]')
  }
}

/** Measures the first window, and what each further chart in it takes. */
async function measureCharts(desk: MainWindowPage): Promise<Pick<Windows, 'first' | 'chart'>> {
  const { page } = desk
  await pause(START_SETTLE_MS)
  const first = memoryNow(desk).windows
  const oneChart = bytesNow(desk)
  await runCommand(page, `Charts: ${CHARTS}`)
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('[data-panel="chart"] [data-drawn]').length === wanted,
    CHARTS,
  )
  await pause(SETTLE_MS)
  return { first, chart: (bytesNow(desk) - oneChart) / (CHARTS - 1) }
}

async function measureWindows(desk: MainWindowPage): Promise<Windows> {
  const [charts] = await Promise.all([measureCharts(desk), readHistories(desk)])
  const usual = await requestsDuring(desk, () => Promise.resolve(), USUAL_REQUESTS_MS)
  const before = bytesNow(desk)
  const more = await requestsDuring(desk, () => moveCharts(desk), REQUESTS_MS)
  return {
    ...charts,
    window: (bytesNow(desk) - before) / MOVED.length,
    additional: additionalRequests(usual, more),
  }
}

function rowsOf({ first, chart, window, additional }: Windows, bare: BareWindows): MetricRow[] {
  const names = Object.entries(additional).map(([operation, times]) => `${operation} ${times}`)
  return [
    metricRow({
      id: 'P2',
      metric: 'memory of a further window with one chart',
      baseline: bare.window,
      ours: window,
      format: megabytes,
      bounds: [atMost(MAX_SHARE * first, `= ${MAX_SHARE} × the first`)],
      baselineOf: 'product',
      note: `the process of the first window takes ${megabytes(first)}; the floor is a further empty window`,
    }),
    metricRow({
      id: 'P2',
      metric: `  additional requests to the broker while ${MOVED.length} charts move into windows`,
      ours: totalOf(additional),
      format: count,
      bounds: [atMost(0)],
      note: names.length === 0 ? undefined : names.join(', '),
    }),
    metricRow({
      id: 'P2',
      metric: 'memory of a further chart in a window',
      baseline: bare.chart,
      ours: chart,
      format: megabytes,
      note: 'the floor is a further chart of the same library, with 500 bars, in a page with nothing else',
    }),
  ]
}

/** P2: what a further window and a further chart take, beside empty windows and bare charts. */
export async function windows(): Promise<MetricRow[]> {
  const bare = await bareWindows(MOVED.length)
  const desk = await openMainWindow({ suite: 'bench-windows', keyStore: 'none' })
  try {
    await whenUsable(desk)
    return rowsOf(await measureWindows(desk), bare)
  } finally {
    await desk.close()
  }
}
