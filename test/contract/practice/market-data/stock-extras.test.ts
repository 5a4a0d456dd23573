import { describe, expect, it } from 'vitest'
import { STOCK_EXTRA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-extras.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 0 })

const sum = (detail: Readonly<Record<string, unknown>>): number =>
  Object.values(detail).reduce<number>((total, size) => total + Number(size), 0)
const footprint = async (query: Readonly<Record<string, string>>) => {
  const reply = await exchange.client.get(STOCK_EXTRA_OPERATIONS.stockFootprint.path, {
    symbols: 'KO',
    category: 'US_STOCK',
    timespan: 'M5',
    real_time_required: 'true',
    ...query,
  })
  expect(reply.status).toBe(200)
  return STOCK_EXTRA_OPERATIONS.stockFootprint.response.parse(reply.json)
}

describe('footprints', () => {
  it.each(['S5', 'S15', 'M1', 'M5', 'M30'])(
    'footprints of %s contain exactly the volume of the bars',
    async (timespan) => {
      const [stock] = await footprint({ timespan, count: '60' })
      const bars = STOCK_DATA_OPERATIONS.stockBarsSingle.response.parse(
        (
          await exchange.client.get(STOCK_DATA_OPERATIONS.stockBarsSingle.path, {
            symbol: 'KO',
            category: 'US_STOCK',
            timespan,
            count: '60',
            real_time_required: 'true',
          })
        ).json,
      )
      const result = stock?.result ?? []
      expect(result.length).toBeGreaterThan(10)
      expect(result.map(({ time, total }) => [time, total])).toEqual(
        bars.slice(-result.length).map(({ time, volume }) => [time, volume]),
      )
      for (const bar of result) {
        expect(sum(bar.buy_detail)).toBe(Number(bar.buy_total))
        expect(sum(bar.sell_detail)).toBe(Number(bar.sell_total))
        expect(Number(bar.buy_total) + Number(bar.sell_total)).toBe(Number(bar.total))
        expect(Number(bar.buy_total) - Number(bar.sell_total)).toBe(Number(bar.delta))
      }
    },
  )

  it('respect sessions, counts and the choice of finished bars', async () => {
    const [two, also] = await footprint({ symbols: 'AAPL,KO', trading_sessions: 'PRE', count: '3' })
    expect([two?.symbol, also?.symbol]).toEqual(['AAPL', 'KO'])
    expect(two?.result.length).toBe(3)
    expect(two?.result.every(({ trading_session: session }) => session === 'PRE')).toBe(true)
    const [done] = await footprint({ real_time_required: 'false', timespan: 'M30', count: '1' })
    const [running] = await footprint({ timespan: 'M30', count: '1' })
    expect(done?.result[0]?.time).toBeLessThanOrEqual(running?.result[0]?.time ?? 0)
  })

  it.each([
    ['an unknown symbol', { symbols: 'NOPE' }, 'UNSUPPORTED_SYMBOL'],
    [
      '21 symbols',
      { symbols: Array.from({ length: 21 }, (_, n) => `S${n}`).join(',') },
      'TOO_MANY_SYMBOLS',
    ],
    ['a span without footprints', { timespan: 'D' }, 'UNSUPPORTED_TIMESPAN'],
    ['the overnight session', { trading_sessions: 'OVN' }, 'ILLEGAL_PARAMETER'],
    ['a count above 1200', { count: '1201', timespan: 'M1' }, 'ILLEGAL_PARAMETER'],
    ['another category', { category: 'US_FUTURES' }, 'UNSUPPORTED_CATEGORY'],
    ['no word on the running span', { real_time_required: '' }, 'ILLEGAL_PARAMETER'],
  ] as const)('are refused for %s', async (_name, query, code) => {
    const reply = await exchange.client.get(STOCK_EXTRA_OPERATIONS.stockFootprint.path, {
      symbols: 'KO',
      category: 'US_STOCK',
      timespan: 'M5',
      real_time_required: 'true',
      ...query,
    })
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string, status: 417 },
    ])
  })
})

