import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { securitiesOf } from '../../../electron/practice/market/securities/listings.js'
import { DEFAULT_PREFERENCES, MAX_WATCHED } from '../../../shared/domain/app/preferences.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { PRICE_PROBE, PRICED_COUNT } from '../../harness/windows/price-probe.js'
import { PAGE_PROBE } from '../page-probe.js'
import { memoryOfTree } from '../process-memory.js'
import { median, megabytes, ms, type Row } from '../table.js'
import { exchangeFolder, makeLargeExchange } from './large-exchange.js'

const ACCOUNTS = 30
const ORDERS = 100_000
/** Ended orders of the account that the window shows first; ten a second can be read. */
const FIRST_ACCOUNT_ORDERS = 500
const SEED = `bench+${MAX_WATCHED}`
// Together below five minutes: what is not reached by then is a row of its own.
const START_LIMIT_MS = 60_000
const PRICES_LIMIT_MS = 130_000
const HISTORY_LIMIT_MS = 75_000
const MIN_FPS = 59
const ROUNDS = 3
const ROUND_MS = 4_000
/** The limit of reading orders is one page a second; a page has ten. */
const ORDERS_PER_SECOND = 10

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** Calls the bridge of the page, as its own code does. */
const invoke = <T>(desk: MainWindowPage, op: string, input: unknown): Promise<T> =>
  desk.page.evaluate(
    `window.countersign.invoke(${JSON.stringify(op)}, ${JSON.stringify(input)})`,
  ) as Promise<T>

interface SessionReply {
  readonly value?: {
    readonly phase: string
    readonly accounts: readonly unknown[]
    readonly ordersListed: boolean
  }
}

const session = (desk: MainWindowPage): Promise<SessionReply['value']> =>
  invoke<SessionReply>(desk, 'session.get', {}).then(({ value }) => value)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Returns the times of a start: to a usable window, and to the end of every list of orders. */
async function startRows(desk: MainWindowPage, launchedAt: number): Promise<Row[]> {
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
    row('start until orders can be sent, the exchange included', ms(usable), '', null),
    row('start until the orders of every account are listed', ms(listed), '', null),
    row('accounts in the window', String(accounts), String(ACCOUNTS), accounts === ACCOUNTS),
  ]
}

const row = (metric: string, ours: string, target: string, met: boolean | null): Row => ({
  id: 'P50',
  metric,
  baseline: '',
  ours,
  target,
  met,
})

/** Watches every symbol; returns the time until each has a price, and the frames per second. */
async function priceRows(desk: MainWindowPage): Promise<Row[]> {
  const symbols = securitiesOf(SEED).map(({ symbol }) => symbol)
  await desk.page.addInitScript(PAGE_PROBE)
  await desk.page.addInitScript(PRICE_PROBE)
  await invoke(desk, 'preferences.set', { watchlist: symbols })
  const began = Date.now()
  await desk.page.reload()
  await desk.ready()
  const priced = (): Promise<number> => desk.page.evaluate(PRICED_COUNT) as Promise<number>
  let last = 0
  const took = await until(
    'every symbol has a price',
    async () => {
      last = await priced()
      return last >= symbols.length ? Date.now() - began : null
    },
    { ms: PRICES_LIMIT_MS },
  ).catch(() => null)
  const fps: number[] = []
  const longest: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await desk.page.evaluate('Object.assign(deskProbe, { on: true, frames: [] })')
    await pause(ROUND_MS)
    const frames = (await desk.page.evaluate('deskProbe.frames')) as readonly number[]
    fps.push((1_000 * frames.length) / frames.reduce((sum, time) => sum + time, 0))
    longest.push(Math.max(...frames))
  }
  const rate = median(fps)
  return [
    row(
      `${symbols.length.toLocaleString('en')} watched symbols: time until each has a price`,
      took === null ? `${last.toLocaleString('en')} of them` : ms(took),
      'all',
      took !== null,
    ),
    row(
      '  frames per second, longest frame',
      `${rate.toFixed(0)}, ${ms(Math.max(...longest))}`,
      '60',
      rate >= MIN_FPS,
    ),
  ]
}

function memoryRows(desk: MainWindowPage): Row[] {
  const tree = memoryOfTree(desk.app.process().pid ?? 0)
  const bytesOf = (part: RegExp): number =>
    tree.filter(({ command }) => part.test(command)).reduce((sum, { bytes }) => sum + bytes, 0)
  const exchange = bytesOf(/node\.mojom\.NodeService/)
  const renderers = bytesOf(/--type=renderer/)
  const total = tree.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    row(
      'memory without the exchange (of it the windows)',
      `${megabytes(total - exchange)} (${megabytes(renderers)})`,
      '',
      null,
    ),
    row('memory of the exchange', megabytes(exchange), '', null),
  ]
}

/** Loads the older orders of the first account to the end, as fast as the button can be pressed. */
async function historyRows(desk: MainWindowPage, expected: number): Promise<Row[]> {
  await desk.tab('Orders')
  const began = Date.now()
  const rows = (await desk.page.evaluate(async (limitMs) => {
    const panel = document.querySelector('[data-panel="orders"]')
    const end = performance.now() + limitMs
    while (performance.now() < end) {
      const button = panel?.querySelector<HTMLButtonElement>('.after button')
      if (button === undefined || button === null) {
        if (panel?.querySelector('.after p') !== null) break
      } else if (!button.disabled) button.click()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return Number(panel?.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1
  }, HISTORY_LIMIT_MS)) as number
  const seconds = (Date.now() - began) / 1_000
  await desk.screenshot('history-end')
  return [
    row(
      `older orders of one account, loaded to the end (${expected.toLocaleString('en')})`,
      `${rows.toLocaleString('en')} rows in ${seconds.toFixed(0)} s`,
      'none lost',
      rows === expected,
    ),
    row(
      '  orders a second',
      (rows / seconds).toFixed(1),
      `the limit allows ${ORDERS_PER_SECOND}`,
      null,
    ),
  ]
}

/**
 * P50: the program at an exchange with 30 accounts and 100,000 ended orders, with 5,000 symbols in
 * the watchlist.
 */
export async function scale(): Promise<Row[]> {
  const userData = mkdtempSync(join(tmpdir(), 'countersign-bench-scale-'))
  try {
    const folder = exchangeFolder(userData)
    mkdirSync(folder, { recursive: true })
    const preferences = { ...DEFAULT_PREFERENCES, tourDone: true }
    writeFileSync(join(userData, 'preferences.json'), JSON.stringify({ v: 1, data: preferences }))
    const made = await makeLargeExchange(folder, {
      seed: SEED,
      accounts: ACCOUNTS,
      orders: ORDERS,
      firstAccountOrders: FIRST_ACCOUNT_ORDERS,
    })
    say(`${made.total} orders made`)
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
      rows.push(...(await historyRows(desk, made.ofFirstAccount)))
      return [row('orders at the exchange', made.total.toLocaleString('en'), '', null), ...rows]
    } finally {
      await desk.close()
    }
  } finally {
    await removeFolder(userData)
  }
}
