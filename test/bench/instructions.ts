import type * as Channels from 'node:diagnostics_channel'
import type { Client } from '@modelcontextprotocol/client'
import type { Page } from 'playwright'
import {
  callTool,
  connectHttp,
  approveCard,
  fromConfirm,
  openEndpoint,
  pairAssistant,
  stockOrder,
  focusConfirmWindow,
  cardNow,
} from '../e2e/instructions/assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../e2e/support/main-window-page.js'
import { memoryOfTree } from './process-memory.js'
import { atMost, atMostAbove } from './report/bounds.js'
import { median, megabytes, metricRow, ms, percentile, type MetricRow } from './report/table.js'
import { pause } from './pause.js'

/** Enough samples for the 95th percentile to differ from the maximum. */
const TRIPS = 24
const SETTLE_MS = 4_000
/** The longest time until the confirm window was made after an assistant was paired. */
const PREPARED_MS = 20_000
/** The size of the first order, which no other has. */
const FIRST = 999
/**
 * The interval between requests: balance and positions may be requested twice in two seconds, and
 * faster requests would measure that limit.
 */
const APART_MS = 2_200
const IDLE_TARGET = 25 * 1_048_576

/** Runs the parts of P12 with windows, and the cost of assistants at rest. */
export const instructions = (): Promise<MetricRow[]> => windows()

interface Marks {
  readonly drawn: Readonly<Record<string, number>>
  readonly pressed: readonly number[]
}

/**
 * Records in the page when a card was painted and when the button was released, by the system's
 * event time, not by the time a busy page handled it. All times come from this computer.
 */
const PROBE = `(() => {
  const marks = globalThis.benchMarks = { drawn: {}, pressed: [] }
  const look = () => {
    const line = document.querySelector('[data-testid="line"]')?.textContent ?? ''
    const size = /BUY (\\d+) /.exec(line)?.[1]
    if (size === undefined || size in marks.drawn) return
    marks.drawn[size] = Infinity
    requestAnimationFrame(() => requestAnimationFrame(() => { marks.drawn[size] = Date.now() }))
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  document.addEventListener('mouseup', (event) => { marks.pressed.push(Date.now() - (performance.now() - event.timeStamp)) }, { capture: true })
  look()
})()`

/**
 * Records in main when the confirm window appeared, and when a place request was passed to its
 * connection.
 */
const watchMain = (desk: MainWindowPage): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) => {
    const seen = { shown: [] as number[], placed: [] as number[] }
    Object.assign(globalThis, { benchSeen: seen })
    const confirm = BrowserWindow.getAllWindows().find((window) =>
      window.webContents.getURL().includes('confirm.html'),
    )
    confirm?.on('show', () => seen.shown.push(Date.now()))
    const channels = (process.mainModule as NodeModule).require(
      'node:diagnostics_channel',
    ) as typeof Channels
    channels.subscribe('http.client.request.start', (message) => {
      if (
        (message as { readonly request: { readonly path: string } }).request.path.includes(
          '/orders/place',
        )
      ) {
        seen.placed.push(Date.now())
      }
    })
  })
const seenByMain = (
  desk: MainWindowPage,
): Promise<{ readonly shown: readonly number[]; readonly placed: readonly number[] }> =>
  desk.app.evaluate(
    () => (globalThis as unknown as { benchSeen: { shown: number[]; placed: number[] } }).benchSeen,
  )

/** Returns the confirm window, which is made, hidden, a moment after an assistant was paired. */
async function preparedWindow(desk: MainWindowPage): Promise<Page> {
  const isConfirm = (page: Page): boolean => page.url().includes('confirm.html')
  const page =
    desk.app.windows().find(isConfirm) ??
    (await desk.app.waitForEvent('window', { predicate: isConfirm, timeout: PREPARED_MS }))
  await page.waitForLoadState('load')
  await pause(SETTLE_MS)
  return page
}

