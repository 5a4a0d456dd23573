import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { securitiesOf } from '../../../electron/practice/market/securities/listings.js'
import { MAX_WATCHED } from '../../../shared/domain/app/preference-values.js'
import { DEFAULT_PREFERENCES } from '../../../shared/domain/app/preferences.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { PRICE_PROBE, PRICED_COUNT } from '../../harness/windows/price-probe.js'
import { PAGE_PROBE } from '../frames/page-probe.js'
import { memoryOfTree } from '../process-memory.js'
import { atLeast, atMost, type Bound } from '../report/bounds.js'
import {
  count,
  median,
  megabytes,
  metricRow,
  ms,
  textRow,
  type MetricRow,
} from '../report/table.js'
import { longestTasks, type TraceEvent } from '../trace/trace-times.js'
import { recordTrace } from '../trace/trace.js'
import { exchangeFolder, makeLargeExchange } from './large-exchange.js'
import { checkedText } from '../../../electron/adapters/journal/checked-file.js'
import { pause } from '../pause.js'
import { frameRate } from '../page/frame-rate.js'
import { invoke } from '../page/invoke.js'

const ACCOUNTS = 30
const ORDERS = 100_000
/** Ended orders of the account that the window shows first: about 20 pages, read one a second. */
const FIRST_ACCOUNT_ORDERS = 2_000
const SEED = `bench+${MAX_WATCHED}`
// Together below five minutes: what is not reached by then is a row of its own.
const START_LIMIT_MS = 60_000
const PRICES_LIMIT_MS = 130_000
const HISTORY_LIMIT_MS = 75_000
/** Every symbol shall have a price well within a minute. */
const PRICES_TARGET_MS = 45_000
const MIN_FPS = 59
const WINDOW_THREAD = 'Renderer CrRendererMain'
const MAIN_THREAD = 'Browser CrBrowserMain'
const ROUNDS = 3
const ROUND_MS = 4_000
/** What loading may take of one frame. */
const MAX_LOADING_FRAME_MS = 100
/** Tasks of event loops, for {@link longestTasks}. */
const TASK_CATEGORIES = ['toplevel', '__metadata']
/** The limit of reading orders (LIMITS-1). */
const PAGES_PER_SECOND = 1

interface SessionReply {
  readonly value?: {
    readonly phase: string
    readonly accounts: readonly unknown[]
    readonly ordersListed: boolean
  }
}

const session = (desk: MainWindowPage): Promise<SessionReply['value']> =>
  invoke<SessionReply>(desk.page, 'session.get', {}).then(({ value }) => value)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Returns the times of a start: to a usable window, and to the end of every list of orders. */
async function startRows(desk: MainWindowPage, launchedAt: number): Promise<MetricRow[]> {
  const usable = await until(
    'the session is ready',
    async () => ((await session(desk))?.phase === 'ready' ? Date.now() - launchedAt : null),
    { ms: START_LIMIT_MS },
  )
  await desk.ready()
  const listed = await until(
    'every list of open orders was read',
    async () => ((await session(desk))?.ordersListed === true ? Date.now() - launchedAt : null),
    { ms: START_LIMIT_MS },
  )
  const accounts = (await session(desk))?.accounts.length ?? 0
  return [
    row('start until orders can be sent, the exchange included', usable, ms),
    row('start until the orders of every account are listed', listed, ms),
    row('accounts in the window', accounts, count, [atLeast(ACCOUNTS)]),
  ]
}

const row = (
  metric: string,
  ours: number,
  format: (value: number) => string,
  bounds: readonly Bound[] = [],
  note?: string,
): MetricRow => metricRow({ id: 'P50', metric, ours, format, bounds, note })

/** Returns the longest task of a thread in a trace. */
function taskRow(metric: string, events: readonly TraceEvent[], thread: string): MetricRow {
  const longestMs = (longestTasks(events).get(thread) ?? Number.NaN) / 1_000
  return row(metric, longestMs, ms, [atMost(MAX_LOADING_FRAME_MS)])
}

/** Watches every symbol; returns the time until each has a price, and the frames meanwhile. */
async function priceRows(desk: MainWindowPage): Promise<MetricRow[]> {
  const symbols = securitiesOf(SEED).map(({ symbol }) => symbol)
  await desk.page.addInitScript(PAGE_PROBE)
  await desk.page.addInitScript(PRICE_PROBE)
  await invoke(desk.page, 'preferences.set', { watchlist: symbols })
  const priced = (): Promise<number> => desk.page.evaluate(PRICED_COUNT) as Promise<number>
  let last = 0
  let took: number | null = null
  const events = await recordTrace(desk, TASK_CATEGORIES, async () => {
    const began = Date.now()
    await desk.page.reload()
    await desk.page.evaluate('deskProbe.on = true')
    took = await until(
      'every symbol has a price',
      async () => {
        last = await priced()
        return last >= symbols.length ? Date.now() - began : null
      },
      { ms: PRICES_LIMIT_MS },
    ).catch(() => null)
  })
  const loading = (await desk.page.evaluate('deskProbe.frames')) as readonly number[]
  await desk.ready()
  return [
    metricRow({
      id: 'P50',
      metric: `${count(symbols.length)} watched symbols: time until each has a price`,
      ours: took ?? Number.NaN,
      format: ms,
      bounds: [atMost(PRICES_TARGET_MS)],
      cells: took === null ? { ours: `${count(last)} of them` } : {},
    }),
    row('  longest frame meanwhile', Math.max(...loading), ms),
    taskRow("  longest task of the window's thread, processor time", events, WINDOW_THREAD),
    taskRow('  longest task of main, processor time', events, MAIN_THREAD),
    ...(await frameRows(desk)),
  ]
}

