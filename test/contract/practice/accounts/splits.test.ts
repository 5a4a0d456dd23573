import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { CORPORATE_ACTION_OPERATIONS } from '../../../../shared/wire/families/company/corporate-actions.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { plannedSplits } from '../../../../electron/practice/market/securities/splits.js'
import { StateFile } from '../../../../electron/practice/data/state-file.js'
import { zPracticeFile } from '../../../../electron/practice/store/practice-file.js'
import { stateName } from '../../../../electron/practice/simulation/market-simulation.js'
import { limitBuy, placeAndWait } from '../client/orders.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

type WireRow = Readonly<Record<string, string>>
let exchange: TestExchange
let account: string
beforeAll(async () => {
  exchange = await startExchange({ retainFolder: true })
  account = await exchange.account()
})
afterAll(async () => {
  expect(exchange.errors).toEqual([])
  await exchange.close()
  await removeFolder(exchange.dataDir)
})

/** Restarts the exchange, at a later exchange time if one is given, so that months pass at once. */
async function restart(exchangeTime: EpochMs | null): Promise<void> {
  await exchange.close()
  expect(exchange.errors).toEqual([])
  const file = new StateFile(exchange.dataDir, stateName('contract'))
  const saved = zPracticeFile.parse((await file.load(0)).value)
  if (exchangeTime !== null) await file.save(() => ({ ...saved, exchangeTime }))
  exchange = await startExchange({ dataDir: exchange.dataDir, retainFolder: true })
  expect(exchange.practice.ready.notes).toEqual([])
}
const get = async (path: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
  const reply = await exchange.client.get(path, query)
  expect([reply.status, reply.text]).toEqual([200, reply.text])
  return reply.json
}
const positionOf = async (symbol: string) =>
  ((await get('/trading/assets/positions/list', { account_id: account })) as WireRow[]).find(
    (row) => row['symbol'] === symbol,
  )
const order = async (id: string) =>
  (
    (await get('/trading/orders/get', { account_id: account, client_order_id: id })) as {
      orders: WireRow[]
    }
  ).orders[0]!
const ofStock = (symbol: string, category: string) => ({ symbols: symbol, category })
const snapshot = async (symbol: string, category: string) =>
  ((await get('/market-data/stocks/snapshots/list', ofStock(symbol, category))) as WireRow[])[0]!
const bars = async (symbol: string, category: string, timespan: string): Promise<WireRow[]> => {
  const reply = await exchange.client.post(STOCK_DATA_OPERATIONS.stockBarsBatch.path, {
    symbols: [symbol],
    category,
    timespan,
    count: '400',
    real_time_required: true,
  })
  expect([reply.status, reply.text]).toEqual([200, reply.text])
  return (reply.json as { result: { result: WireRow[] }[] }).result[0]?.result ?? []
}
const splitLines = async (symbol: string, day: string) => {
  const start_time = new Date(exchangeInstant(day, 0)).toISOString()
  const activities = ACTIVITY_OPERATIONS.listCashActivities.response.parse(
    await get(ACTIVITY_OPERATIONS.listCashActivities.path, {
      account_id: account,
      activity_types: 'CORPORATE_ACTION',
      start_time,
      // A range lies in one calendar year; the split is before the open.
      end_time: new Date(exchangeInstant(day, 18 * 60)).toISOString(),
    }),
  )
  return activities.data
    .filter((activity) => activity.symbol === symbol)
    .map((activity) => activity.activity_sub_type)
}

const CHOSEN = {
  'BRK.B': { quantity: 7, category: 'US_STOCK' },
  PLUG: { quantity: 105, category: 'US_STOCK' },
} as const

