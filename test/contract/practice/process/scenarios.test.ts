import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  zPracticeSettings,
  type PracticeCommand,
} from '../../../../shared/practice/practice-control.js'
import { zRecording } from '../../../../shared/practice/replay.js'
import { nextMoment } from '../../../../shared/domain/market/practice-times.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { limitBuy } from '../client/orders.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let dataDir: string
let open: TestExchange | null = null
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'practice-scenarios-'))
})
afterEach(async () => {
  await open?.close()
  open = null
})
afterAll(() => removeFolder(dataDir))

async function start(): Promise<TestExchange> {
  open = await startExchange({ dataDir, retainFolder: true, seed: 'scenarios' })
  return open
}
const settings = async ({ practice }: TestExchange) =>
  zPracticeSettings.parse(await practice.command({ command: 'settings' }))
const jump = ({ practice }: TestExchange, to: number): Promise<unknown> =>
  practice.command({ command: 'clock', to })
const begin = (
  { practice }: TestExchange,
  scenario: Extract<PracticeCommand, { command: 'scenario' }>['scenario'],
  symbol: string,
): Promise<unknown> => practice.command({ command: 'scenario', scenario, symbol })

interface WireBar {
  readonly time: string
  readonly low: string
  readonly open: string
  readonly close: string
}
async function bars(
  { client }: TestExchange,
  symbol: string,
  timespan: string,
): Promise<readonly WireBar[]> {
  const reply = await client.get(STOCK_DATA_OPERATIONS.stockBarsSingle.path, {
    symbol,
    category: symbol === 'SPY' ? 'US_ETF' : 'US_STOCK',
    timespan,
    count: '60',
  })
  expect(reply.status, reply.text).toBe(200)
  return (reply.json as WireBar[]).toSorted((a, b) => (a.time < b.time ? -1 : 1))
}

it('a crash is served in quotes and bars, and the same after a restart', async () => {
  const first = await start()
  await jump(first, nextMoment('open', epochMs((await settings(first)).exchangeTime)))
  await jump(first, (await settings(first)).exchangeTime + 20 * MINUTE_MS)
  expect(await begin(first, 'flash-crash', 'AAPL')).toEqual({ refused: null })
  expect(await begin(first, 'flash-crash', 'SPY')).toEqual({ refused: 'taken' })
  const [crash] = (await settings(first)).scenarios
  await jump(first, crash!.begins + 9 * MINUTE_MS)
  const crashed = await bars(first, 'SPY', 'M1')
  const lows = crashed.map(({ low }) => Number(low))
  expect(Math.min(...lows) / Number(crashed.at(-15)!.open)).toBeLessThan(0.96)
  await first.close()

  const second = await start()
  expect(second.practice.ready.notes).toEqual([])
  const known = new Map((await bars(second, 'SPY', 'M1')).map((bar) => [bar.time, bar]))
  // The newest bar of the first run was not finished.
  const shared = crashed.slice(0, -1).filter(({ time }) => known.has(time))
  expect(shared.length).toBeGreaterThan(20)
  for (const bar of shared) expect(known.get(bar.time)).toEqual(bar)
  expect((await settings(second)).scenarios).toEqual([crash])
})

it('a gap comes with the report, and a halt ends by itself and refuses orders until then', async () => {
  const exchange = await start()
  const { client } = exchange
  await jump(exchange, nextMoment('open', epochMs((await settings(exchange)).exchangeTime)))
  await jump(exchange, (await settings(exchange)).exchangeTime + 20 * MINUTE_MS)
  expect(await begin(exchange, 'gap-down', 'SPY')).toEqual({ refused: 'no-report' })
  expect(await begin(exchange, 'gap-down', 'MSFT')).toEqual({ refused: null })

  expect(await begin(exchange, 'halt', 'F')).toEqual({ refused: null })
  const body = { account_id: await exchange.account(), new_orders: [limitBuy('F', '1.00')] }
  expect((await client.post('/trading/orders/place', body)).status).not.toBe(200)
  await jump(exchange, (await settings(exchange)).exchangeTime + 6 * MINUTE_MS)
  expect((await settings(exchange)).halted).toEqual([])
  expect((await client.post('/trading/orders/place', body)).status).toBe(200)

  const close = nextMoment('after-close', epochMs((await settings(exchange)).exchangeTime))
  await jump(exchange, nextMoment('open', close))
  await jump(exchange, (await settings(exchange)).exchangeTime + 5 * MINUTE_MS)
  // The day that runs has no daily bar yet.
  const yesterday = (await bars(exchange, 'MSFT', 'D')).at(-1)
  const morning = (await bars(exchange, 'MSFT', 'M1')).at(-1)
  expect(Number(morning!.open) / Number(yesterday!.close)).toBeLessThan(0.97)
})

