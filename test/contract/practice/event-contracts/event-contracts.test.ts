import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { EVENT_DATA_OPERATIONS } from '../../../../shared/wire/families/products/event-data.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../../../shared/wire/families/products/event-instruments.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 0 })

type Market = z.output<typeof EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response>['data'][number]

async function allMarkets(
  query: Readonly<Record<string, string>> = {},
): Promise<{ readonly pages: number[]; readonly markets: Market[] }> {
  const markets: Market[] = []
  const pages: number[] = []
  for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
    const page: z.output<typeof EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response> =
      await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, {
        ...query,
        ...(key === '' ? {} : { pagination_key: key }),
      })
    markets.push(...page.data)
    pages.push(page.data.length)
    key = page.pagination_key
  }
  return { pages, markets }
}
/** Returns a market that is quoted on both sides. */
async function quoted(): Promise<string> {
  const { data } = await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, {
    series_symbol: 'KXPRESPARTY',
  })
  return data[0]?.symbol ?? ''
}
const units = (price: unknown): number => Math.round(Number(price) * 10_000)

describe('event contract instruments', () => {
  it('are found from categories over series and events to markets', async () => {
    const categories = await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventCategories)
    expect(categories.map(({ category_code: code }) => code)).toEqual(
      expect.arrayContaining([
        'ECONOMICS',
        'FINANCIALS',
        'POLITICS',
        'ENTERTAINMENT',
        'SCIENCE_TECHNOLOGY',
        'CLIMATE_WEATHER',
        'TRANSPORTATION',
        'CRYPTO',
        'SPORTS',
      ]),
    )
    for (const { category_code: category } of categories) {
      const series = (
        await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventSeries, { category })
      ).data
      expect(series.length, category).toBeGreaterThan(0)
      expect(series.every((candidate) => candidate.category === category)).toBe(true)
    }
    const frequencies = new Set(
      (await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventSeries)).data.map(
        ({ frequency }) => frequency,
      ),
    )
    expect([...frequencies].sort()).toEqual([
      'ANNUAL',
      'CUSTOM',
      'DAILY',
      'HOURLY',
      'MONTHLY',
      'ONE_OFF',
      'WEEKLY',
    ])
    const events = await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEvents, {
      series_symbol: 'KXHIGHNY',
    })
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['ACTIVE', 'INACTIVE']))
    const active = await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEvents, {
      series_symbol: 'KXHIGHNY',
      status: 'ACTIVE',
    })
    const [event] = active
    expect(event).toMatchObject({
      status: 'ACTIVE',
      mutually_exclusive: true,
      symbol: expect.stringMatching(/^KXHIGHNY-\d\d[A-Z]{3}\d\d$/) as string,
    })
    const markets = (
      await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, {
        event_symbol: event?.symbol ?? '',
      })
    ).data
    expect(markets.length).toBeGreaterThan(4)
    expect(
      markets.every(
        ({ event_symbol: eventSymbol, status, tradable_status: tradable }) =>
          eventSymbol === event?.symbol && status === 'LISTING' && tradable === 'OC',
      ),
    ).toBe(true)
  })

  it('are listed in pages of 500 without loss or repetition', async () => {
    const { pages, markets } = await allMarkets({ expiration_date_after: '2020-01-01' })
    expect(pages.slice(0, -1).every((size) => size === 500)).toBe(true)
    expect(pages.length).toBeGreaterThan(1)
    expect(new Set(markets.map(({ symbol }) => symbol)).size).toBe(markets.length)
  })

  it('exclude expired markets unless requested', async () => {
    const open = (await allMarkets()).markets
    const all = (await allMarkets({ expiration_date_after: '2020-01-01' })).markets
    expect(open.length).toBeGreaterThan(300)
    expect(all.length).toBeGreaterThan(open.length)
    const settled = all.find(({ tradable_status: status }) => status === 'NT')
    expect(settled).toMatchObject({ status: 'DELISTING' })
    expect(
      (
        await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, {
          symbols: settled?.symbol ?? '',
        })
      ).data,
    ).toHaveLength(1)
  })

  it('have price ranges under both spellings of the field, with steps down to 0.0001', async () => {
    const { data } = (
      await exchange.client.get(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path, {
        series_symbol: 'KXPRESPARTY',
      })
    ).json as { data: Record<string, unknown>[] }
    expect(data[0]?.['priceRanges']).toEqual(data[0]?.['price_ranges'])
    const ranges = (data[0]?.['priceRanges'] ?? []) as { step: string }[]
    expect(ranges.map(({ step }) => step)).toEqual(['0.0001', '0.0010', '0.01', '0.0010', '0.0001'])
    const usual = (
      await exchange.read(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets, {
        series_symbol: 'KXHIGHNY',
      })
    ).data[0]
    expect(usual?.price_ranges).toEqual([{ start: '0.01', end: '0.99', step: '0.01' }])
  })

  it('are returned as bare arrays to v2', async () => {
    for (const path of [
      EVENT_INSTRUMENT_OPERATIONS.listEventSeries.path,
      EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path,
    ]) {
      const reply = await exchange.client.signed({
        path,
        query: [['symbols', 'KXFED']],
        headers: { 'x-version': 'v2' },
      })
      expect(Array.isArray(reply.json), path).toBe(true)
    }
  })
})

