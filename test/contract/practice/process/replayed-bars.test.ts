import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec, eq } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { zPracticeSettings } from '../../../../shared/practice/practice-control.js'
import { zRecording } from '../../../../shared/practice/replay.js'
import type { RecordedBars } from '../../../../shared/practice/recorded-bars.js'
import { recordBars } from '../../../../electron/core/market/bars/record-bars.js'
import { readReplay } from '../../../../electron/practice/data/replay-file.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { limitBuy, placeAndWait } from '../client/orders.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const DAY = '2026-11-20'
const START = exchangeInstant(DAY, 569)

let folder: string
let open: TestExchange | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replayed-bars-'))
})
afterEach(async () => {
  await open?.close()
  open = null
  await removeFolder(folder)
})

interface WireBar {
  readonly time: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

async function bars(
  { client }: TestExchange,
  name: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly WireBar[]> {
  const reply = await client.get(STOCK_DATA_OPERATIONS.stockBarsSingle.path, {
    symbol: name,
    category: 'US_STOCK',
    ...query,
  })
  expect(reply.status, reply.text).toBe(200)
  return (reply.json as WireBar[]).toSorted((a, b) => (a.time < b.time ? -1 : 1))
}
const minutesOf = (exchange: TestExchange, name: string): Promise<readonly WireBar[]> =>
  bars(exchange, name, { timespan: 'M1', count: '1200', trading_sessions: 'PRE,RTH,ATH' })

/** Records the day of an exchange's symbol from what it serves, under another name. */
async function recordedFrom(exchange: TestExchange, name: string): Promise<RecordedBars> {
  const rows = {
    M1: await minutesOf(exchange, 'AAPL'),
    D: await bars(exchange, 'AAPL', { timespan: 'D', count: '60' }),
  }
  const recording = await recordBars(
    {
      market: {
        describeInstrument: () =>
          Promise.resolve(
            ok({
              symbol: symbol(name),
              name: 'Recorded Company',
              exchange: 'NYS',
              assetClass: 'stock',
              kind: 'stock',
              tradable: 'yes',
              shortable: true,
              fractionable: true,
              marginable: true,
              overnight: true,
              currency: 'USD',
              initialMarginLong: null,
              maintenanceMarginLong: null,
            }),
          ),
        bars: ({ timespan, before }) =>
          Promise.resolve(
            ok({
              bars: rows[timespan as 'M1' | 'D']
                .map((row) => ({
                  time: epochMs(Date.parse(row.time)),
                  open: asPrice(dec(row.open)),
                  high: asPrice(dec(row.high)),
                  low: asPrice(dec(row.low)),
                  close: asPrice(dec(row.close)),
                  volume: asQuantity(dec(row.volume)),
                }))
                .filter(({ time }) => before === null || time < before),
              more: false,
            }),
          ),
      },
    },
    {
      symbol: symbol(name),
      day: DAY,
      now: exchangeInstant(DAY, 1_200),
      source: { environment: 'sandbox', profile: 'Mine' },
    },
  )
  if (!recording.ok) throw new Error(recording.error.message.code)
  return recording.value
}

/** Plays a day of AAPL at one exchange, and returns the recording of it under another name. */
async function recording(name: string): Promise<RecordedBars> {
  const file = join(folder, 'source.json')
  await writeFile(
    file,
    JSON.stringify({ v: 1, anchor: START, shocks: [], bars: null, start: START }),
  )
  const source = await startExchange({ replay: file, seed: 'source' })
  try {
    await source.practice.command({ command: 'clock', to: exchangeInstant(DAY, 1_199) })
    return await recordedFrom(source, name)
  } finally {
    await source.close()
  }
}

const replayFile = async (recorded: RecordedBars): Promise<string> => {
  const file = join(folder, 'replay.json')
  const content = { v: 1, anchor: START, shocks: [], start: START, bars: recorded }
  await writeFile(file, JSON.stringify(content))
  return file
}
const start = async (replay: string): Promise<TestExchange> => {
  open = await startExchange({ dataDir: join(folder, 'data'), retainFolder: true, replay })
  return open
}

describe('REL-40: a replay of recorded bars at the interface', () => {
  it.each(['MSFT', 'ZZRC'])('serves the bars of %s as recorded, and fills orders', async (name) => {
    const recorded = await recording(name)
    const exchange = await start(await replayFile(recorded))
    expect(exchange.practice.ready.notes).toMatchObject([
      { code: 'practice.replaysBars', params: { symbol: name, day: DAY, quiet: 0 } },
    ])
    const { practice, client } = exchange
    expect(practice.ready.exchangeTime - START).toBeLessThan(MINUTE_MS)
    await practice.command({ command: 'clock', to: exchangeInstant(DAY, 600) })
    const account = await exchange.account()
    const order = limitBuy(name, '9999')
    await placeAndWait(client, account, order)
    const { json } = await client.get('/trading/orders/get', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    expect(json).toMatchObject({ orders: [{ status: 'FILLED' }] })
    // The person's own share is in no bar.
    const served = (await minutesOf(exchange, name)).slice(0, -1)
    const known = new Map(recorded.minutes.map((bar) => [bar[0], bar]))
    expect(served.length).toBeGreaterThan(25)
    for (const { time, open: first, high, low, close, volume } of served) {
      const row = known.get(Date.parse(time))
      const values = [first, high, low, close, volume]
      values.forEach((value, index) =>
        expect(eq(dec(value), dec(String(row?.[index + 1]))), `${time} ${index}`).toBe(true),
      )
    }
    const daily = await bars(exchange, name, { timespan: 'D', count: '20' })
    expect(daily.map(({ close }) => Number(close)).slice(-10)).toEqual(
      recorded.days.map(([, , , , close]) => Number(close)).slice(-10),
    )
  })

  it('goes on with the same bars after a restart, and can be replayed from its own', async () => {
    const recorded = await recording('MSFT')
    const file = await replayFile(recorded)
    const first = await start(file)
    await first.practice.command({ command: 'clock', to: exchangeInstant(DAY, 585) })
    const before = (await minutesOf(first, 'MSFT')).slice(0, -1)
    await first.close()
    const second = await start(file)
    expect(second.practice.ready.exchangeTime).toBeGreaterThanOrEqual(exchangeInstant(DAY, 585))
    const after = new Map((await minutesOf(second, 'MSFT')).map((bar) => [bar.time, bar]))
    for (const bar of before) expect(after.get(bar.time)).toEqual(bar)
    const taken = zRecording.parse(await second.practice.command({ command: 'recording' }))
    expect(taken.bars).toEqual(recorded)
    const settings = await second.practice.command({ command: 'settings' })
    expect(zPracticeSettings.parse(settings).replayed).toMatchObject({
      symbol: 'MSFT',
      day: DAY,
      source: { environment: 'sandbox', profile: 'Mine' },
    })
  })

  it('ends with its recording: nothing trades after it, and the exchange goes on', async () => {
    const exchange = await start(await replayFile(await recording('MSFT')))
    await exchange.practice.command({ command: 'clock', to: exchangeInstant('2026-11-23', 600) })
    const served = await minutesOf(exchange, 'MSFT')
    expect(Date.parse(served.at(-1)?.time ?? '')).toBeLessThan(exchangeInstant(DAY, 1_200))
    expect(exchange.errors).toEqual([])
    const late = await exchange.client.post('/trading/orders/place', {
      account_id: await exchange.account(),
      new_orders: [limitBuy('MSFT', '9999')],
    })
    expect(late.status, late.text).not.toBe(200)
    expect(late.text).toContain('MSFT is halted')
  })

  it('sets a damaged recording aside, and does not start on another market', async () => {
    const file = await replayFile(await recording('MSFT'))
    await writeFile(file, '{"v":1,"anchor":')
    await expect(start(file)).rejects.toThrow('set aside as replay.json.corrupt-')
    expect(await readdir(folder)).not.toContain('replay.json')
    await expect(start(file)).rejects.toThrow('is missing')
    await writeFile(file, JSON.stringify({ v: 3 }))
    expect(await readReplay(file, 5)).toMatchObject({ ok: false })
    expect(await readdir(folder)).toContain('replay.json.corrupt-5')
  })
})