it('a gap is the next report of the company, until it is called off', async () => {
  const exchange = await start()
  const earnings = async () => {
    const path = '/market-data/fundamentals/earnings-calendars/list'
    const reply = await exchange.client.get(path, { symbol: 'GOOGL', category: 'US_STOCK' })
    return reply.json as readonly {
      readonly expected_publish_date: string
      readonly eps_actual: string | null
      readonly eps_est: string
    }[]
  }
  const next = async () => {
    const path = '/market-data/fundamentals/financial-alerts/get'
    const reply = await exchange.client.get(path, { symbol: 'GOOGL', category: 'US_STOCK' })
    return reply.json as { readonly start_date: string; readonly end_date: string }
  }
  const before = await earnings()
  const nextBefore = await next()
  expect(await begin(exchange, 'gap-down', 'GOOGL')).toEqual({ refused: null })
  const gap = (await settings(exchange)).scenarios.find(({ symbol }) => symbol === 'GOOGL')
  const callOff = () =>
    exchange.practice.command({
      command: 'call-off-scenario',
      scenario: 'gap-down',
      symbol: 'GOOGL',
      begins: gap!.begins,
    })
  const { day } = exchangeClock(epochMs(gap!.begins))
  expect((await earnings())[0]).toMatchObject({ expected_publish_date: day, eps_actual: null })
  expect(await next()).toMatchObject({ start_date: day, end_date: day })
  expect(await callOff()).toEqual({ calledOff: true })
  expect(await earnings()).toEqual(before)
  expect(await next()).toEqual(nextBefore)
  expect(await callOff()).toEqual({ calledOff: false })

  expect(await begin(exchange, 'gap-down', 'GOOGL')).toEqual({ refused: null })
  await jump(exchange, gap!.begins + MINUTE_MS)
  const [reported] = (await earnings()).filter((row) => row.expected_publish_date === day)
  expect(Number(reported?.eps_actual)).toBeLessThan(Number(reported?.eps_est))
  expect((await next()).start_date > day).toBe(true)
  expect(await callOff()).toEqual({ calledOff: false })
})

it('a recorded day is replayed with its crash, and goes on where it was after a restart', async () => {
  const recorded = await start()
  const now = epochMs((await settings(recorded)).exchangeTime)
  const opens = nextMoment('open', now)
  await jump(recorded, opens + 20 * MINUTE_MS)
  expect(await begin(recorded, 'flash-crash', 'AAPL')).toEqual({ refused: null })
  await jump(recorded, opens + 40 * MINUTE_MS)
  const played = await bars(recorded, 'AAPL', 'M1')
  const recording = zRecording.parse(await recorded.practice.command({ command: 'recording' }))
  await recorded.close()

  const folder = await mkdtemp(join(tmpdir(), 'practice-replay-'))
  const file = join(folder, 'replay.json')
  await writeFile(file, JSON.stringify({ v: 1, ...recording, start: opens }))
  const options = { dataDir: join(folder, 'data'), retainFolder: true, replay: file }
  try {
    open = await startExchange({ ...options, seed: 'scenarios' })
    expect(open.practice.ready.exchangeTime - opens).toBeLessThan(MINUTE_MS)
    await jump(open, opens + 40 * MINUTE_MS)
    const known = new Map((await bars(open, 'AAPL', 'M1')).map((bar) => [bar.time, bar]))
    const shared = played.slice(0, -1).filter(({ time }) => known.has(time))
    expect(shared.length).toBeGreaterThan(35)
    for (const bar of shared) expect(known.get(bar.time)).toEqual(bar)
    expect(
      Math.min(...shared.map(({ low }) => Number(low))) / Number(shared[0]!.open),
    ).toBeLessThan(0.9)
    await open.close()
    open = await startExchange({ ...options, seed: 'scenarios' })
    const { exchangeTime } = await settings(open)
    expect(exchangeTime).toBeGreaterThanOrEqual(opens + 40 * MINUTE_MS)
    expect(exchangeTime).toBeLessThan(opens + 60 * MINUTE_MS)
  } finally {
    await open?.close()
    open = null
    await removeFolder(folder)
  }
})
