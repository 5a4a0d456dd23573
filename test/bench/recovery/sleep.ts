import { sandboxProfile, startStandIn, type StandIn } from '../../e2e/profiles/profiles-page.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { errorCode } from '../../../shared/domain/error-code.js'
import { HttpClient } from '../../contract/practice/client/http-client.js'
import { WATCHLIST_PRICES } from '../frames/busy-window.js'
import { memoryOfTree } from '../process-memory.js'
import { whenUsable } from '../usable.js'
import { atMost } from '../report/bounds.js'
import { count, median, metricRow, ms, type MetricRow } from '../report/table.js'
import { awakeningOf, type Awakening, type Sample } from './awakening.js'
import { pause } from '../pause.js'

const ROUNDS = 2
const SLEEP_MS = 5_000
const SETTLE_MS = 3_000
/** Long enough for an awakening that takes some times its target. */
const AWAKE_MS = 5_000
/** Steps of the market in a second, so that the price of each symbol moves in a sleep. */
const RATE = 2_000
const MAX_MARKED_MS = 1_000
const MAX_LIVE_MS = 2_000
/** What the first second allows. */
const ALLOWED =
  'a price of before the sleep may stay as current for that second, another that is not the market’s may not appear as current'

/** Without the delay of a sandbox, and without limits for the requests that check the window. */
const BROKER = ['--environment', 'practice', '--quotes-ms', '100', '--rate-limits', 'off']

/** Runs in the page: records in each frame what the watchlist shows, where it has changed. */
const SAMPLER = `(() => {
  const samples = globalThis.sleepSamples = []
  let last = ''
  const frame = () => {
    const isCurrent = document.querySelector('.main-window')?.dataset.quotes === 'live'
      && document.querySelector('[data-panel="watchlist"] [data-testid="stale"]') === null
    const prices = ${WATCHLIST_PRICES}
    const text = JSON.stringify([isCurrent, prices])
    if (text !== last) samples.push({ time: Date.now(), isCurrent, prices })
    last = text
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`

/** Whether the connections to the broker have survived the sleep. */
type Connection = 'kept' | 'lost'

/** Returns the exchange's own last prices. */
async function lastPrices(
  client: HttpClient,
  symbols: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const reply = await client.get('/market-data/stocks/snapshots/list', {
    symbols: symbols.join(','),
    category: 'US_STOCK',
  })
  if (reply.status !== 200) throw new Error(`snapshots: ${reply.status} ${reply.text}`)
  const rows = reply.json as readonly { readonly symbol: string; readonly price: string }[]
  return Object.fromEntries(rows.map(({ symbol, price }) => [symbol, Number(price)]))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // A helper may have ended by itself.
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/**
 * Stops every process of the program for some time, as a sleep of the computer does, while the
 * market goes on; it stands still when they run again.
 */
async function sleepOnce(
  { desk, standIn, client }: Sleeper,
  connection: Connection,
): Promise<Awakening> {
  await standIn.child.command({ command: 'clock', speed: 1 })
  await standIn.child.command({ command: 'tick-rate', perSecond: RATE })
  await pause(SETTLE_MS)
  await desk.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  const processes = memoryOfTree(desk.app.process().pid ?? 0).map(({ pid }) => pid)
  for (const pid of processes) signal(pid, 'SIGSTOP')
  try {
    await pause(SLEEP_MS)
    await standIn.child.command({ command: 'clock', speed: 0 })
    if (connection === 'lost') {
      for (const channel of ['market', 'events'] as const) {
        await standIn.child.command({ command: 'end-streams', channel, how: 'kill' })
      }
    }
  } finally {
    for (const pid of processes) signal(pid, 'SIGCONT')
  }
  const wokeAt = Date.now()
  await desk.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
  await pause(AWAKE_MS)
  const samples = (await desk.page.evaluate('sleepSamples.splice(0)')) as readonly Sample[]
  const symbols = Object.keys(samples.at(-1)?.prices ?? {})
  if (symbols.length === 0) throw new Error('the watchlist shows no price')
  return awakeningOf(samples, wokeAt, await lastPrices(client, symbols))
}

interface Sleeper {
  readonly desk: MainWindowPage
  readonly standIn: StandIn
  readonly client: HttpClient
}

function rowsOf(connection: Connection, rounds: readonly Awakening[]): MetricRow[] {
  const row = (
    metric: string,
    ours: number,
    format: (value: number) => string,
    limit: number,
    note?: string,
  ): MetricRow =>
    metricRow({
      id: 'P21',
      metric: `after sleep, connections ${connection}: ${metric}`,
      ours,
      format,
      bounds: [atMost(limit)],
      note,
    })
  const falsePrices = rounds.flatMap((round) => round.falsePrices)
  const [marked, live] = [
    rounds.map(({ markedAfterMs }) => markedAfterMs),
    rounds.map(({ liveAfterMs }) => liveAfterMs),
  ]
  return [
    row(
      'false prices that appear as current in the first second',
      falsePrices.length,
      count,
      0,
      [ALLOWED, ...falsePrices.slice(0, 10)].join('; '),
    ),
    row(
      'time until no price of before the sleep is shown as current',
      Math.max(...marked),
      ms,
      MAX_MARKED_MS,
      `worst of ${ROUNDS} sleeps, median ${ms(median(marked))}`,
    ),
    row(
      'time until it is live and every price right',
      Math.max(...live),
      ms,
      MAX_LIVE_MS,
      `worst of ${ROUNDS} sleeps, median ${ms(median(live))}`,
    ),
  ]
}

/**
 * P21: what the window shows after a sleep in which the market has moved, at a broker in a process
 * of its own, which goes on meanwhile. Its processes are stopped, so that, other than in a sleep,
 * the monotonic clock goes on.
 */
export async function sleep(): Promise<MetricRow[]> {
  const standIn = await startStandIn(BROKER)
  const client = new HttpClient(standIn.ready)
  try {
    await client.signIn()
    const desk = await openMainWindow({ suite: 'bench-sleep', keyStore: 'none' })
    try {
      await whenUsable(desk)
      await sandboxProfile(desk, standIn, 'Sleep')
      const reloaded = desk.page.waitForEvent('load')
      await desk.page.getByRole('button', { name: 'Open this profile' }).click()
      await reloaded
      await whenUsable(desk)
      await desk.page.evaluate(SAMPLER)
      const rows: MetricRow[] = []
      for (const connection of ['kept', 'lost'] as const) {
        const rounds: Awakening[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.push(await sleepOnce({ desk, standIn, client }, connection))
        }
        rows.push(...rowsOf(connection, rounds))
      }
      return rows
    } finally {
      await desk.close()
    }
  } finally {
    client.close()
    await standIn.close()
  }
}