it('the exchange applies a split once to positions, orders, snapshots and bars on its day', async () => {
  const first = exchangeClock(exchange.practice.ready.exchangeTime as EpochMs).day
  for (const { symbol, day, from, to } of plannedSplits('contract', first)) {
    if (symbol !== 'BRK.B' && symbol !== 'PLUG') continue
    const { quantity, category } = CHOSEN[symbol]
    const eve = tradingDay(day, -1)
    // The eve may be a day that closes at 13:00.
    await restart(exchangeInstant(eve, 12 * 60 + 50))
    // The split is announced before its day.
    const actions = CORPORATE_ACTION_OPERATIONS.corporateActions.response.parse(
      await get(CORPORATE_ACTION_OPERATIONS.corporateActions.path, {
        symbol,
        category,
        start_date: day,
        end_date: day,
      }),
    )
    expect(actions.data).toMatchObject([
      {
        event_type: to > from ? 'FORWARD_SPLIT' : 'REVERSE_SPLIT',
        ratio_old: String(from),
        ratio_new: String(to),
        event_date: day,
      },
    ])
    const broker = await exchange.client.signed({
      base: exchange.practice.ready.hosts.broker,
      path: '/broker/instruments/stocks/corporate-actions/get',
      query: Object.entries({ symbol, start_date: day, end_date: day }),
    })
    expect(broker.json).toMatchObject([{ event_id: actions.data[0]?.event_id, event_date: day }])

    const { limit_price: _limit, ...bought } = {
      ...limitBuy(symbol, '0'),
      order_type: 'MARKET',
      time_in_force: 'DAY',
      quantity: String(quantity),
    }
    expect(
      (
        await exchange.client.post('/trading/orders/place', {
          account_id: account,
          new_orders: [bought],
        })
      ).status,
    ).toBe(200)
    await vi.waitFor(
      async () => expect((await positionOf(symbol))?.['quantity']).toBe(`${quantity}.00000`),
      { timeout: 60_000, interval: 100 },
    )
    const price = Number((await snapshot(symbol, category))['price'])
    const limit = (Math.floor(price * 50) / 100).toFixed(2)
    const resting = { ...limitBuy(symbol, limit), quantity: '8' }
    await placeAndWait(exchange.client, account, resting)
    const before = {
      position: (await positionOf(symbol))!,
      days: await bars(symbol, category, 'D'),
      minutes: await bars(symbol, category, 'M1'),
    }

    await exchange.practice.command({ command: 'clock', to: exchangeInstant(day, 9 * 60 + 31) })
    const after = (await positionOf(symbol))!
    expect(after['quantity']).toBe(`${Math.trunc((quantity * to) / from)}.00000`)
    expect(await splitLines(symbol, day)).toEqual(
      to > from ? ['FORWARD_SPLIT'] : ['CASH_IN_LIEU', 'REVERSE_SPLIT'],
    )
    if (to > from) {
      expect([after['position_id'], after['cost']]).toEqual([
        before.position['position_id'],
        before.position['cost'],
      ])
    }
    const adjusted = await order(resting.client_order_id)
    if (to > from) {
      expect([adjusted['total_quantity'], Number(adjusted['limit_price'])]).toEqual([
        `${8 * to}.00000`,
        Math.floor(Math.round(Number(limit) * 100) / to) / 100,
      ])
    } else expect(adjusted['status']).toBe('CANCELLED')

    const now = await snapshot(symbol, category)
    const inNew = (text: string | undefined): number => (Number(text) * from) / to
    const days = await bars(symbol, category, 'D')
    const old = new Map(before.days.slice(0, -5).map((bar) => [bar['time'], bar]))
    const common = days.filter((bar) => old.has(bar['time']))
    expect(common.length).toBeGreaterThan(300)
    for (const bar of common) {
      expect(Math.abs(Number(bar['close']) - inNew(old.get(bar['time'])?.['close']))).toBeLessThan(
        0.0001,
      )
    }
    expect(Math.abs(Math.log(Number(now['price']) / Number(now['pre_close'])))).toBeLessThan(0.4)
    expect(Math.abs(Math.log(Number(now['pre_close']) / ((price * from) / to)))).toBeLessThan(0.1)
    const minutes = new Map((await bars(symbol, category, 'M1')).map((bar) => [bar['time'], bar]))
    const traded = before.minutes.slice(-60, -1).filter((bar) => minutes.has(bar['time']))
    expect(traded.length).toBeGreaterThan(0)
    for (const bar of traded) expect(minutes.get(bar['time'])).toEqual(bar)

    await restart(null)
    expect(await positionOf(symbol)).toMatchObject({
      quantity: after['quantity'],
      cost: after['cost'],
    })
    expect(await splitLines(symbol, day)).toHaveLength(to > from ? 1 : 2)
  }
})
