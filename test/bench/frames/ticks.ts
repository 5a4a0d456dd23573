import { pressNothing } from '../../e2e/support/bridge.js'
import type { Page } from 'playwright'
import { SECURITIES } from '../../../electron/practice/market/securities/listings.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { bareFeed, type BareFeed } from './bare-feed.js'
import { PAGE_PROBE, type ProbeResult } from './page-probe.js'
import { median, ms, percentile, type MetricRow } from '../table.js'

const ROUNDS = 5
const ROUND_MS = 4_000
/**
 * How often the exchange sends the quote of a symbol, and how many steps its market makes in a
 * second: as a broker does it, and so that as many messages reach the client as it can be sent.
 */
const FEEDS = {
  usual: { quotesMs: 100, rate: 10_000 },
  dense: { quotesMs: 8, rate: 60_000 },
} as const
type Feed = (typeof FEEDS)[keyof typeof FEEDS]
const TRIPS = 12
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** Calls the bridge of the page, as its own code does. */
const invoke = (page: Page, op: string, input: unknown): Promise<unknown> =>
  page.evaluate(`window.countersign.invoke(${JSON.stringify(op)}, ${JSON.stringify(input)})`)

/**
 * Returns exchange time minus this machine's time: the largest of many samples, because each sample
 * can only be too small.
 */
async function exchangeOffset(desk: MainWindowPage): Promise<number> {
  let best = Number.NEGATIVE_INFINITY
  for (let sample = 0; sample < 150; sample += 1) {
    const { exchangeTime } = (await desk.practice({ command: 'clock' })) as {
      readonly exchangeTime: number
    }
    best = Math.max(best, exchangeTime - Date.now())
  }
  return best
}

async function measure(page: Page, time: number): Promise<ProbeResult> {
  await page.evaluate(
    'Object.assign(deskProbe, { on: true, tape: [], watched: [], others: [], frames: [], quotes: 0, ticks: 0, pending: [] })',
  )
  await pause(time)
  return await page.evaluate(
    '(deskProbe.on = false, { tape: deskProbe.tape, watched: deskProbe.watched, others: deskProbe.others, frames: deskProbe.frames, quotes: deskProbe.quotes, ticks: deskProbe.ticks })',
  )
}

/**
 * Compares the displayed last prices with the exchange's after the market was stopped, and returns
 * the symbols that differ.
 */
async function lostValues(
  desk: MainWindowPage,
): Promise<{ readonly compared: number; readonly lost: readonly string[] }> {
  await desk.practice({ command: 'clock', speed: 0 })
  await pause(1_500)
  const pricesShown =
    (await desk.page.evaluate(`Object.fromEntries([...document.querySelectorAll('[data-panel="watchlist"] [role="row"]')].flatMap((row) => {
    const symbol = row.querySelector('.symbol')?.textContent, price = row.querySelector('.tick')?.textContent
    return symbol && price ? [[symbol, Number(price.replaceAll(',', ''))]] : []
  }))`)) as Readonly<Record<string, number>>
  const lost: string[] = []
  for (const [symbol, price] of Object.entries(pricesShown)) {
    const answer = (await invoke(desk.page, 'market.bars', {
      symbol,
      timespan: 'M1',
      before: null,
      count: 1,
    })) as {
      readonly ok: boolean
      readonly value?: { readonly bars: readonly { readonly close: string }[] }
    }
    const close = answer.value?.bars.at(-1)?.close
    if (close === undefined) {
      throw new Error(`no truth for ${symbol}: ${JSON.stringify(answer).slice(0, 160)}`)
    }
    if (Math.abs(Number(close) - price) > 0.0051) lost.push(symbol)
  }
  await desk.practice({ command: 'clock', speed: 1 })
  return { compared: Object.keys(pricesShown).length, lost }
}

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
    times.push(
      (await page.evaluate(`new Promise((resolve, reject) => {
      const there = () => [...document.querySelectorAll('[data-panel="orders"] [role="row"]')].some(({ textContent }) => textContent.includes('${price}'))
      const began = performance.now()
      const observer = new MutationObserver(() => { if (there()) { observer.disconnect(); resolve(performance.now() - began) } })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      setTimeout(() => reject(new Error('no row appeared: ' + document.querySelector('[data-testid="ticket"]')?.textContent)), 8000)
      document.querySelector('[data-testid="ticket-submit"]').click()
    })`)) as number,
    )
    await pause(900)
  }
  return times
}

/**
 * P4: a busy market with a watchlist of 50 symbols, depth and time & sales, at a usual and a dense
 * feed; then the order round trip in the window of the usual one.
 */
export async function ticks(): Promise<MetricRow[]> {
  const usual = await measureFeed(FEEDS.usual, clickToRow)
  const dense = await measureFeed(FEEDS.dense, () => Promise.resolve([]))
  const trips = usual.trips
  return [
    ...usual.rows,
    ...dense.rows,
    {
      id: 'P11',
      metric: 'click → acknowledged row in the blotter, p50 / p95',
      baseline: '',
      ours: `${ms(median(trips))} / ${ms(percentile(trips, 0.95))}`,
      target: '',
      met: null,
    },
  ]
}

/** Measures a feed in the window, and the same number of messages in a bare page. */
async function measureFeed(
  feed: Feed,
  then: (desk: MainWindowPage) => Promise<number[]>,
): Promise<{ readonly rows: readonly MetricRow[]; readonly trips: number[] }> {
  const { measured, trips } = await measureWindow(feed, then)
  const bare = await bareFeed(measured.sent)
  return { rows: rowsOf({ ...measured, bare }), trips }
}

