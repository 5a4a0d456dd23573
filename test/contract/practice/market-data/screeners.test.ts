import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  SCREENER_OPERATIONS,
  W_ACTIVE_RANKS,
  W_GAINER_RANKS,
  W_WEEK52_RANKS,
} from '../../../../shared/wire/families/market-data/screeners.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { sharedExchange } from '../support/shared-exchange.js'

// The clock is stopped so that two answers describe the same moment.
const exchange = sharedExchange({ speed: 0 })

const numbers = (rows: readonly object[], member: string): number[] =>
  rows.map((row) => Number((row as Readonly<Record<string, unknown>>)[member]))
const falling = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0))

describe('rankings', () => {
  it('agree with quotes', async () => {
    const rows = await exchange.read(SCREENER_OPERATIONS.gainersLosers)
    expect(rows).toHaveLength(42)
    expect(falling(numbers(rows, 'change_ratio'))).toBe(true)
    const snapshots = await exchange.read(STOCK_DATA_OPERATIONS.stockSnapshots, {
      symbols: rows.map(({ symbol }) => symbol).join(','),
      category: 'US_STOCK',
    })
    for (const [index, row] of rows.entries()) {
      const snapshot = snapshots[index]
      expect(row).toMatchObject({
        symbol: snapshot?.symbol,
        pre_close: snapshot?.pre_close,
        close: snapshot?.price,
        change: snapshot?.change,
        change_ratio: snapshot?.change_ratio,
        volume: snapshot?.volume,
        turnover: snapshot?.turnover,
      })
    }
  })

  it('agree with bars over longer periods', async () => {
    const [first] = await exchange.read(SCREENER_OPERATIONS.gainersLosers, { rank_type: 'MONTH_1' })
    const bars = await exchange.read(STOCK_DATA_OPERATIONS.stockBarsSingle, {
      symbol: first?.symbol ?? '',
      category: 'US_STOCK',
      timespan: 'D',
      count: '22',
      real_time_required: 'true',
    })
    const base = Number(bars[0]?.close)
    expect(Number(first?.change)).toBeCloseTo(Number(first?.close) - base, 4)
    expect(Number(first?.change_ratio)).toBeCloseTo(Number(first?.change) / base, 3)
  })

  it.each(W_GAINER_RANKS)(
    'rankings of gainers over %s are sorted, in either direction',
    async (rank) => {
      const up = numbers(
        await exchange.read(SCREENER_OPERATIONS.gainersLosers, { rank_type: rank }),
        'change_ratio',
      )
      const down = numbers(
        await exchange.read(SCREENER_OPERATIONS.gainersLosers, {
          rank_type: rank,
          direction: 'ASC',
        }),
        'change_ratio',
      )
      expect(falling(up)).toBe(true)
      expect(down).toEqual([...up].reverse())
    },
  )

  it.each(W_ACTIVE_RANKS)('rankings of activity by %s are sorted', async (rank) => {
    const rows = await exchange.read(SCREENER_OPERATIONS.topActive, { rank_type: rank })
    expect(rows).toHaveLength(42)
    expect(falling(numbers(rows, rank.toLowerCase()))).toBe(true)
  })

  it('contain market value and price over earnings of the newest close', async () => {
    for (const row of await exchange.read(SCREENER_OPERATIONS.topActive, {
      sort_by: 'MARKET_VALUE',
    })) {
      const perUnit = Number(row.market_value) / Number(row.close)
      expect(perUnit / 10_000).toBeCloseTo(Math.round(perUnit / 10_000), 2)
    }
  })

  it('rankings of dividends contain the payments of a year over the price', async () => {
    const rows = await exchange.read(SCREENER_OPERATIONS.highDividend)
    expect(rows.length).toBeGreaterThan(15)
    expect(falling(numbers(rows, 'yield'))).toBe(true)
    for (const row of rows) {
      expect(row.ex_date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect((4 * Number(row.dividend)) / Number(row.close)).toBeGreaterThan(
        Number(row.yield) * 0.9,
      )
    }
    expect(
      falling(
        numbers(
          await exchange.read(SCREENER_OPERATIONS.highDividend, { sort_by: 'DIVIDEND' }),
          'dividend',
        ),
      ),
    ).toBe(true)
  })

  it.each(W_WEEK52_RANKS)(
    'rankings of the 52-week range agree with the price: %s',
    async (rank) => {
      for (const row of await exchange.read(SCREENER_OPERATIONS.week52HighLow, {
        rank_type: rank,
      })) {
        const distance = Number(row.close) / Number(row.price_52w) - 1
        expect(Number(row.change_ratio_52w)).toBeCloseTo(distance, 5)
        if (rank.startsWith('NEAR')) expect(Math.abs(distance)).toBeLessThanOrEqual(0.05)
        if (rank.endsWith('HIGH')) expect(distance).toBeLessThanOrEqual(0)
        else expect(distance).toBeGreaterThanOrEqual(0)
      }
    },
  )

  it('come as numbered pages to v2', async () => {
    const page = (index: string) =>
      exchange.client.signed({
        path: '/openapi/market-data/screener/top-active',
        query: [
          ['page_index', index],
          ['page_size', '30'],
        ],
        headers: { 'x-version': 'v2' },
      })
    const [first, second] = [await page('1'), await page('2')]
    const shape = z.object({
      has_more: z.boolean(),
      data: z.array(z.object({ symbol: z.string() })),
    })
    const [a, b] = [shape.parse(first.json), shape.parse(second.json)]
    expect([a.has_more, a.data.length, b.has_more, b.data.length]).toEqual([true, 30, false, 12])
    expect(new Set([...a.data, ...b.data].map(({ symbol }) => symbol)).size).toBe(42)
    expect(SCREENER_OPERATIONS.topActive.response.parse(first.json)).toHaveLength(30)
  })
})

describe('sectors', () => {
  it('are paged without loss and add up to their stocks', async () => {
    const sectors = []
    for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
      const page: z.output<typeof SCREENER_OPERATIONS.marketSectors.response> = await exchange.read(
        SCREENER_OPERATIONS.marketSectors,
        key === '' ? {} : { pagination_key: key },
      )
      sectors.push(...page.data)
      key = page.pagination_key
    }
    expect(new Set(sectors.map(({ id }) => id)).size).toBe(10)
    expect(falling(numbers(sectors, 'market_value'))).toBe(true)
    const tech = sectors.find(({ name }) => name === 'Technology')
    const stocks = []
    for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
      const page: z.output<typeof SCREENER_OPERATIONS.marketSectorDetail.response> =
        await exchange.read(SCREENER_OPERATIONS.marketSectorDetail, {
          sector_id: tech?.id ?? '',
          ...(key === '' ? {} : { pagination_key: key }),
        })
      expect(page).toMatchObject({
        id: tech?.id,
        change_ratio: tech?.change_ratio,
        advanced: tech?.advanced,
        declined: tech?.declined,
        flat: tech?.flat,
      })
      stocks.push(...page.data)
      key = page.pagination_key
    }
    expect(stocks.length).toBe(Number(tech?.advanced) + Number(tech?.declined) + Number(tech?.flat))
    expect(stocks.reduce((total, { market_value: value }) => total + Number(value), 0)).toBeCloseTo(
      Number(tech?.market_value),
      -3,
    )
    expect(falling(numbers(stocks, 'change_ratio'))).toBe(true)
    expect(tech?.data.map(({ symbol }) => symbol)).toEqual(
      stocks.slice(0, 3).map(({ symbol }) => symbol),
    )
  })

  it('are sorted by volume on request', async () => {
    const page = await exchange.read(SCREENER_OPERATIONS.marketSectors, {
      agg_type: 'VOLUME',
      direction: 'ASC',
      period: 'MO3',
    })
    expect(falling(numbers(page.data, 'volume').reverse())).toBe(true)
  })
})

