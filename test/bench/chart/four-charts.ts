import type { Page } from 'playwright'
import { runCommand } from '../../e2e/support/palette.js'
import { openMainWindow } from '../../e2e/support/main-window-page.js'
import { addIndicators, INDICATORS } from './add-indicators.js'
import { median, ms, percentile, type MetricRow } from '../table.js'

const CHARTS = 4
const SECONDS = 20

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

const framesOf = (page: Page, limitMs: number): Promise<readonly number[]> =>
  page.evaluate(`(${FRAMES})(${limitMs})`)

/** P4 with four live charts, each with five indicators, at the usual feed. */
export async function fourCharts(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-four-charts',
    args: ['--practice-quotes-ms=100'],
  })
  const { page } = desk
  try {
    await page.setViewportSize({ width: 1_560, height: 1_380 })
    await desk.ready()
    await addIndicators(page)
    await runCommand(page, `Charts: ${CHARTS}`)
    // The values of an indicator are there once its lines are drawn.
    const indicatorCount = CHARTS * INDICATORS.length
    await page.waitForFunction(
      (wanted) =>
        document.querySelectorAll('[data-testid="chart"] [data-indicator]').length === wanted,
      indicatorCount,
    )
    await desk.practice({ command: 'tick-rate', perSecond: 10_000 })
    await framesOf(page, 3_000)
    const times = await framesOf(page, SECONDS * 1_000)
    const rate = (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0)
    return [
      {
        id: 'P4',
        metric: `${CHARTS} live charts with ${indicatorCount} indicators: frames per second; frame p50 / p95 / longest`,
        baseline: '',
        ours: `${rate.toFixed(0)}; ${ms(median([...times]))} / ${ms(percentile([...times], 0.95))} / ${ms(Math.max(...times))}`,
        target: '60',
        met: rate >= 59,
      },
    ]
  } finally {
    await desk.close()
  }
}
