import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { until } from '../../harness/system/until.js'
import { addIndicators } from './add-indicators.js'
import { atLeast, atMost } from '../report/bounds.js'
import { count, median, metricRow, ms, type MetricRow } from '../report/table.js'

const WANTED_BARS = 100_000
const LIMIT_MS = 120_000
const SWITCHES = 12
const MAX_BLOCK_MS = 50
const MAX_SWITCH_MS = 100
/** The interval with the most bars: the exchange has thirty days of it. */
const SHORTEST = 'S5'

/** Runs in the page: records how long its thread was blocked. */
const PROBE = `(() => {
  globalThis.blocks = []
  new PerformanceObserver((list) => blocks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ entryTypes: ['longtask'] })
})()`

const barsShown = async (desk: MainWindowPage): Promise<number> =>
  Number(await desk.page.getByTestId('chart').getAttribute('data-bars'))

/** An expression that presses the button of an interval. */
const pressTimespan = (timespan: string): string =>
  `document.querySelector('[data-panel="chart"] .segment[data-value="${timespan}"]').click()`

/** Scrolls back with the keyboard until the chart has the wanted bars or no older ones come. */
async function scrollBack(desk: MainWindowPage): Promise<MetricRow[]> {
  const { page } = desk
  await page.evaluate(pressTimespan(SHORTEST))
  await until('the shortest bars are drawn', async () => (await barsShown(desk)) > 100)
  await page.evaluate(PROBE)
  await page.getByTestId('chart-picture').focus()
  const began = Date.now()
  let last = { bars: 0, time: Date.now() }
  while (Date.now() - began < LIMIT_MS && Date.now() - last.time < 30_000) {
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('PageUp')
    await page.waitForTimeout(50)
    const bars = await barsShown(desk)
    if (bars > last.bars) last = { bars, time: Date.now() }
    if (bars >= WANTED_BARS) break
  }
  const blocks = (await page.evaluate('blocks')) as readonly number[]
  const longest = Math.max(0, ...blocks)
  const seconds = ((Date.now() - began) / 1_000).toFixed(0)
  return [
    metricRow({
      id: 'P7',
      metric: 'bars that scrolling back has loaded into the chart',
      ours: last.bars,
      format: count,
      bounds: [atLeast(WANTED_BARS)],
      note: `in ${seconds} s, within the broker's limits of reading`,
    }),
    metricRow({
      id: 'P7',
      metric: 'scroll back through a chart with five indicators: longest block',
      ours: longest,
      format: ms,
      bounds: [atMost(MAX_BLOCK_MS)],
      cells: longest === 0 ? { ours: `below ${MAX_BLOCK_MS} ms` } : {},
      note: `${blocks.length} blocks of more than ${MAX_BLOCK_MS} ms`,
    }),
  ]
}

/** Switches between two intervals that were shown before, until the bars are drawn. */
async function switchTimespan(desk: MainWindowPage): Promise<MetricRow> {
  const times: number[] = []
  for (let trip = 0; trip < SWITCHES; trip += 1) {
    const timespan = trip % 2 === 0 ? 'M15' : 'M5'
    const took = (await desk.page.evaluate(`new Promise((resolve) => {
      const chart = () => document.querySelector('[data-testid="chart"]')
      const began = performance.now()
      ${pressTimespan(timespan)}
      const check = () => {
        const { phase, bars, key } = chart().dataset
        if (key.startsWith('SPY/${timespan}/') && phase === 'ready' && Number(bars) > 100) {
          return requestAnimationFrame(() => resolve(performance.now() - began))
        }
        requestAnimationFrame(check)
      }
      requestAnimationFrame(check)
    })`)) as number
    // The first two load what the others switch between.
    if (trip > 1) times.push(took)
    await desk.page.waitForTimeout(700)
  }
  return metricRow({
    id: 'P7',
    metric: `switch between two intervals that were shown before, the longest of ${SWITCHES - 2}`,
    ours: Math.max(...times),
    format: ms,
    bounds: [atMost(MAX_SWITCH_MS)],
    note: `p50 ${ms(median(times))}`,
  })
}

/** P7: a chart with five indicators while older bars load, and one when its interval changes. */
export async function chart(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-chart',
    keyStore: 'none',
    args: ['--practice-quotes-ms=100'],
  })
  try {
    await desk.ready()
    await desk.choose('SPY')
    const switched = await switchTimespan(desk)
    await addIndicators(desk.page)
    return [...(await scrollBack(desk)), switched]
  } finally {
    await desk.close()
  }
}