describe('refusals of the screeners', () => {
  it.each([
    [
      'an unknown rank of gainers',
      SCREENER_OPERATIONS.gainersLosers.path,
      { rank_type: 'HOUR_1' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an unknown rank of activity',
      SCREENER_OPERATIONS.topActive.path,
      { rank_type: 'NOISE' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an unknown rank of the range',
      SCREENER_OPERATIONS.week52HighLow.path,
      { rank_type: 'HIGH' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an order by yield where there is none',
      SCREENER_OPERATIONS.gainersLosers.path,
      { sort_by: 'YIELD' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an unknown direction',
      SCREENER_OPERATIONS.highDividend.path,
      { direction: 'UP' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'another category',
      SCREENER_OPERATIONS.highDividend.path,
      { category: 'US_ETF' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'an unknown period',
      SCREENER_OPERATIONS.marketSectors.path,
      { period: 'Y1' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a cursor that was not given',
      SCREENER_OPERATIONS.marketSectors.path,
      { pagination_key: 'bm90IGEga2V5' },
      'INVALID_PARAMETER',
    ],
    [
      'an unknown sector',
      SCREENER_OPERATIONS.marketSectorDetail.path,
      { sector_id: '1' },
      'ILLEGAL_PARAMETER',
    ],
    ['no sector', SCREENER_OPERATIONS.marketSectorDetail.path, {}, 'ILLEGAL_PARAMETER'],
    [
      'a cursor of another sector',
      SCREENER_OPERATIONS.marketSectorDetail.path,
      { sector_id: '7301', pagination_key: 'e30=' },
      'INVALID_PARAMETER',
    ],
  ] as const)('cover %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string, status: 417 },
    ])
  })
})
