import type { Page } from 'playwright'
import { runCommand } from '../../e2e/support/palette.js'
import { chooseInTab } from '../../e2e/support/panel-windows.js'
import { openMainWindow } from '../../e2e/support/main-window-page.js'
import { whenUsable } from '../usable.js'
import { atLeast } from '../report/bounds.js'
import { count, median, metricRow, ms, percentile, type MetricRow } from '../report/table.js'
import { addIndicators, INDICATORS } from './add-indicators.js'
import { frameRate } from '../page/frame-rate.js'

const FEW = 4
const MANY = 16
const MIN_FPS = { few: 55, many: 30 }
const SECONDS = 8
const WARM_UP_MS = 2_000

/** Runs in the page: returns the times between the frames of some seconds. */
const FRAMES = `(limit) => new Promise((resolve) => {
  const times = []
  const began = performance.now()
  let last = began
  const frame = (now) => {
    times.push(now - last)
    last = now
    if (now - began < limit) requestAnimationFrame(frame)
    else resolve(times.slice(2))
  }
  requestAnimationFrame(frame)
})`

/** Returns the times between frames, in ms, after a warm-up. */
async function framesOf(page: Page): Promise<readonly number[]> {
  await page.evaluate(`(${FRAMES})(${WARM_UP_MS})`)
  return page.evaluate(`(${FRAMES})(${SECONDS * 1_000})`)
}

/** Waits until so many charts have drawn the values of every indicator. */
const chartsDrawn = (page: Page, charts: number): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelectorAll('[data-testid="chart"] [data-indicator]').length === wanted,
    charts * INDICATORS.length,
  )

/** Makes sixteen charts of four: four columns of each, all of one width. */
async function splitEach(page: Page): Promise<void> {
  let next = FEW
  const splitRight = async (title: string): Promise<string> => {
    await chooseInTab(page, title, 'Open another beside it')
    next += 1
    return `Chart ${next}`
  }
  for (const title of ['Chart', 'Chart 2', 'Chart 3', 'Chart 4']) {
    await splitRight(await splitRight(title))
    await splitRight(title)
  }
}

function chartsRow(
  { id, charts, minFps }: { readonly id: string; readonly charts: number; readonly minFps: number },
  times: readonly number[],
  baseline: { readonly name: string; readonly times: readonly number[] },
): MetricRow {
  return metricRow({
    id,
    metric: `${charts} live charts with ${charts * INDICATORS.length} indicators: frames per second`,
    baseline: frameRate(baseline.times),
    ours: frameRate(times),
    format: count,
    bounds: [atLeast(minFps)],
    baselineOf: 'product',
    note: `a frame takes ${ms(median(times))}, p95 ${ms(percentile(times, 0.95))}, at most ${ms(Math.max(...times))}; the floor is ${baseline.name}`,
  })
}

/**
 * P4 and P24: four and sixteen live charts, each with five indicators, at the usual feed, beside
 * the same window and feed with one chart.
 */
export async function manyCharts(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-charts',
    args: ['--practice-quotes-ms=100'],
  })
  const { page } = desk
  try {
    await page.setViewportSize({ width: 1_920, height: 1_380 })
    await whenUsable(desk)
    await desk.practice({ command: 'tick-rate', perSecond: 10_000 })
    const single = await framesOf(page)
    await addIndicators(page)
    await runCommand(page, `Charts: ${FEW}`)
    await chartsDrawn(page, FEW)
    const few = await framesOf(page)
    await splitEach(page)
    await chartsDrawn(page, MANY)
    const many = await framesOf(page)
    return [
      chartsRow({ id: 'P4', charts: FEW, minFps: MIN_FPS.few }, few, {
        name: 'the same window and feed with one chart',
        times: single,
      }),
      chartsRow({ id: 'P24', charts: MANY, minFps: MIN_FPS.many }, many, {
        name: 'four charts',
        times: few,
      }),
    ]
  } finally {
    await desk.close()
  }
}
