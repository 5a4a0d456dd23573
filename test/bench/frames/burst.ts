import { atMost } from '../report/bounds.js'
import { count, metricRow, ms, perSecond, type MetricRow } from '../report/table.js'
import { lostCount, lostText, lostValues, openBusyWindow, sentPerSecond } from './busy-window.js'
import { BURST_TIMES, drainMs } from './drain.js'
import { FEEDS } from './feeds.js'
import { pause } from '../pause.js'

/** Market steps a second before the burst: so few that the messages become ten times as many. */
const RATE_BEFORE = 200
const BURST_MS = 30_000
const BEFORE_MS = 6_000
/** Long enough for a drain that takes some times its target. */
const DRAIN_LIMIT_MS = 4_000
const MAX_DRAIN_MS = 1_000

/**
 * P20: the opening of a market: at least ten times the messages of before for half a minute; how
 * long the window shows prices of the burst after its end, and whether the last of each symbol is
 * shown.
 */
export async function burst(): Promise<MetricRow[]> {
  const desk = await openBusyWindow(FEEDS.dense.quotesMs)
  const { page } = desk
  try {
    await desk.practice({ command: 'tick-rate', perSecond: RATE_BEFORE })
    const before = await sentPerSecond(desk, () => pause(BEFORE_MS))
    await desk.practice({ command: 'tick-rate', perSecond: FEEDS.dense.rate })
    const during = await sentPerSecond(desk, () => pause(BURST_MS))
    await page.evaluate('(deskProbe.watchesEnd = true, deskProbe.lastPriceAt = 0)')
    // The answer comes once the exchange has sent everything up to the end.
    await desk.practice({ command: 'clock', speed: 0 })
    const endedAt = Date.now()
    await pause(DRAIN_LIMIT_MS)
    const lastPriceAt = (await page.evaluate('deskProbe.lastPriceAt')) as number
    const values = await lostValues(desk)
    return [
      metricRow({
        id: 'P20',
        metric: 'opening burst: last price on screen after its end',
        ours: drainMs({ before, during, endedAt, lastPriceAt }),
        format: ms,
        bounds: [atMost(MAX_DRAIN_MS)],
        note: `${perSecond(during)} messages for ${BURST_MS / 1_000} s, ${perSecond(before)} before; below ${BURST_TIMES} times as many it is not measured`,
      }),
      metricRow({
        id: 'P20',
        metric: '  last values of the burst that are not on screen',
        ours: lostCount(values),
        format: count,
        bounds: [atMost(0)],
        note: lostText(values),
      }),
    ]
  } finally {
    await desk.close()
  }
}
