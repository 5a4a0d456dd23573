import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import { futuresDate } from '../../../../shared/domain/market/product-hours.js'
import {
  listedContracts,
  productOf,
} from '../../../../electron/practice/market/futures/contracts.js'
import { MqttClient } from '../client/mqtt-client.js'
import { untilQuiet } from '../../../harness/system/until-quiet.js'
import { sharedExchange } from '../support/shared-exchange.js'

// Crypto pairs trade less often than busy stocks, so ten seconds of exchange time pass in one.
const exchange = sharedExchange({ slotMs: 100, speed: 10 })
let client: MqttClient
let contract = ''
let yen = ''
beforeAll(async () => {
  const now = epochMs(exchange.practice.ready.exchangeTime)
  const frontOf = (code: string): string =>
    listedContracts(productOf(code)!, futuresDate(now), now)[0]?.symbol ?? ''
  contract = frontOf('ES')
  yen = frontOf('6J')
})
afterEach(async () => {
  await client.leave()
})

const connect = async () => {
  client = await MqttClient.open(exchange.practice.ready)
  await client.connack()
}
type Members = Readonly<Record<string, unknown>>
const subscribe = (
  category: string,
  symbols: readonly string[],
  subTypes: readonly string[],
  more: Members = {},
) =>
  exchange.client.post('/market-data/streaming/subscribe', {
    session_id: client.sessionId,
    symbols,
    category,
    sub_types: subTypes,
    ...more,
  })
const unsubscribe = (body: Members) =>
  exchange.client.post('/market-data/streaming/unsubscribe', {
    session_id: client.sessionId,
    ...body,
  })
const some = <T>(list: () => readonly T[], count: number): Promise<readonly T[]> =>
  client.until<readonly T[]>(() => (list().length >= count ? list() : undefined))

describe('streams of futures and crypto', () => {
  it.each([
    ['US_FUTURES', (): string => contract, /^\d+\.(00|25|50|75)$/, /^\d+$/],
    ['US_CRYPTO', (): string => 'BTCUSD', /^\d+\.\d\d$/, /^\d+(\.\d+)?$/],
    ['US_CRYPTO', (): string => 'SHIBUSD', /^0\.0000\d{4}$/, /^\d+(\.\d+)?$/],
    ['US_FUTURES', (): string => yen, /^0\.00\d{4}[05]$/, /^\d+$/],
  ] as const)(
    "streams of %s arrive while subscribed, in the product's number format",
    async (category, symbolOf, price, size) => {
      await connect()
      const symbol = symbolOf()
      expect(
        (await subscribe(category, [symbol], ['QUOTE', 'SNAPSHOT', 'TICK'], { depth: '3' })).status,
      ).toBe(200)
      const ticks = await some(() => client.ticks(), 5)
      const quotes = await some(() => client.quotes(), 2)
      const snapshots = await some(() => client.snapshots(), 2)
      for (const message of [...ticks, ...quotes, ...snapshots]) {
        expect(message.basic).toMatchObject({
          symbol,
          instrumentId: expect.stringMatching(/^\d{9}$/) as string,
          tradingSession: 'RTH',
        })
      }
      for (const tick of ticks) {
        expect(tick.price).toMatch(price)
        expect(tick.volume).toMatch(size)
      }
      for (const { bids, asks } of quotes) {
        expect([bids.length, asks.length]).toEqual([3, 3])
        expect(Number(bids[0]?.price)).toBeLessThan(Number(asks[0]?.price))
      }
      expect(snapshots[0]?.volume === '').toBe(category === 'US_CRYPTO')
      expect((await unsubscribe({ unsubscribe_all: true })).status).toBe(200)
      // Messages under way may still arrive; then the stream must be silent.
      await untilQuiet(() => client.ticks().length)
      const countBefore = client.ticks().length
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(client.ticks().length).toBe(countBefore)
    },
  )

  it('send the trades of the contract under its continuous symbol', async () => {
    await connect()
    expect((await subscribe('US_FUTURES', ['ESmain', contract], ['TICK'])).status).toBe(200)
    await some(() => client.ticks(), 12)
    const ticksOf = (name: string) =>
      client
        .ticks()
        .filter(({ basic }) => basic?.symbol === name)
        .map(({ time, price, volume }) => `${time} ${price} ${volume}`)
    const [main, month] = [ticksOf('ESmain'), ticksOf(contract)]
    expect(main.length).toBeGreaterThan(3)
    const commonLength = Math.min(main.length, month.length)
    expect(main.slice(0, commonLength)).toEqual(month.slice(0, commonLength))
  })

  it('send the present state at once with grab', async () => {
    await connect()
    expect(
      (await subscribe('US_CRYPTO', ['ETHUSD', 'SOLUSD'], ['SNAPSHOT'], { grab: 'true' })).status,
    ).toBe(200)
    const snapshots = await some(() => client.snapshots(), 2)
    expect(new Set(snapshots.map(({ basic }) => basic?.symbol))).toEqual(
      new Set(['ETHUSD', 'SOLUSD']),
    )
  })

  it("include a customer's trade", async () => {
    await connect()
    const accounts = (await exchange.client.get('/trading/accounts/list')).json as {
      account_id: string
      account_class: string
    }[]
    const account =
      accounts.find((candidate) => candidate.account_class === 'CRYPTO')?.account_id ?? ''
    expect((await subscribe('US_CRYPTO', ['AAVEUSD'], ['TICK'])).status).toBe(200)
    const order = {
      client_order_id: 'b'.repeat(32),
      combo_type: 'NORMAL',
      market: 'US',
      side: 'BUY',
      order_type: 'MARKET',
      entrust_type: 'QTY',
      instrument_type: 'CRYPTO',
      symbol: 'AAVEUSD',
      time_in_force: 'IOC',
      quantity: '0.01234567',
    }
    const placed = await exchange.client.post('/trading/orders/place', {
      account_id: account,
      new_orders: [order],
    })
    expect(placed.status, JSON.stringify(placed.json)).toBe(200)
    const own = await client.until(() =>
      client.ticks().find(({ volume }) => volume === '0.01234567'),
    )
    expect(own).toMatchObject({ side: 'B', basic: { symbol: 'AAVEUSD' } })
  })

  it.each([
    [
      'options, which do not stream',
      'US_OPTION',
      ['AAPL261218C00150000'],
      {},
      'UNSUPPORTED_CATEGORY',
    ],
    ['a future among coins', 'US_CRYPTO', ['ESmain'], {}, 'UNSUPPORTED_SYMBOL'],
    ['a stock among futures', 'US_FUTURES', ['AAPL'], {}, 'UNSUPPORTED_SYMBOL'],
    [
      'more levels than futures have',
      'US_FUTURES',
      ['ESmain'],
      { depth: '11' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'more than a hundred symbols',
      'US_CRYPTO',
      Array.from({ length: 101 }, (_, i) => `C${i}`),
      {},
      'TOO_MANY_SYMBOLS',
    ],
  ])('are refused for %s', async (_name, category, symbols, more, code) => {
    await connect()
    const reply = await subscribe(category, symbols, ['TICK'], more)
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: code }])
  })
})
