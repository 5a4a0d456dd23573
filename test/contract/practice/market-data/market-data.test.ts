import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { STOCK_OPERATIONS } from '../../../../shared/wire/families/products/stocks.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()

const AAPL = { symbol: 'AAPL', category: 'US_STOCK' } as const
const refused = (code: string) => ({
  error_code: code,
  message: expect.any(String) as string,
  status: 417,
})

describe('stock data', () => {
  it.each([
    [
      'snapshots',
      STOCK_DATA_OPERATIONS.stockSnapshots.path,
      { symbols: 'AAPL,MSFT', category: 'US_STOCK', extend_hour_required: 'true' },
      STOCK_DATA_OPERATIONS.stockSnapshots.response,
    ],
    [
      'ticks',
      STOCK_DATA_OPERATIONS.stockTicks.path,
      { ...AAPL, count: '50', trading_sessions: 'RTH' },
      STOCK_DATA_OPERATIONS.stockTicks.response,
    ],
    [
      'depth',
      STOCK_DATA_OPERATIONS.stockDepth.path,
      { ...AAPL, depth: '5' },
      STOCK_DATA_OPERATIONS.stockDepth.response,
    ],
    [
      'bars of one symbol',
      STOCK_DATA_OPERATIONS.stockBarsSingle.path,
      { ...AAPL, timespan: 'M1', count: '100' },
      STOCK_DATA_OPERATIONS.stockBarsSingle.response,
    ],
    [
      'profiles',
      STOCK_OPERATIONS.listStocks.path,
      { category: 'US_STOCK' },
      STOCK_OPERATIONS.listStocks.response,
    ],
  ] as const satisfies readonly (readonly [
    string,
    string,
    Readonly<Record<string, string>>,
    z.ZodType,
  ])[])('has %s in the published shape', async (_name, path, query, shape) => {
    const reply = await exchange.client.get(path, query)
    expect(reply.status).toBe(200)
    expect(shape.safeParse(reply.json).error?.issues).toBeUndefined()
  })

  it('contains times in their three forms', async () => {
    const snapshot = (
      await exchange.client.get(STOCK_DATA_OPERATIONS.stockSnapshots.path, {
        symbols: 'AAPL',
        category: 'US_STOCK',
      })
    ).json as { quote_time: unknown }[]
    expect(snapshot[0]?.quote_time).toEqual(expect.any(Number))
    const ticks = (
      await exchange.client.get(STOCK_DATA_OPERATIONS.stockTicks.path, {
        ...AAPL,
        count: '5',
        trading_sessions: 'RTH,PRE,ATH',
      })
    ).json as { result: { time: string }[] }
    const bars = (
      await exchange.client.post(STOCK_DATA_OPERATIONS.stockBarsBatch.path, {
        symbols: ['AAPL'],
        category: 'US_STOCK',
        timespan: 'D',
        count: '5',
      })
    ).json as { result: { result: { time: string }[] }[] }
    for (const tick of ticks.result) expect(tick.time).toMatch(/^\d{13}$/)
    for (const bar of bars.result[0]?.result ?? []) {
      expect(bar.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/)
    }
    expect(bars.result[0]?.result).toHaveLength(5)
  })

  it('has up to 1200 bars, and up to 1650 minute bars', async () => {
    const ask = async (timespan: string, count: number) =>
      (
        await exchange.client.post(STOCK_DATA_OPERATIONS.stockBarsBatch.path, {
          symbols: ['AAPL'],
          category: 'US_STOCK',
          timespan,
          count,
        })
      ).status
    expect([
      await ask('D', 1_200),
      await ask('D', 1_201),
      await ask('M1', 1_650),
      await ask('M1', 1_651),
    ]).toEqual([200, 417, 200, 417])
  })

  it('contains the running bar only on request', async () => {
    const ask = async (live: boolean) =>
      (
        (
          await exchange.client.post(STOCK_DATA_OPERATIONS.stockBarsBatch.path, {
            symbols: ['AAPL'],
            category: 'US_STOCK',
            timespan: 'D',
            count: 2,
            real_time_required: live,
          })
        ).json as { result: { result: { time: string }[] }[] }
      ).result[0]?.result.at(-1)?.time ?? ''
    expect(Date.parse((await ask(true)).replace('+0000', 'Z'))).toBeGreaterThan(
      Date.parse((await ask(false)).replace('+0000', 'Z')),
    )
  })

  it('has falling bids and rising asks that do not cross', async () => {
    const depth = STOCK_DATA_OPERATIONS.stockDepth.response.parse(
      (await exchange.client.get(STOCK_DATA_OPERATIONS.stockDepth.path, { ...AAPL, depth: '10' }))
        .json,
    )
    const raw = (
      await exchange.client.get(STOCK_DATA_OPERATIONS.stockDepth.path, { ...AAPL, depth: '10' })
    ).json as {
      bids: { price: string }[]
      asks: { price: string }[]
    }
    // A trade may just have consumed the best levels of one side.
    for (const side of [depth.bids, depth.asks]) expect(side.length).toBeGreaterThanOrEqual(5)
    for (const side of [depth.bids, depth.asks]) expect(side.length).toBeLessThanOrEqual(10)
    const prices = (levels: readonly { readonly price: string }[]) =>
      levels.map(({ price }) => Number(price))
    expect(prices(raw.bids)).toEqual(prices(raw.bids).sort((a, b) => b - a))
    expect(prices(raw.asks)).toEqual(prices(raw.asks).sort((a, b) => a - b))
    expect(prices(raw.bids)[0]).toBeLessThan(prices(raw.asks)[0] ?? 0)
  })

  it.each([
    [
      'an unknown symbol',
      STOCK_DATA_OPERATIONS.stockSnapshots.path,
      { symbols: 'AAPL,NOPE', category: 'US_STOCK' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'no symbol',
      STOCK_DATA_OPERATIONS.stockSnapshots.path,
      { symbols: ',', category: 'US_STOCK' },
      'ILLEGAL_PARAMETER',
    ],
    [
      '101 symbols',
      STOCK_DATA_OPERATIONS.stockSnapshots.path,
      {
        symbols: Array.from({ length: 101 }, (_, index) => `S${index}`).join(','),
        category: 'US_STOCK',
      },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'a category without data',
      STOCK_DATA_OPERATIONS.stockSnapshots.path,
      { symbols: 'BTCUSD', category: 'US_CRYPTO' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'an unknown span',
      STOCK_DATA_OPERATIONS.stockBarsSingle.path,
      { ...AAPL, timespan: 'M7' },
      'UNSUPPORTED_TIMESPAN',
    ],
    [
      'too much depth',
      STOCK_DATA_OPERATIONS.stockDepth.path,
      { ...AAPL, depth: '51' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'depth zero',
      STOCK_DATA_OPERATIONS.stockDepth.path,
      { ...AAPL, depth: '0' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a negative count',
      STOCK_DATA_OPERATIONS.stockTicks.path,
      { ...AAPL, count: '-1' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a count above 1000',
      STOCK_DATA_OPERATIONS.stockTicks.path,
      { ...AAPL, count: '1001' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an unknown session',
      STOCK_DATA_OPERATIONS.stockTicks.path,
      { ...AAPL, trading_sessions: 'LUNCH' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a time that is none',
      STOCK_DATA_OPERATIONS.stockBarsSingle.path,
      { ...AAPL, timespan: 'M1', start_time: 'noon' },
      'ILLEGAL_PARAMETER',
    ],
  ] as const)('is refused for %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([417, refused(code)])
  })

  it('lists more than forty stocks and filters them', async () => {
    const all = (
      await exchange.client.get(STOCK_OPERATIONS.listStocks.path, { category: 'US_STOCK' })
    ).json as {
      data: { symbol: string; sub_category: string }[]
      pagination_key: string | null
    }
    expect(all.data.length).toBeGreaterThanOrEqual(40)
    expect(all.pagination_key).toBeNull()
    const etfs = (
      await exchange.client.get(STOCK_OPERATIONS.listStocks.path, {
        category: 'US_STOCK',
        sub_category: 'ETF',
      })
    ).json as { data: { symbol: string; sub_category: string }[] }
    expect(etfs.data.length).toBeGreaterThan(0)
    expect(etfs.data.every(({ sub_category: kind }) => kind === 'ETF')).toBe(true)
    const named = (
      await exchange.client.get(STOCK_OPERATIONS.listStocks.path, {
        category: 'US_STOCK',
        symbols: 'MSFT,AAPL,NOPE',
      })
    ).json as { data: { symbol: string }[] }
    expect(named.data.map(({ symbol }) => symbol).sort()).toEqual(['AAPL', 'MSFT'])
    const v2 = await exchange.client.signed({
      path: STOCK_OPERATIONS.listStocks.path,
      query: [['category', 'US_STOCK']],
      headers: { 'x-version': 'v2' },
    })
    expect(Array.isArray(v2.json)).toBe(true)
    const key = await exchange.client.get(STOCK_OPERATIONS.listStocks.path, {
      category: 'US_STOCK',
      pagination_key: 'bm90IGEga2V5',
    })
    expect([key.status, key.json]).toMatchObject([417, { error_code: 'INVALID_PARAMETER' }])
  })
})
