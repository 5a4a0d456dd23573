import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../../build/lib/paths.mjs'
import { runElectron, type ElectronRun } from '../electron-run.js'
import { memoryOf, withoutPractice } from './processes.js'
import { pause } from '../pause.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const LIBRARY = join(
  ROOT,
  'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js',
)
const SETTLE_MS = 4_000
/** As many as a chart of the window shows at first. */
const BARS = 500
/** Charts of one page; the first also loads the library. */
const CHARTS = 4

const bytesOf = async (run: ElectronRun): Promise<number> => {
  await pause(SETTLE_MS)
  return withoutPractice(memoryOf(run.child.pid ?? 0))
}

/** Runs in the page: adds one chart with its bars. */
const ADD_CHART = `(() => {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.cssText = 'width:480px;height:320px;float:left'
  const chart = LightweightCharts.createChart(box)
  const bars = Array.from({ length: ${BARS} }, (_, index) => {
    const open = 100 + (index % 37) / 10
    return { time: 1700000000 + 300 * index, open, high: open + 1, low: open - 1, close: open + 0.5 }
  })
  chart.addSeries(LightweightCharts.CandlestickSeries).setData(bars)
})()`

/** What windows and charts take without the product, in bytes. */
export interface BareWindows {
  /** A further empty window. */
  readonly window: number
  /** A further chart of the library in a page that has some. */
  readonly chart: number
}

/** Measures what `work` returns in an empty program with so many windows. */
async function inEmptyProgram<T>(
  windows: number,
  work: (run: ElectronRun) => Promise<T>,
): Promise<T> {
  const run = await runElectron(EMPTY, { EMPTY_WINDOWS: `${windows}` })
  try {
    return await work(run)
  } finally {
    await run.stop()
  }
}

/**
 * Measures an empty program with more windows, and one with more charts, one after the other:
 * programs that run together share pages, so that each seems smaller.
 */
export async function bareWindows(further: number): Promise<BareWindows> {
  const charts = await inEmptyProgram(1, async (run) => {
    const empty = await bytesOf(run)
    await run.page.evaluate(`${readFileSync(LIBRARY, 'utf8')};0`)
    await run.page.evaluate(ADD_CHART)
    const withOne = await bytesOf(run)
    for (let chart = 1; chart < CHARTS; chart += 1) await run.page.evaluate(ADD_CHART)
    return { empty, chart: ((await bytesOf(run)) - withOne) / (CHARTS - 1) }
  })
  const many = await inEmptyProgram(1 + further, bytesOf)
  return { window: (many - charts.empty) / further, chart: charts.chart }
}
