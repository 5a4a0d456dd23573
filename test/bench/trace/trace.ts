import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECURITIES } from '../../../electron/practice/market/securities/listings.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { textRow, type MetricRow } from '../report/table.js'
import { selfTimes, type SelfTimes, type TraceEvent } from './trace-times.js'
import { pause } from '../pause.js'
import { invoke } from '../page/invoke.js'

const TRACE_MS = 6_000
const SHOWN_CAUSES = 14
const CATEGORIES = ['devtools.timeline', 'toplevel', 'cc', 'viz', 'v8.execute', 'blink']

/** Records what the threads of all processes do during `work`, and returns the events. */
export async function recordTrace(
  desk: MainWindowPage,
  categories: readonly string[],
  work: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const file = join(tmpdir(), `countersign-trace-${process.pid}.json`)
  await desk.app.evaluate(
    ({ contentTracing }, included) =>
      contentTracing.startRecording({ included_categories: [...included] }),
    categories,
  )
  await work()
  await desk.app.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file)
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  rmSync(file)
  return traceEvents
}

const record = (desk: MainWindowPage): Promise<readonly TraceEvent[]> =>
  recordTrace(desk, CATEGORIES, () => pause(TRACE_MS))

/** Opens the workspace of the measurement: 50 symbols, chart, depth, and time & sales. */
async function openTickingWindow(): Promise<MainWindowPage> {
  const desk = await openMainWindow({ suite: 'bench', args: ['--practice-quotes-ms=100'] })
  await desk.ready()
  const symbols = SECURITIES.map(({ listing }) => listing.symbol).slice(0, 50)
  await invoke(desk.page, 'preferences.set', { watchlist: symbols, tourDone: true })
  await desk.page.setViewportSize({ width: 1_560, height: 1_380 })
  await desk.page.reload()
  await desk.ready()
  await desk.tab('Time & Sales')
  return desk
}

const perSecond = (microseconds: number): string =>
  `${((microseconds / 1_000 / TRACE_MS) * 100).toFixed(1)}%`

function rowsOf(market: string, times: SelfTimes): MetricRow[] {
  return times.threads.map(({ name, total, top }) =>
    textRow(
      'trace',
      `${market}: ${name}`,
      `${perSecond(total)}  ${top
        .slice(0, SHOWN_CAUSES)
        .map(({ cause, total: time, count }) => `${cause} ${perSecond(time)} (${count})`)
        .join(' · ')}`,
    ),
  )
}

/** Shows what the threads of the window spend their time on, by cause, in two markets. */
export async function trace(): Promise<MetricRow[]> {
  const desk = await openTickingWindow()
  try {
    await pause(5_000)
    const ordinary = rowsOf('ordinary market', selfTimes(await record(desk)))
    await desk.practice({ command: 'tick-rate', perSecond: 10_000 })
    await pause(3_000)
    const fast = rowsOf('10,000 steps/s', selfTimes(await record(desk)))
    await desk.practice({ command: 'tick-rate', perSecond: null })
    return [...ordinary, ...fast]
  } finally {
    await desk.close()
  }
}