/** Measures the window at one feed; `then` runs in it when the market is ordinary again. */
async function measureWindow(
  { quotesMs, rate }: Feed,
  then: (desk: MainWindowPage) => Promise<number[]>,
): Promise<{ readonly measured: Omit<Measured, 'bare'>; readonly trips: number[] }> {
  const desk = await openMainWindow({
    suite: 'bench',
    args: [`--practice-quotes-ms=${quotesMs}`],
  })
  const { page } = desk
  try {
    await desk.ready()
    const symbols = SECURITIES.map(({ listing }) => listing.symbol).slice(0, 50)
    await invoke(page, 'preferences.set', { watchlist: symbols, tourDone: true })
    await page.addInitScript(PAGE_PROBE)
    await page.setViewportSize({ width: 1_560, height: 1_380 })
    await page.reload()
    await desk.ready()
    await desk.tab('Time & Sales')
    const offset = await exchangeOffset(desk)
    await page.evaluate(`deskProbe.offset = ${offset}`)
    await desk.practice({ command: 'tick-rate', perSecond: rate })
    await pause(3_000)
    const rounds: ProbeResult[] = []
    const sentBefore = (await desk.truth()).streams.sent
    const began = performance.now()
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(page, ROUND_MS))
    const sent =
      (((await desk.truth()).streams.sent - sentBefore) / (performance.now() - began)) * 1_000
    const values = await lostValues(desk)
    await desk.practice({ command: 'tick-rate', perSecond: null })
    const trips = await then(desk)
    return { measured: { rounds, sent, quotesMs, symbols: symbols.length, ...values }, trips }
  } finally {
    await desk.close()
  }
}

interface Measured {
  readonly rounds: readonly ProbeResult[]
  /** Messages that left the exchange in a second. */
  readonly sent: number
  readonly quotesMs: number
  readonly symbols: number
  readonly compared: number
  readonly lost: readonly string[]
  readonly bare: BareFeed
}

const fpsOf = (frames: readonly number[]): number =>
  (1_000 * frames.length) / frames.reduce((sum, time) => sum + time, 0)
const delay = (times: readonly number[]): string =>
  `${ms(median(times))} / ${ms(percentile(times, 0.95))}`
const count = (value: number): string => Math.round(value).toLocaleString('en')

function rowsOf(measured: Measured): MetricRow[] {
  const { rounds, sent, symbols, compared, lost, bare } = measured
  const all = (key: 'tape' | 'watched' | 'others' | 'frames'): number[] =>
    rounds.flatMap((round) => [...round[key]])
  const [tape, watched, otherDelays] = [all('tape'), all('watched'), all('others')]
  if (tape.length < 20 || watched.length < 20 || otherDelays.length < 100) {
    throw new Error(
      `too little was seen: ${tape.length} trades, ${watched.length} and ${otherDelays.length} prices`,
    )
  }
  const longest = Math.max(...all('frames'))
  const row = (metric: string, rest: Omit<MetricRow, 'id' | 'metric'>): MetricRow => ({
    id: 'P4',
    metric,
    ...rest,
  })
  const p95 = (times: readonly number[]): number => percentile(times, 0.95)
  return [
    row(`${symbols} symbols at ${count(sent)} messages/s: trade at the exchange → row, p50 / p95`, {
      baseline: delay(bare.delays),
      ours: delay(tape),
      target: 'p95 ≤ 25 ms',
      met: p95(tape) <= 25,
      note: conditions(measured),
    }),
    row('  price in main → text, active symbol, p50 / p95', {
      baseline: '',
      ours: delay(watched),
      target: 'p95 ≤ 25 ms',
      met: p95(watched) <= 25,
    }),
    row('  price in main → text, other rows, p50 / p95', {
      baseline: '',
      ours: delay(otherDelays),
      target: 'p95 ≤ 200 ms',
      met: p95(otherDelays) <= 200,
    }),
    framesRow(rounds, bare),
    row('  longest frame', {
      baseline: ms(Math.max(...bare.frames)),
      ours: ms(longest),
      target: '≤ 50 ms',
      met: longest <= 50,
    }),
    row('  last values that are not on screen', {
      baseline: '',
      ours: `${lost.length} of ${compared}${lost.length > 0 ? ` (${lost.join(', ')})` : ''}`,
      target: '0',
      met: lost.length === 0 && compared > 0,
    }),
  ]
}

function framesRow(rounds: readonly ProbeResult[], bare: BareFeed): MetricRow {
  const fps = median(rounds.map(({ frames }) => fpsOf(frames)))
  const bareFps = fpsOf(bare.frames)
  const note =
    'without a GPU two cores paint, compose, decode and run the exchange at once; the painting of changed cells is the limit'
  return {
    id: 'P4',
    metric: '  frames per second',
    baseline: bareFps.toFixed(0),
    ours: fps.toFixed(0),
    target: '60',
    met: fps >= 59,
    ...(fps >= 59 ? {} : { note }),
  }
}

/** Says what reached the page, and what the baseline is. */
function conditions({ rounds, sent, quotesMs }: Measured): string {
  const rate = (key: 'quotes' | 'ticks'): string =>
    count(rounds.reduce((sum, round) => sum + round[key], 0) / ((rounds.length * ROUND_MS) / 1_000))
  return [
    `${count(sent)} messages/s left the exchange (each symbol at most every ${quotesMs} ms, trades of the shown symbol only)`,
    `${rate('quotes')} quotes/s and ${rate('ticks')} trades/s reached the page`,
    `up to ${Math.min(quotesMs, 20)} ms of a trade's delay is the beat in which the exchange moves its market`,
    'the baseline is the same number of messages a second of another process in a page that only sets text',
  ].join('; ')
}
