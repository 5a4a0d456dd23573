import { beforeAll, describe, expect, it } from 'vitest'
import { MqttClient } from '../client/mqtt-client.js'
import { sharedExchange } from '../support/shared-exchange.js'
import { startExchange } from '../support/test-exchange.js'

const exchange = sharedExchange({ environment: 'sandbox', speed: 0 })

const MINUTE = 60_000
const DELAY = 15 * MINUTE
const AAPL = { symbol: 'AAPL', category: 'US_STOCK' }
const clock = async (to?: number): Promise<number> =>
  (
    (await exchange.practice.command({
      command: 'clock',
      ...(to === undefined ? {} : { to }),
    })) as {
      exchangeTime: number
    }
  ).exchangeTime
const pass = async (ms: number): Promise<number> => clock((await clock()) + ms)
const snapshot = async () =>
  (
    (
      await exchange.client.get('/market-data/stocks/snapshots/list', {
        symbols: 'AAPL',
        category: 'US_STOCK',
      })
    ).json as { price: string; last_trade_time: number; quote_time: number }[]
  )[0]
const ticks = async () =>
  (
    (
      await exchange.client.get('/market-data/stocks/ticks/list', {
        ...AAPL,
        count: '1000',
        trading_sessions: 'PRE,RTH',
      })
    ).json as { result: { time: string; volume: string }[] }
  ).result

// Right after the open, data that is fifteen minutes old would show a time without trades.
beforeAll(() => pass(30 * MINUTE))

describe('market data in the sandbox', () => {
  it('is delayed by fifteen minutes: snapshots, ticks, depth and bars', async () => {
    const now = await pass(2 * MINUTE)
    const delayedNow = now - DELAY
    const near = (time: number): void => {
      expect(time).toBeLessThanOrEqual(delayedNow)
      expect(time).toBeGreaterThan(delayedNow - 2 * MINUTE)
    }
    const seen = await snapshot()
    near(seen?.last_trade_time ?? 0)
    near(seen?.quote_time ?? 0)
    near(Number((await ticks())[0]?.time))
    const depth = (
      await exchange.client.get('/market-data/stocks/depths/list', {
        ...AAPL,
        depth: '5',
        overnight_required: 'false',
      })
    ).json as { quote_time: number; asks: unknown[] }
    near(depth.quote_time)
    expect(depth.asks).toHaveLength(5)
    const bars = await exchange.client.post('/market-data/stocks/bars/list', {
      symbols: ['AAPL'],
      category: 'US_STOCK',
      timespan: 'M1',
      count: '3',
      real_time_required: true,
      trading_sessions: ['PRE', 'RTH'],
    })
    const rows = (bars.json as { result: { result: { time: string }[] }[] }).result[0]?.result ?? []
    const newest = Math.max(...rows.map(({ time }) => Date.parse(time.replace('+0000', 'Z'))))
    expect(newest).toBeLessThanOrEqual(delayedNow)
    expect(newest).toBeGreaterThan(delayedNow - 3 * MINUTE)
  })

  it('is streamed with the same delay and follows the exchange clock', async () => {
    const stream = await MqttClient.open(exchange.practice.ready)
    expect(await stream.connack()).toBe(0)
    const reply = await exchange.client.post('/market-data/streaming/subscribe', {
      session_id: stream.sessionId,
      symbols: ['AAPL'],
      category: 'US_STOCK',
      sub_types: ['TICK', 'QUOTE', 'SNAPSHOT'],
      grab: 'true',
    })
    expect(reply.status).toBe(200)
    const before = await snapshot()
    const now = await pass(MINUTE)
    await stream.until(() =>
      stream.ticks().length > 10 && stream.quotes().length > 0 && stream.snapshots().length > 0
        ? true
        : undefined,
    )
    const times = stream.ticks().map((tick) => Number(tick.time))
    expect(Math.max(...times)).toBeLessThanOrEqual(now - DELAY)
    expect(Math.min(...times)).toBeGreaterThan(now - DELAY - 2 * MINUTE)
    expect((await snapshot())?.last_trade_time ?? 0).toBeGreaterThan(before?.last_trade_time ?? 0)
    await stream.leave()
  })

  it("shows a customer's own trade after the delay, while the order reports its fill at once", async () => {
    const account = await exchange.account()
    const order = {
      client_order_id: 'sandbox-market-order-1',
      combo_type: 'NORMAL',
      instrument_type: 'EQUITY',
      market: 'US',
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'MARKET',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      quantity: '7.31',
      support_trading_session: 'CORE',
    }
    const placed = await exchange.client.post('/trading/orders/place', {
      account_id: account,
      new_orders: [order],
    })
    expect([placed.status, placed.text]).toEqual([200, placed.text])
    await pass(1_000)
    const detail = (
      await exchange.client.get('/trading/orders/get', {
        account_id: account,
        client_order_id: order.client_order_id,
      })
    ).json as { orders: { status: string }[] }
    expect(detail.orders[0]?.status).toBe('FILLED')
    const ownTickCount = async () =>
      (await ticks()).filter(({ volume }) => volume === '7.31').length
    expect(await ownTickCount()).toBe(0)
    await pass(DELAY - 2_000)
    expect(await ownTickCount()).toBe(0)
    await pass(4_000)
    expect(await ownTickCount()).toBe(1)
  })
})

it('practice market data is not delayed', async () => {
  const practice = await startExchange({ speed: 0 })
  const now = ((await practice.practice.command({ command: 'clock' })) as { exchangeTime: number })
    .exchangeTime
  const [row] = (
    await practice.client.get('/market-data/stocks/snapshots/list', {
      symbols: 'AAPL',
      category: 'US_STOCK',
    })
  ).json as { last_trade_time: number }[]
  expect(now - (row?.last_trade_time ?? 0)).toBeLessThan(2 * MINUTE)
  await practice.close()
})
