import { pressNothing } from '../../e2e/support/bridge.js'
import type { MainWindowPage } from '../../e2e/support/main-window-page.js'
import { atLeast, atLeastTimes, atMost, atMostTimes, type Bound } from '../report/bounds.js'
import { coresText, isScreenInMemory } from '../report/machine.js'
import {
  count,
  median,
  metricRow,
  ms,
  percentile,
  perSecond,
  type MetricRow,
} from '../report/table.js'
import { bareFeed, type BareFeed } from './bare-feed.js'
import {
  lostCount,
  lostText,
  lostValues,
  openBusyWindow,
  sentPerSecond,
  WATCHED,
  type LastValues,
} from './busy-window.js'
import { FEEDS, type Feed } from './feeds.js'
import { PROBE_OFF, PROBE_ON, type ProbeResult } from './page-probe.js'
import { pause } from '../pause.js'
import { frameRate } from '../page/frame-rate.js'
import { invoke } from '../page/invoke.js'

const ROUNDS = 5
const ROUND_MS = 3_000
const SETTLE_MS = 3_000
const TRIPS = 12
/** Samples of the difference of two clocks. */
const CLOCK_SAMPLES = 150

/**
 * Returns exchange time minus this machine's time: the largest of many samples, because each sample
 * can only be too small.
 */
async function exchangeOffset(desk: MainWindowPage): Promise<number> {
  let best = Number.NEGATIVE_INFINITY
  for (let sample = 0; sample < CLOCK_SAMPLES; sample += 1) {
    const { exchangeTime } = (await desk.practice({ command: 'clock' })) as {
      readonly exchangeTime: number
    }
    best = Math.max(best, exchangeTime - Date.now())
  }
  return best
}

/** Returns code that measures from the page's next click to the blotter's row at a price. */
const watchForRow = (price: string): string => `(() => {
  const rows = () => [...document.querySelectorAll('[data-panel="orders"] [role="row"]')]
  const there = () => rows().some(({ textContent }) => textContent.includes('${price}'))
  const ticket = () => document.querySelector('[data-testid="ticket"]')?.textContent
  window.rowAppeared = new Promise((resolve, reject) => {
    document.addEventListener('click', () => {
      const began = performance.now()
      const observer = new MutationObserver(() => {
        if (!there()) return
        observer.disconnect()
        resolve(performance.now() - began)
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      setTimeout(() => reject(new Error('no row appeared: ' + ticket())), 8000)
    }, { capture: true, once: true })
  })
})()`

/**
 * Measures from a click on the review's button to the order's row in the blotter, both in the
 * page's time.
 */
async function clickToRow(desk: MainWindowPage): Promise<number[]> {
  const { page } = desk
  await pressNothing(page)
  await invoke(page, 'preferences.set', { confirmOrders: false })
  await page.reload()
  await desk.ready()
  await desk.choose('SPY')
  await desk.tab('Orders')
  const times: number[] = []
  for (let trip = 0; trip < TRIPS; trip += 1) {
    const price = `${60 + trip}.37`
    await desk.fill('quantity', '1')
    await desk.fill('limitPrice', price)
    await page.evaluate(watchForRow(price))
    // A press of the page's own code is refused (SEC-28), so a real one is measured.
    await page.getByTestId('ticket-submit').click()
    times.push(await page.evaluate<number>('window.rowAppeared'))
    await pause(900)
  }
  return times
}

/**
 * P4: a busy market with a watchlist of 50 symbols, depth and time & sales, at a usual and a dense
 * feed, beside the same feed into a bare page; then the order round trip in the usual window.
 */
export async function ticks(): Promise<MetricRow[]> {
  const usual = await measureFeed(FEEDS.usual, clickToRow)
  const dense = await measureFeed(FEEDS.dense, () => Promise.resolve([]))
  return [
    ...usual.rows,
    ...dense.rows,
    metricRow({
      id: 'P11',
      metric: `click → acknowledged row in the blotter, the longest of ${TRIPS}`,
      ours: Math.max(...usual.trips),
      format: ms,
      note: `p50 ${ms(median(usual.trips))}`,
    }),
  ]
}

/** Measures a feed in the window, and the same messages and texts in a bare page. */
async function measureFeed(
  feed: Feed,
  then: (desk: MainWindowPage) => Promise<number[]>,
): Promise<{ readonly rows: readonly MetricRow[]; readonly trips: number[] }> {
  const { measured, trips } = await measureWindow(feed, then)
  const bare = await bareFeed({ sent: measured.sent, texts: textsPerSecond(measured) })
  return { rows: rowsOf({ ...measured, bare }), trips }
}

interface Measured {
  readonly feed: Feed
  readonly rounds: readonly ProbeResult[]
  /** Messages that left the exchange in a second. */
  readonly sent: number
  readonly values: LastValues
  readonly bare: BareFeed
}