/** Returns the frames while every price changes. */
async function frameRows(desk: MainWindowPage): Promise<MetricRow[]> {
  const fps: number[] = []
  const longest: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await desk.page.evaluate('Object.assign(deskProbe, { on: true, frames: [] })')
    await pause(ROUND_MS)
    const frames = (await desk.page.evaluate('deskProbe.frames')) as readonly number[]
    fps.push(frameRate(frames))
    longest.push(Math.max(...frames))
  }
  const rate = median(fps)
  return [
    row(
      '  frames per second afterwards',
      rate,
      count,
      [atLeast(MIN_FPS)],
      `the longest frame took ${ms(Math.max(...longest))}`,
    ),
  ]
}

function memoryRows(desk: MainWindowPage): MetricRow[] {
  const tree = memoryOfTree(desk.app.process().pid ?? 0)
  const bytesOf = (part: RegExp): number =>
    tree.filter(({ command }) => part.test(command)).reduce((sum, { bytes }) => sum + bytes, 0)
  const exchange = bytesOf(/node\.mojom\.NodeService/)
  const renderers = bytesOf(/--type=renderer/)
  const total = tree.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    row('memory without the exchange', total - exchange, megabytes),
    row('  of it the windows', renderers, megabytes),
    row('memory of the exchange', exchange, megabytes),
  ]
}

/**
 * Loads the older orders of the first account to the end, as fast as the button can be pressed.
 * Their number follows from the exchange's own state; each press of the button reads one page.
 */
async function historyRows(desk: MainWindowPage, expected: number): Promise<MetricRow[]> {
  await desk.tab('Orders')
  const began = Date.now()
  const { rows, pages } = await desk.page.evaluate(async (limitMs) => {
    const panel = document.querySelector('[data-panel="orders"]')
    const end = performance.now() + limitMs
    let pressed = 0
    while (performance.now() < end) {
      const button = panel?.querySelector<HTMLButtonElement>('.after button')
      if (button === undefined || button === null) {
        if (panel?.querySelector('.after p') !== null) break
      } else if (!button.disabled) {
        pressed += 1
        button.click()
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const listed = Number(panel?.querySelector('[role$="grid"]')?.getAttribute('aria-rowcount'))
    return { rows: listed - 1, pages: pressed }
  }, HISTORY_LIMIT_MS)
  const took = (Date.now() - began) / 1_000
  await desk.screenshot('history-end')
  return [
    row(
      'older orders of one account, loaded to the end: rows',
      rows,
      count,
      [atLeast(expected)],
      `in ${took.toFixed(0)} s, ${pages} pages, ${(pages / took).toFixed(1)} a second; the limit allows ${PAGES_PER_SECOND} a second`,
    ),
  ]
}

/**
 * P50: the program at an exchange with 30 accounts and 100,000 ended orders, with 5,000 symbols in
 * the watchlist.
 */
export async function scale(): Promise<MetricRow[]> {
  const userData = mkdtempSync(join(tmpdir(), 'countersign-bench-scale-'))
  try {
    const folder = exchangeFolder(userData)
    mkdirSync(folder, { recursive: true })
    const preferences = { ...DEFAULT_PREFERENCES, tourDone: true }
    const stored = checkedText(JSON.stringify({ v: 1, data: preferences }))
    writeFileSync(join(userData, 'preferences.json'), stored)
    const exchange = await makeLargeExchange(folder, {
      seed: SEED,
      accounts: ACCOUNTS,
      orders: ORDERS,
      firstAccountOrders: FIRST_ACCOUNT_ORDERS,
    })
    say(`${exchange.total} orders made`)
    const launchedAt = Date.now()
    const desk = await openMainWindow({
      suite: 'bench-scale',
      keyStore: 'none',
      userData,
      args: [`--practice-seed=${SEED}`],
    })
    try {
      const rows = await startRows(desk, launchedAt)
      say('started')
      rows.push(...(await priceRows(desk)))
      say('priced')
      rows.push(...memoryRows(desk))
      rows.push(...(await historyRows(desk, exchange.ofFirstAccount)))
      return [textRow('P50', 'orders at the exchange', count(exchange.total)), ...rows]
    } finally {
      await desk.close()
    }
  } finally {
    await removeFolder(userData)
  }
}