describe('event contract data', () => {
  it('contains both sides of one book', async () => {
    const symbol = await quoted()
    const [snapshot] = await exchange.read(EVENT_DATA_OPERATIONS.eventSnapshots, {
      symbols: symbol,
    })
    const depth = await exchange.read(EVENT_DATA_OPERATIONS.eventDepth, { symbol, depth: '5' })
    expect(depth.yes_bids).toHaveLength(5)
    expect(depth.no_asks.map(({ price, size }) => [10_000 - units(price), size])).toEqual(
      depth.yes_bids.map(({ price, size }) => [units(price), size]),
    )
    expect(depth.no_bids.map(({ price, size }) => [10_000 - units(price), size])).toEqual(
      depth.yes_asks.map(({ price, size }) => [units(price), size]),
    )
    expect(units(depth.yes_bids[0]?.price)).toBeLessThan(units(depth.yes_asks[0]?.price))
    expect([snapshot?.yes_bid, snapshot?.yes_ask]).toEqual([
      depth.yes_bids[0]?.price,
      depth.yes_asks[0]?.price,
    ])
    expect(units(snapshot?.yes_bid) + units(snapshot?.no_ask)).toBe(10_000)
  })

  it('agrees between bars, ticks and the snapshot of a day', async () => {
    const symbol = await quoted()
    const [snapshot] = await exchange.read(EVENT_DATA_OPERATIONS.eventSnapshots, {
      symbols: symbol,
    })
    const ticks = (await exchange.read(EVENT_DATA_OPERATIONS.eventTicks, { symbol, count: '1200' }))
      .result
    const [daily] = await exchange.read(EVENT_DATA_OPERATIONS.eventBars, {
      symbols: symbol,
      timespan: 'D',
      count: '1',
      real_time_required: 'true',
    })
    const [halfHours] = await exchange.read(EVENT_DATA_OPERATIONS.eventBars, {
      symbols: symbol,
      timespan: 'M30',
      count: '48',
      real_time_required: 'true',
    })
    const [minutes] = await exchange.read(EVENT_DATA_OPERATIONS.eventBars, {
      symbols: symbol,
      timespan: 'M1',
      count: '1200',
      real_time_required: 'true',
    })
    const day = daily?.result[0]
    expect(day?.volume).toBe(snapshot?.volume)
    expect(day?.close).toBe(snapshot?.price)
    const today = ticks.filter(({ time }) => time >= (day?.time ?? 0))
    expect(today.reduce((sum, { volume }) => sum + Number(volume), 0)).toBe(Number(day?.volume))
    const within = (bars: typeof minutes) =>
      (bars?.result ?? [])
        .filter(({ time }) => time >= (day?.time ?? 0))
        .reduce((sum, { volume }) => sum + Number(volume), 0)
    expect([within(halfHours), within(minutes)]).toEqual([Number(day?.volume), Number(day?.volume)])
    for (const { yes_price: yes, no_price: no } of ticks) {
      expect(units(yes) + units(no)).toBe(10_000)
    }
    expect(new Set(ticks.map(({ trade_id: id }) => id)).size).toBe(ticks.length)
    expect(ticks.map(({ time }) => time)).toEqual(
      ticks.map(({ time }) => time).sort((a, b) => b - a),
    )
  })

  it('contains the running bar only on request', async () => {
    const symbol = await quoted()
    const newest = async (live: string) =>
      (
        await exchange.read(EVENT_DATA_OPERATIONS.eventBars, {
          symbols: symbol,
          timespan: 'D',
          count: '1',
          real_time_required: live,
        })
      )[0]?.result[0]?.time ?? 0
    expect(await newest('true')).toBeGreaterThan(await newest('false'))
  })

  it.each([
    [
      'an unknown market',
      EVENT_DATA_OPERATIONS.eventSnapshots.path,
      { symbols: 'KXNOPE-26DEC31-T3' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'a market of a day that is none',
      EVENT_DATA_OPERATIONS.eventDepth.path,
      { symbol: 'KXHIGHNY-26FEB30-T3' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'a market that has not opened',
      EVENT_DATA_OPERATIONS.eventTicks.path,
      { symbol: 'KXPRESPARTY-48NOV03-D' },
      'UNSUPPORTED_SYMBOL',
    ],
    ['no symbol', EVENT_DATA_OPERATIONS.eventSnapshots.path, { symbols: ',' }, 'ILLEGAL_PARAMETER'],
    [
      '101 symbols',
      EVENT_DATA_OPERATIONS.eventSnapshots.path,
      { symbols: Array.from({ length: 101 }, (_, index) => `S${index}`).join(',') },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'another category',
      EVENT_DATA_OPERATIONS.eventSnapshots.path,
      { symbols: 'KXFED', category: 'US_STOCK' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'another category of depth',
      EVENT_DATA_OPERATIONS.eventDepth.path,
      { symbol: 'KXFED', category: 'US_STOCK' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'a span that has no bars',
      EVENT_DATA_OPERATIONS.eventBars.path,
      { symbols: 'KXFED', timespan: 'W', real_time_required: 'true' },
      'UNSUPPORTED_TIMESPAN',
    ],
    [
      'a running bar perhaps',
      EVENT_DATA_OPERATIONS.eventBars.path,
      { symbols: 'KXFED', timespan: 'D', real_time_required: 'perhaps' },
      'ILLEGAL_PARAMETER',
    ],
  ] as const)('is refused for %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string, status: 417 },
    ])
  })

  it('is refused for counts and depths out of bounds', async () => {
    const symbol = await quoted()
    const code = async (path: string, query: Readonly<Record<string, string>>) =>
      ((await exchange.client.get(path, query)).json as { error_code?: string }).error_code
    expect(await code(EVENT_DATA_OPERATIONS.eventTicks.path, { symbol, count: '1201' })).toBe(
      'ILLEGAL_PARAMETER',
    )
    expect(await code(EVENT_DATA_OPERATIONS.eventDepth.path, { symbol, depth: '0' })).toBe(
      'ILLEGAL_PARAMETER',
    )
    expect(
      await code(EVENT_DATA_OPERATIONS.eventBars.path, {
        symbols: symbol,
        timespan: 'D',
        count: '0',
        real_time_required: 'true',
      }),
    ).toBe('ILLEGAL_PARAMETER')
  })

  it.each([
    [
      'an unknown category',
      EVENT_INSTRUMENT_OPERATIONS.listEventSeries.path,
      { category: 'MOON' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'an unknown series',
      EVENT_INSTRUMENT_OPERATIONS.listEvents.path,
      { series_symbol: 'KXNOPE' },
      'INVALID_PARAMETER',
    ],
    ['events of no series', EVENT_INSTRUMENT_OPERATIONS.listEvents.path, {}, 'INVALID_PARAMETER'],
    [
      'an unknown status',
      EVENT_INSTRUMENT_OPERATIONS.listEvents.path,
      { series_symbol: 'KXFED', status: 'SLEEPING' },
      'INVALID_PARAMETER',
    ],
    [
      'markets of an unknown event',
      EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path,
      { event_symbol: 'KXFED-99' },
      'INVALID_PARAMETER',
    ],
    [
      'a day that is none',
      EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path,
      { expiration_date_after: '2026-13-01' },
      'INVALID_PARAMETER',
    ],
    [
      '101 names',
      EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path,
      { symbols: Array.from({ length: 101 }, (_, index) => `S${index}`).join(',') },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'a broken cursor',
      EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path,
      { pagination_key: 'x' },
      'INVALID_PARAMETER',
    ],
    [
      'a broken cursor of series',
      EVENT_INSTRUMENT_OPERATIONS.listEventSeries.path,
      { pagination_key: 'x' },
      'INVALID_PARAMETER',
    ],
  ] as const)('is refused in lists for %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string },
    ])
  })
})