/** Measures the window at one feed; `then` runs in it when the market is ordinary again. */
async function measureWindow(
  feed: Feed,
  then: (desk: MainWindowPage) => Promise<number[]>,
): Promise<{ readonly measured: Omit<Measured, 'bare'>; readonly trips: number[] }> {
  const desk = await openBusyWindow(feed.quotesMs)
  const { page } = desk
  try {
    const offset = await exchangeOffset(desk)
    await page.evaluate(`deskProbe.offset = ${offset}`)
    await desk.practice({ command: 'tick-rate', perSecond: feed.rate })
    await pause(SETTLE_MS)
    const rounds: ProbeResult[] = []
    const sent = await sentPerSecond(desk, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.evaluate(PROBE_ON)
        await pause(ROUND_MS)
        rounds.push(await page.evaluate(PROBE_OFF))
      }
    })
    const values = await lostValues(desk)
    await desk.practice({ command: 'tick-rate', perSecond: null })
    return { measured: { feed, rounds, sent, values }, trips: await then(desk) }
  } finally {
    await desk.close()
  }
}

const inSecond = (rounds: readonly ProbeResult[], key: 'quotes' | 'ticks' | 'texts'): number =>
  rounds.reduce((sum, round) => sum + round[key], 0) / ((rounds.length * ROUND_MS) / 1_000)
const textsPerSecond = ({ rounds }: Pick<Measured, 'rounds'>): number => inSecond(rounds, 'texts')

function rowsOf(measured: Measured): MetricRow[] {
  const { feed, rounds, values, bare } = measured
  const all = (key: 'tape' | 'watched' | 'others' | 'frames'): number[] =>
    rounds.flatMap((round) => [...round[key]])
  const [tape, watched, otherDelays] = [all('tape'), all('watched'), all('others')]
  if (tape.length < 20 || watched.length < 20 || otherDelays.length < 100) {
    throw new Error(
      `too little was seen: ${tape.length} trades, ${watched.length} and ${otherDelays.length} prices`,
    )
  }
  const row = (
    metric: string,
    figure: { readonly ours: number; readonly baseline?: number },
    format: (value: number) => string,
    bounds: readonly Bound[],
    note?: string,
  ): MetricRow =>
    metricRow({ id: 'P4', metric: `${feed.name}: ${metric}`, ...figure, format, bounds, note })
  const delay = (
    metric: string,
    times: { readonly ours: readonly number[]; readonly baseline: readonly number[] },
    limitMs: number,
    note?: string,
  ): MetricRow[] => {
    const valueAt = (share: number) => ({
      ours: percentile(times.ours, share),
      baseline: percentile(times.baseline, share),
    })
    const middle = `p50 ${ms(valueAt(0.5).ours)}, floor ${ms(valueAt(0.5).baseline)}`
    const bounds = [atMost(limitMs), ...(limitMs === ACTIVE_MS ? [atMostTimes(1.5)] : [])]
    return [
      row(
        `${metric}, p95`,
        valueAt(0.95),
        ms,
        bounds,
        [middle, note ?? ''].filter(Boolean).join('; '),
      ),
      ...(limitMs === ACTIVE_MS
        ? [row(`${metric}, p99`, valueAt(0.99), ms, [atMostTimes(2)])]
        : []),
    ]
  }
  const inMain = 'price in main → text'
  return [
    ...delay(
      'trade at the exchange → row',
      { ours: tape, baseline: bare.delays },
      ACTIVE_MS,
      conditions(measured),
    ),
    ...delay(`${inMain}, active symbol`, { ours: watched, baseline: bare.mainDelays }, ACTIVE_MS),
    ...delay(`${inMain}, other rows`, { ours: otherDelays, baseline: bare.mainDelays }, OTHERS_MS),
    row(
      'frames per second',
      {
        ours: median(rounds.map(({ frames }) => frameRate(frames))),
        baseline: frameRate(bare.frames),
      },
      count,
      [atLeast(MIN_FPS), atLeastTimes(0.95)],
      `${isScreenInMemory() ? 'without a GPU ' : ''}${coresText()} paint, compose, decode and run the exchange at once`,
    ),
    row(
      'longest frame',
      { ours: Math.max(...all('frames')), baseline: Math.max(...bare.frames) },
      ms,
      [atMost(50)],
    ),
    row(
      'last values that are not on screen',
      { ours: lostCount(values) },
      count,
      [atMost(0)],
      lostText(values),
    ),
  ]
}

/** The active symbol, the ticket, own orders and positions; and all other rows. */
const ACTIVE_MS = 25
const OTHERS_MS = 200
/** A display that shows 60 a second is asked for a frame late now and then. */
const MIN_FPS = 59

/** Says what reached the page, and what the floor is. */
function conditions({ rounds, sent, feed }: Omit<Measured, 'bare'>): string {
  return [
    `${WATCHED} symbols; ${perSecond(sent)} messages left the exchange (each symbol at most every ${feed.quotesMs} ms, trades of the shown symbol only)`,
    `${perSecond(inSecond(rounds, 'quotes'))} quotes and ${perSecond(inSecond(rounds, 'ticks'))} trades reached the page, which changed ${perSecond(inSecond(rounds, 'texts'))} texts`,
    `up to ${Math.min(feed.quotesMs, 20)} ms of a trade's delay is the beat in which the exchange moves its market`,
    'the floor is as many messages of another process in a page that only sets as many texts',
  ].join('; ')
}
