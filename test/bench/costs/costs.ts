import { securitiesOf } from '../../../electron/practice/market/securities/listings.js'
import {
  callTool,
  connectHttp,
  openEndpoint,
  pairAssistant,
} from '../../e2e/instructions/assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { until } from '../../harness/system/until.js'
import { memoryOfTree } from '../process-memory.js'
import { fillBlotter, TABLE_PROBE } from '../tables/table-probe.js'
import { count, megabytes, ms, percent, textRow, type MetricRow } from '../report/table.js'
import { loadOf } from './load.js'
import { pause } from '../pause.js'
import { invoke } from '../page/invoke.js'

const SETTLE_MS = 8_000
const SAMPLING = { samples: 1 }
/** A market of a thousand stocks. */
const SEED = 'bench+1000'
/** Changes a second of all rows together: what an active trader's orders do. */
const ROW_CHANGES = 50
const SIZES = { symbols: [50, 200, 1_000], rows: [1_000, 5_000, 10_000], assistants: [1, 5, 20] }
/** The port of the endpoint, away from those of other parts. */
const PORT_OFFSET = 9

/** Makes a row, and says it at once: a later one may fail. */
function row(metric: string, ours: string): MetricRow {
  process.stdout.write(`${metric}: ${ours}\n`)
  return textRow('P18', metric, ours)
}

/** Returns the memory of main and of the windows, in bytes. */
function memoryNow(desk: MainWindowPage): { readonly main: number; readonly windows: number } {
  const root = desk.app.process().pid ?? 0
  const tree = memoryOfTree(root)
  const sum = (wanted: (process: (typeof tree)[number]) => boolean): number =>
    tree.filter(wanted).reduce((total, { bytes }) => total + bytes, 0)
  return {
    main: sum(({ pid }) => pid === root),
    windows: sum(({ command }) => command.includes('--type=renderer')),
  }
}

/** Measures a window at rest, and describes what it uses. */
async function describeUse(desk: MainWindowPage): Promise<string> {
  await pause(SETTLE_MS)
  const load = await loadOf(desk.app.process().pid ?? 0, SAMPLING)
  const memory = memoryNow(desk)
  return `window ${percent(load.windows)}, ${megabytes(memory.windows)}; main ${percent(load.main)}, ${megabytes(memory.main)}; exchange ${percent(load.exchange)}`
}

/** What watched symbols cost in an ordinary market; of a long list the window shows some rows. */
async function watchedSymbols(desk: MainWindowPage): Promise<MetricRow[]> {
  const rows: MetricRow[] = []
  for (const size of SIZES.symbols) {
    const symbols = securitiesOf(SEED)
      .map(({ symbol }) => symbol)
      .slice(0, size)
    await invoke(desk.page, 'preferences.set', { watchlist: symbols, tourDone: true })
    await desk.page.reload()
    await desk.ready()
    rows.push(row(`${count(symbols.length)} watched symbols`, await describeUse(desk)))
  }
  await invoke(desk.page, 'preferences.set', { watchlist: ['SPY', 'AAPL'] })
  return rows
}

/** What open orders cost in the window, when 50 of them change every second. */
async function openRows(desk: MainWindowPage): Promise<MetricRow[]> {
  const { page } = desk
  await page.addInitScript(TABLE_PROBE)
  await page.reload()
  await desk.ready()
  await desk.choose('SPY')
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', '600.00')
  await desk.send()
  await desk.tab('Orders')
  await until('an order has arrived', () => page.evaluate('tableProbe.sample !== null'))
  const rows: MetricRow[] = []
  for (const size of SIZES.rows) {
    const took = (await page.evaluate(`(() => {
      const began = performance.now();
      ${fillBlotter(size, ROW_CHANGES)}
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began))))
    })()`)) as number
    rows.push(
      row(
        `${count(size)} open orders, ${ROW_CHANGES} changes/s`,
        `drawn in ${ms(took)}; ${await describeUse(desk)}`,
      ),
    )
  }
  await page.evaluate('tableProbe.eachFrame = undefined')
  return rows
}

/** What connected assistants cost when each reads a quote every second. */
async function connectedAssistants(desk: MainWindowPage): Promise<MetricRow[]> {
  const url = await openEndpoint(desk, PORT_OFFSET)
  const clients: Awaited<ReturnType<typeof connectHttp>>[] = []
  const rows: MetricRow[] = []
  let reading = true
  const readers: Promise<void>[] = []
  try {
    for (const size of SIZES.assistants) {
      while (clients.length < size) {
        const { token } = await pairAssistant(desk, `Reader ${clients.length + 1}`)
        const client = await connectHttp(url, token)
        clients.push(client)
        readers.push(
          (async () => {
            while (reading) {
              await callTool(client, 'get_stock_snapshot', { symbols: 'SPY' })
              await pause(1_000)
            }
          })(),
        )
      }
      rows.push(
        row(
          `${size} connected ${size === 1 ? 'assistant' : 'assistants'}, a quote a second each`,
          await describeUse(desk),
        ),
      )
    }
  } finally {
    reading = false
    await Promise.allSettled(readers)
    for (const client of clients) await client.close()
  }
  return rows
}

/** P18: how cost grows with watched symbols, open orders and connected assistants. */
export async function costs(): Promise<MetricRow[]> {
  const rows: MetricRow[] = []
  for (const part of [watchedSymbols, openRows, connectedAssistants]) {
    const desk = await openMainWindow({
      suite: 'bench-costs',
      keyStore: 'none',
      args: ['--practice-quotes-ms=100', `--practice-seed=${SEED}`],
    })
    try {
      await desk.ready()
      rows.push(...(await part(desk)))
    } finally {
      await desk.close()
    }
  }
  return rows
}
