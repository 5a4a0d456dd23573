import type { Page } from 'playwright'
import { launchApp } from '../../harness/windows/electron-app.js'
import { atMost, atMostTimes } from '../report/bounds.js'
import { median, metricRow, ms, percentile, perSecond, type MetricRow } from '../report/table.js'
import { BARE_APP, bareEnvironment, type FeedLoad } from './bare-feed.js'
import { openBusyWindow, sentPerSecond } from './busy-window.js'
import { FEEDS } from './feeds.js'
import { PROBE_OFF, PROBE_ON, type ProbeResult } from './page-probe.js'
import { pause } from '../pause.js'

const KEYS = 40
const APART_MS = 100
const SETTLE_MS = 3_000
const SAMPLE_MS = 3_000
const MAX_MS = 16

/**
 * Runs in the page: from the time at which the browser made the key's event until the frame that
 * shows the character is painted.
 */
const KEY_PROBE = `(() => {
  const times = globalThis.keyTimes = []
  let pressedAt = null
  addEventListener('keydown', ({ timeStamp }) => { pressedAt = timeStamp }, { capture: true })
  addEventListener('input', () => {
    const began = pressedAt
    pressedAt = null
    if (began === null) return
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        times.push(performance.now() - began)
        port1.close()
      }
      port2.postMessage(0)
    })
  }, { capture: true })
})()`

/** Types a character and takes it back, again and again; returns the time of each key, in ms. */
async function typeInto(page: Page, field: string, key: string): Promise<readonly number[]> {
  // A press of the pointer would first wait until the field stands still, frame by frame.
  await page.evaluate(`document.querySelector(${JSON.stringify(field)}).focus()`)
  await page.evaluate('keyTimes.length = 0')
  for (let press = 0; press < KEYS; press += 1) {
    await page.keyboard.press(press % 2 === 0 ? key : 'Backspace')
    await pause(APART_MS)
  }
  const times = (await page.evaluate('keyTimes')) as readonly number[]
  if (times.length < KEYS / 2) throw new Error(`only ${times.length} of ${KEYS} keys were seen`)
  return times
}

interface Typed {
  readonly ticket: readonly number[]
  readonly search: readonly number[]
  readonly load: FeedLoad
}

async function typeInWindow(): Promise<Typed> {
  const desk = await openBusyWindow(FEEDS.dense.quotesMs)
  const { page } = desk
  try {
    await desk.practice({ command: 'tick-rate', perSecond: FEEDS.dense.rate })
    await pause(SETTLE_MS)
    await page.evaluate(PROBE_ON)
    const sent = await sentPerSecond(desk, () => pause(SAMPLE_MS))
    const { texts } = (await page.evaluate(PROBE_OFF)) as ProbeResult
    await page.evaluate(KEY_PROBE)
    return {
      ticket: await typeInto(page, '[data-testid="ticket-quantity"]', '1'),
      search: await typeInto(page, '[data-panel="watchlist"] input[role="combobox"]', 'a'),
      load: { sent, texts: (1_000 * texts) / SAMPLE_MS },
    }
  } finally {
    await desk.close()
  }
}

/** Types into a field of a page that gets the same messages and only sets as many texts. */
async function typeInBarePage(load: FeedLoad): Promise<readonly number[]> {
  const run = await launchApp({
    suite: 'bench-keys',
    appDir: BARE_APP,
    keyStore: 'none',
    env: bareEnvironment(load),
  })
  try {
    await run.page.waitForFunction('(globalThis.bareFeed?.received ?? 0) > 0')
    await pause(SETTLE_MS)
    await run.page.evaluate(KEY_PROBE)
    return await typeInto(run.page, '#field', '1')
  } finally {
    await run.close()
  }
}

/** P19: from a key to its character, in the ticket and in a search, in a dense market. */
export async function keys(): Promise<MetricRow[]> {
  const { load, ...typed } = await typeInWindow()
  const bare = await typeInBarePage(load)
  return (['ticket', 'search'] as const).map((field) =>
    metricRow({
      id: 'P19',
      metric: `key → painted character in the ${field}, dense feed, p95`,
      baseline: percentile(bare, 0.95),
      ours: percentile(typed[field], 0.95),
      format: ms,
      bounds: [atMost(MAX_MS), atMostTimes(1.5, 'bare page')],
      note: `p50 ${ms(median(typed[field]))}, floor ${ms(median(bare))}; ${perSecond(load.sent)} messages; the floor is the same field in a page that sets as many texts`,
    }),
  )
}