describe('auction imbalances', () => {
  it.each([
    ['PRE_OPEN', 5],
    ['PRE_CLOSE', 10],
  ] as const)(
    'imbalances of %s are published every ten seconds for some minutes',
    async (auction, minutes) => {
      const query = { symbol: 'AAPL', category: 'US_STOCK', imbalance_action_type: auction }
      const bars = STOCK_EXTRA_OPERATIONS.noiiBars.response.parse(
        (await exchange.client.get(STOCK_EXTRA_OPERATIONS.noiiBars.path, query)).json,
      )
      const snapshot = STOCK_EXTRA_OPERATIONS.noiiSnapshot.response.parse(
        (await exchange.client.get(STOCK_EXTRA_OPERATIONS.noiiSnapshot.path, query)).json,
      )
      expect(bars.length).toBeGreaterThan(0)
      expect(bars.length).toBeLessThanOrEqual(minutes * 6)
      expect(bars.at(-1)).toMatchObject({
        imbalance_time: snapshot.imbalance_time,
        imbalance_ref_price: snapshot.imbalance_ref_price,
        imbalance_near_price: snapshot.imbalance_near_price,
      })
      for (const [index, bar] of bars.entries()) {
        if (index > 0) {
          expect(bar.imbalance_time - (bars[index - 1]?.imbalance_time ?? 0)).toBe(10_000)
        }
        expect(Number(bar.imbalance_near_price) / Number(bar.imbalance_ref_price)).toBeCloseTo(1, 1)
      }
      expect(Number(snapshot.imbalance_shares)).toBeLessThan(Number(snapshot.paired_shares))
    },
  )

  it('follow the price and volume of the trades', async () => {
    const query = { symbol: 'AAPL', category: 'US_STOCK', imbalance_action_type: 'PRE_CLOSE' }
    const snapshot = STOCK_EXTRA_OPERATIONS.noiiSnapshot.response.parse(
      (await exchange.client.get(STOCK_EXTRA_OPERATIONS.noiiSnapshot.path, query)).json,
    )
    const minute = STOCK_DATA_OPERATIONS.stockBarsSingle.response.parse(
      (
        await exchange.client.get(STOCK_DATA_OPERATIONS.stockBarsSingle.path, {
          symbol: 'AAPL',
          category: 'US_STOCK',
          timespan: 'M1',
          count: '1',
          real_time_required: 'true',
          end_time: String(Math.floor(snapshot.imbalance_time / 60_000) * 60_000),
        })
      ).json,
    )
    const price = Number(snapshot.imbalance_ref_price)
    expect(price).toBeGreaterThanOrEqual(Number(minute[0]?.low))
    expect(price).toBeLessThanOrEqual(Number(minute[0]?.high))
    const shares = Number(snapshot.paired_shares) / Number(minute[0]?.volume)
    expect(shares).toBeGreaterThan(0.1)
    expect(shares).toBeLessThan(10)
  })

  it.each([
    ['an unknown symbol', { symbol: 'NOPE' }, 'UNSUPPORTED_SYMBOL'],
    ['an unknown auction', { imbalance_action_type: 'NOON' }, 'ILLEGAL_PARAMETER'],
    ['another category', { category: 'US_ETF' }, 'UNSUPPORTED_CATEGORY'],
  ] as const)('are refused for %s', async (_name, query, code) => {
    for (const path of [
      STOCK_EXTRA_OPERATIONS.noiiBars.path,
      STOCK_EXTRA_OPERATIONS.noiiSnapshot.path,
    ]) {
      const reply = await exchange.client.get(path, {
        symbol: 'AAPL',
        category: 'US_STOCK',
        imbalance_action_type: 'PRE_OPEN',
        ...query,
      })
      expect([reply.status, reply.json]).toEqual([
        417,
        { error_code: code, message: expect.any(String) as string, status: 417 },
      ])
    }
  })
})