async function oneTrip(
  desk: MainWindowPage,
  client: Client,
  confirm: Page,
  size: number,
): Promise<{ readonly card: number; readonly wire: number }> {
  const before = await seenByMain(desk)
  const args = await stockOrder(desk, String(size), {
    limit_price: '20.00',
    reason: 'A figure of the benchmark',
  })
  const began = Date.now()
  await callTool(client, 'place_stock_instruction', args)
  await confirm.waitForFunction(
    (name) =>
      Number.isFinite((globalThis as unknown as { benchMarks: Marks }).benchMarks.drawn[name]),
    String(size),
  )
  await focusConfirmWindow(desk)
  await approveCard(desk, confirm)
  const [main, page] = [
    await seenByMain(desk),
    await confirm.evaluate(() => (globalThis as unknown as { benchMarks: Marks }).benchMarks),
  ]
  const [shownAt, placed, pressed] = [
    main.shown[before.shown.length],
    main.placed[before.placed.length],
    page.pressed.at(-1),
  ]
  if (shownAt === undefined || placed === undefined || pressed === undefined) {
    throw new Error(`not seen: ${JSON.stringify([shownAt, placed, pressed])}`)
  }
  await fromConfirm(confirm, 'confirm.later', { id: (await cardNow(confirm)).id })
  // A card is on screen once it is painted in a visible window.
  return {
    card: Math.max(shownAt, page.drawn[String(size)] ?? Number.NaN) - began,
    wire: placed - pressed,
  }
}

/**
 * Measures the assistant's request to the painted card, the press to the wire, and the memory of
 * both at rest.
 */
async function windows(): Promise<MetricRow[]> {
  const desk = await openMainWindow({ suite: 'bench', keyStore: 'none' })
  try {
    await desk.ready()
    await desk.choose('AAPL')
    await pause(SETTLE_MS)
    const main = (): number =>
      memoryOfTree(desk.app.process().pid ?? 0).find(({ pid }) => pid === desk.app.process().pid)
        ?.bytes ?? 0
    const closed = main()
    const url = await openEndpoint(desk, 7)
    const client = await connectHttp(
      url,
      (await pairAssistant(desk, 'Benchmark', { maxWorking: 200, ordersPerDay: 1_000 })).token,
    )
    await pause(SETTLE_MS)
    const open = main()
    // The window is made at idle once an assistant is paired, so the first card finds it.
    const confirm = await preparedWindow(desk)
    await confirm.evaluate(PROBE)
    await watchMain(desk)
    const first = await oneTrip(desk, client, confirm, FIRST)
    const trips: { readonly card: number; readonly wire: number }[] = []
    for (let trip = 0, lastRequestAt = Date.now(); trip < TRIPS; trip += 1) {
      await pause(Math.max(0, lastRequestAt + APART_MS - Date.now()))
      lastRequestAt = Date.now()
      trips.push(await oneTrip(desk, client, confirm, trip + 1))
    }
    await client.close()
    const [cards, wires] = [trips.map(({ card }) => card), trips.map(({ wire }) => wire)]
    return [
      cardRow('p95', percentile(cards, 0.95), `p50 ${ms(median(cards))}`),
      cardRow(
        'the first of a run',
        first.card,
        'one sample; its window was made, hidden, when the assistant had been paired',
      ),
      ...wireRows(wires),
      metricRow({
        id: 'P12',
        metric: 'memory of main with the endpoint open and one assistant, at rest',
        baseline: closed,
        ours: open,
        format: megabytes,
        bounds: [atMostAbove(IDLE_TARGET, 'closed')],
        note: 'the floor is the same window before its endpoint was opened and an assistant paired',
      }),
    ]
  } finally {
    await desk.close()
  }
}

const cardRow = (which: string, time: number, note: string): MetricRow =>
  metricRow({
    id: 'P12',
    metric: `assistant’s request → card on the screen, ${which}`,
    ours: time,
    format: ms,
    bounds: [atMost(150)],
    note,
  })

function wireRows(times: readonly number[]): MetricRow[] {
  const wireRow = (which: string, ours: number, limit: number, note?: string): MetricRow =>
    metricRow({
      id: 'P12',
      metric: `approve → wire, ${which}`,
      ours,
      format: ms,
      bounds: [atMost(limit)],
      note,
    })
  const note = `p50 ${ms(median(times))}; the disk is waited for twice: the decision, with the head that proves it beside it; then that head in its place, the queue’s record and the order’s own. The part approvals measures this without windows; the rest is the press on its way to main, the page that redraws meanwhile, and the connection, which take turns on a busy machine`
  return [
    wireRow('p95', percentile(times, 0.95), 20, note),
    wireRow(`the longest of ${times.length}`, Math.max(...times), 40),
  ]
}
