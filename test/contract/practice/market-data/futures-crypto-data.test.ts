import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { dec, toInteger } from '../../../../shared/domain/decimal.js'
import { CRYPTO_OPERATIONS } from '../../../../shared/wire/families/products/crypto.js'
import { FUTURES_OPERATIONS } from '../../../../shared/wire/families/products/futures.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()
/** The front contract of the S&P 500 future. */
let front = ''
beforeAll(async () => {
  const [snapshot] = await get<{ symbol: string }[]>(FUTURES_OPERATIONS.futuresSnapshots.path, {
    symbols: 'ESmain',
    category: 'US_FUTURES',
  })
  front = snapshot?.symbol ?? ''
})

type Query = Readonly<Record<string, string>>
const FUTURES = { category: 'US_FUTURES' } as const
const CRYPTO = { category: 'US_CRYPTO' } as const
async function get<T>(path: string, query: Query): Promise<T> {
  const reply = await exchange.client.get(path, query)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as T
}
const fits = (shape: z.ZodType, value: unknown): void =>
  expect(shape.safeParse(value).error?.issues).toBeUndefined()

describe('futures data', () => {
  it('repeats the continuous symbol in ticks and bars, and names the contract in the snapshot', async () => {
    expect(front).toMatch(/^ES[HMUZ]\d$/)
    const ticks = await get<Record<string, unknown>>(FUTURES_OPERATIONS.futuresTicks.path, {
      ...FUTURES,
      symbol: 'ESmain',
      count: '1200',
    })
    fits(FUTURES_OPERATIONS.futuresTicks.response, ticks)
    // The provider sends the id in camel case here.
    expect(ticks).toMatchObject({
      symbol: 'ESmain',
      instrumentId: expect.stringMatching(/^\d{9}$/) as string,
    })
    expect(ticks['instrument_id']).toBeUndefined()
    const times = (ticks['result'] as { time: string }[]).map(({ time }) => Number(time))
    expect(times).toHaveLength(1_200)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const bars = await get<{ symbol: string; result: { time: string; volume: string }[] }[]>(
      FUTURES_OPERATIONS.futuresBars.path,
      {
        ...FUTURES,
        symbols: `ESmain,${front}`,
        timespan: 'M5',
        count: '30',
        real_time_required: 'true',
      },
    )
    fits(FUTURES_OPERATIONS.futuresBars.response, bars)
    expect(bars.map(({ symbol }) => symbol)).toEqual(['ESmain', front])
    expect(bars[0]?.result).toHaveLength(30)
    expect(bars[0]?.result.slice(0, -1)).toEqual(bars[1]?.result.slice(0, -1))
  })

  it('has quote, settlement and open interest in the snapshot, on the tick grid of each product', async () => {
    const rows = await get<Record<string, string>[]>(FUTURES_OPERATIONS.futuresSnapshots.path, {
      ...FUTURES,
      symbols: 'ESmain,ZNmain,6Emain,CLmain,YMmain',
    })
    fits(FUTURES_OPERATIONS.futuresSnapshots.response, rows)
    const steps = [0.25, 0.015625, 0.00005, 0.01, 1]
    rows.forEach((row, i) => {
      expect(row).toMatchObject({
        settle_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        quote_time: expect.any(Number) as number,
        last_trade_time: expect.any(Number) as number,
      })
      expect(Number(row['open_interest'])).toBeGreaterThan(1_000)
      expect(Number(row['bid'])).toBeLessThan(Number(row['ask']))
      for (const member of ['price', 'bid', 'ask', 'settle_price', 'high']) {
        const ratio = Number(row[member]) / (steps[i] ?? 1)
        expect(
          Math.abs(ratio - Math.round(ratio)),
          `${row['symbol'] ?? ''} ${member}`,
        ).toBeLessThan(1e-6)
      }
    })
    expect(rows[1]?.['price']).toMatch(/^\d+\.\d{6}$/)
    expect(rows[2]?.['price']).toMatch(/^\d\.\d{5}$/)
  })

  it('has up to ten depth levels, and the traded volume of each price', async () => {
    const depth = await get<{
      symbol: string
      bids: { price: string }[]
      asks: { price: string }[]
    }>(FUTURES_OPERATIONS.futuresDepth.path, { ...FUTURES, symbol: front, depth: '10' })
    fits(FUTURES_OPERATIONS.futuresDepth.response, depth)
    expect([depth.bids.length, depth.asks.length]).toEqual([10, 10])
    expect(Number(depth.bids[0]?.price)).toBeLessThan(Number(depth.asks[0]?.price))
    const footprint = await get<
      {
        result: {
          time: string
          total: string
          buy_total: string
          sell_total: string
          delta: string
        }[]
      }[]
    >(FUTURES_OPERATIONS.futuresFootprint.path, {
      ...FUTURES,
      symbols: front,
      timespan: 'M5',
      count: '8',
      real_time_required: 'false',
      trading_sessions: 'RTH',
    })
    fits(FUTURES_OPERATIONS.futuresFootprint.response, footprint)
    expect(footprint[0]?.result).toHaveLength(8)
    const bars = await get<{ result: { time: string; volume: string }[] }[]>(
      FUTURES_OPERATIONS.futuresBars.path,
      {
        ...FUTURES,
        symbols: front,
        timespan: 'M5',
        count: '8',
      },
    )
    expect(footprint[0]?.result.map(({ time, total }) => [time, total])).toEqual(
      bars[0]?.result.map(({ time, volume }) => [time, volume]),
    )
    for (const bar of footprint[0]?.result ?? []) {
      expect([
        Number(bar.buy_total) + Number(bar.sell_total),
        Number(bar.buy_total) - Number(bar.sell_total),
      ]).toEqual([Number(bar.total), Number(bar.delta)])
    }
  })

  it('lists classes, codes and contracts that match', async () => {
    const classes = await get<{ product_class_id: number }[]>(
      FUTURES_OPERATIONS.listFuturesClasses.path,
      FUTURES,
    )
    const codes = await get<{ code: string; product_class_id: number }[]>(
      FUTURES_OPERATIONS.listFuturesCodes.path,
      FUTURES,
    )
    fits(FUTURES_OPERATIONS.listFuturesClasses.response, classes)
    fits(FUTURES_OPERATIONS.listFuturesCodes.response, codes)
    expect(new Set(codes.map((code) => code.product_class_id))).toEqual(
      new Set(classes.map((productClass) => productClass.product_class_id)),
    )
    const energy = await get<{ code: string }[]>(FUTURES_OPERATIONS.listFuturesCodes.path, {
      ...FUTURES,
      product_class_id: '2',
    })
    expect(energy.map(({ code }) => code)).toEqual(['CL', 'MCL', 'NG'])
    const contracts = await get<Record<string, unknown>[]>(
      FUTURES_OPERATIONS.listFuturesContracts.path,
      {
        ...FUTURES,
        code: 'GC',
      },
    )
    fits(FUTURES_OPERATIONS.listFuturesContracts.response, contracts)
    expect(contracts[0]).toMatchObject({ symbol: 'GCmain', contract_type: 'MAIN', status: 'NT' })
    expect(contracts).toHaveLength(7)
    for (const contract of contracts.slice(1)) {
      expect(contract).toMatchObject({
        code: 'GC',
        contract_type: 'MONTHLY',
        status: 'OC',
        settlement: 'PHYSICAL',
        min_tick: '0.1',
        size: '100',
        unit: 1,
        product_class_name: 'Metals',
        currency: 'USD',
      })
      expect(String(contract['last_trading_date']) > String(contract['first_notice_date'])).toBe(
        true,
      )
    }
    const named = await get<{ symbol: string }[]>(FUTURES_OPERATIONS.listFuturesContracts.path, {
      ...FUTURES,
      symbols: `${front},NOPE`,
    })
    expect(named.map(({ symbol }) => symbol)).toEqual([front])
    expect(
      (await get<unknown[]>(FUTURES_OPERATIONS.listFuturesContracts.path, FUTURES)).length,
    ).toBeGreaterThan(codes.length * 3)
  })
})

describe('crypto data', () => {
  it('has snapshots with the quote time as text and without volume', async () => {
    const rows = await get<Record<string, unknown>[]>(CRYPTO_OPERATIONS.cryptoSnapshots.path, {
      ...CRYPTO,
      symbols: 'BTCUSD,DOGEUSD',
    })
    fits(CRYPTO_OPERATIONS.cryptoSnapshots.response, rows)
    for (const row of rows) {
      expect(row).toMatchObject({
        quote_time: expect.stringMatching(/^\d{13}$/) as string,
        last_trade_time: expect.any(Number) as number,
      })
      expect(row['volume']).toBeUndefined()
      expect(Number(row['bid'])).toBeLessThan(Number(row['ask']))
    }
  })

  it('has bars without volume, with days that start at midnight UTC', async () => {
    const bars = await get<{ result: Record<string, string>[] }[]>(
      CRYPTO_OPERATIONS.cryptoBars.path,
      {
        ...CRYPTO,
        symbols: 'BTCUSD,ETHUSD',
        timespan: 'D',
        count: '9',
        real_time_required: 'true',
      },
    )
    fits(CRYPTO_OPERATIONS.cryptoBars.response, bars)
    expect(bars).toHaveLength(2)
    for (const { result } of bars) {
      expect(result).toHaveLength(9)
      for (const bar of result) {
        expect([bar['time']?.slice(10), bar['volume']]).toEqual(['T00:00:00.000+0000', undefined])
      }
    }
  })

  it('has bars whose open and close lie within high and low', async () => {
    const query = { timespan: 'M5', count: '30' }
    const responses = [
      get<{ result: Record<'open' | 'close' | 'high' | 'low', string>[] }[]>(
        CRYPTO_OPERATIONS.cryptoBars.path,
        {
          ...CRYPTO,
          symbols: 'BTCUSD',
          ...query,
        },
      ),
    ]
    responses.push(
      get(FUTURES_OPERATIONS.futuresBars.path, { ...FUTURES, symbols: front, ...query }),
    )
    for (const [bars] of await Promise.all(responses)) {
      const ends =
        bars?.result.map(({ open, close, high, low }) => [open, close, high, low].map(Number)) ?? []
      expect(ends.some(([open, close]) => open !== close)).toBe(true)
      for (const [open = 0, close = 0, high = 0, low = 0] of ends) {
        expect([Math.max(open, close, low) <= high, Math.min(open, close, high) >= low]).toEqual([
          true,
          true,
        ])
      }
    }
  })

  it('lists the pairs with their bounds, in an envelope', async () => {
    const page = await get<{ data: Record<string, string>[]; pagination_key: null }>(
      CRYPTO_OPERATIONS.listCrypto.path,
      CRYPTO,
    )
    fits(CRYPTO_OPERATIONS.listCrypto.response, page)
    expect(page.data.length).toBeGreaterThanOrEqual(10)
    expect(page.pagination_key).toBeNull()
    expect(page.data.find(({ symbol }) => symbol === 'BTCUSD')).toMatchObject({
      category: 'US_CRYPTO',
      status: 'OC',
      currency: 'USD',
      price_step: '0.01',
      min_trade_qty: '0.00001',
    })
    expect(
      (
        await get<typeof page>(CRYPTO_OPERATIONS.listCrypto.path, {
          ...CRYPTO,
          symbols: 'ETHUSD,NOPE',
        })
      ).data.map(({ symbol }) => symbol),
    ).toEqual(['ETHUSD'])
    expect(
      (await get<typeof page>(CRYPTO_OPERATIONS.listCrypto.path, { ...CRYPTO, status: 'CO' })).data,
    ).toEqual([])
  })
})

/** Every price of a response is a whole number of steps, written with the same places. */
const expectOnGrid = (prices: readonly (string | undefined)[], step: string): void => {
  const places = step.split('.')[1]?.length ?? 0
  const unit = toInteger(dec(step), places) ?? 1n
  for (const price of prices) {
    expect(price?.split('.')[1]).toHaveLength(places)
    expect((toInteger(dec(price ?? ''), places) ?? 1n) % unit, price).toBe(0n)
  }
}

describe('a coin and a future with very small prices', () => {
  it('have quotes and bars on the step of their listing', async () => {
    const [coin] = await get<Record<string, string>[]>(CRYPTO_OPERATIONS.cryptoSnapshots.path, {
      ...CRYPTO,
      symbols: 'SHIBUSD',
    })
    expectOnGrid([coin?.['price'], coin?.['bid'], coin?.['ask']], '0.00000001')
    expect(Number(coin?.['price'])).toBeGreaterThan(0.000005)
    expect(Number(coin?.['bid'])).toBeLessThan(Number(coin?.['ask']))
    const [yen] = await get<Record<string, string>[]>(FUTURES_OPERATIONS.futuresSnapshots.path, {
      ...FUTURES,
      symbols: '6Jmain',
    })
    expectOnGrid([yen?.['price'], yen?.['bid'], yen?.['ask'], yen?.['settle_price']], '0.0000005')
    const query = { timespan: 'M5', count: '20' }
    for (const [path, request, step] of [
      [CRYPTO_OPERATIONS.cryptoBars.path, { ...CRYPTO, symbols: 'SHIBUSD' }, '0.00000001'],
      [FUTURES_OPERATIONS.futuresBars.path, { ...FUTURES, symbols: '6Jmain' }, '0.0000005'],
    ] as const) {
      const [bars] = await get<{ result: Record<string, string>[] }[]>(path, {
        ...request,
        ...query,
      })
      expect(bars?.result).toHaveLength(20)
      for (const bar of bars?.result ?? []) {
        expectOnGrid([bar['open'], bar['high'], bar['low'], bar['close']], step)
      }
    }
  })
})

const many = (count: number): string => Array.from({ length: count }, (_, i) => `S${i}`).join(',')
describe('refusals of futures and crypto data', () => {
  it.each([
    [
      'an unknown future',
      FUTURES_OPERATIONS.futuresTicks.path,
      { ...FUTURES, symbol: 'ZZZ6', count: '5' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'a stock among futures',
      FUTURES_OPERATIONS.futuresSnapshots.path,
      { ...FUTURES, symbols: 'ESmain,AAPL' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'a future among coins',
      CRYPTO_OPERATIONS.cryptoSnapshots.path,
      { ...CRYPTO, symbols: 'ESmain' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'more than twenty symbols',
      FUTURES_OPERATIONS.futuresBars.path,
      { ...FUTURES, symbols: many(21), timespan: 'D' },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'more than twenty coins',
      CRYPTO_OPERATIONS.cryptoSnapshots.path,
      { ...CRYPTO, symbols: many(21) },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'no symbols',
      FUTURES_OPERATIONS.futuresSnapshots.path,
      { ...FUTURES, symbols: ',' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'another category',
      FUTURES_OPERATIONS.futuresSnapshots.path,
      { category: 'US_STOCK', symbols: 'ESmain' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'another category of coins',
      CRYPTO_OPERATIONS.cryptoBars.path,
      { category: 'US_FUTURES', symbols: 'BTCUSD', timespan: 'D', real_time_required: 'true' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'seconds',
      FUTURES_OPERATIONS.futuresBars.path,
      { ...FUTURES, symbols: 'ESmain', timespan: 'S5' },
      'UNSUPPORTED_TIMESPAN',
    ],
    [
      'seconds of coins',
      CRYPTO_OPERATIONS.cryptoBars.path,
      { ...CRYPTO, symbols: 'BTCUSD', timespan: 'S5', real_time_required: 'true' },
      'UNSUPPORTED_TIMESPAN',
    ],
    [
      'more bars than are given',
      CRYPTO_OPERATIONS.cryptoBars.path,
      { ...CRYPTO, symbols: 'BTCUSD', timespan: 'D', count: '1201', real_time_required: 'true' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'more ticks than are given',
      FUTURES_OPERATIONS.futuresTicks.path,
      { ...FUTURES, symbol: 'ESmain', count: '1201' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'an eleventh level',
      FUTURES_OPERATIONS.futuresDepth.path,
      { ...FUTURES, symbol: 'ESmain', depth: '11' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'no level',
      FUTURES_OPERATIONS.futuresDepth.path,
      { ...FUTURES, symbol: 'ESmain', depth: '0' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a session that futures have not',
      FUTURES_OPERATIONS.futuresFootprint.path,
      {
        ...FUTURES,
        symbols: 'ESmain',
        timespan: 'M1',
        real_time_required: 'true',
        trading_sessions: 'PRE',
      },
      'ILLEGAL_PARAMETER',
    ],
  ])('cover %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string, status: 417 },
    ])
  })

  it.each([
    [
      'an unknown product code',
      FUTURES_OPERATIONS.listFuturesContracts.path,
      { ...FUTURES, code: 'XX' },
      'INSTRUMENT_NOT_FOUND',
    ],
    [
      'symbols and a code',
      FUTURES_OPERATIONS.listFuturesContracts.path,
      { ...FUTURES, code: 'ES', symbols: 'ESmain' },
      'INVALID_PARAMETER',
    ],
    [
      'more than a hundred contracts',
      FUTURES_OPERATIONS.listFuturesContracts.path,
      { ...FUTURES, symbols: many(101) },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'an unknown class',
      FUTURES_OPERATIONS.listFuturesCodes.path,
      { ...FUTURES, product_class_id: '99' },
      'INVALID_PARAMETER',
    ],
    [
      'another category of classes',
      FUTURES_OPERATIONS.listFuturesClasses.path,
      CRYPTO,
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'more than a hundred pairs',
      CRYPTO_OPERATIONS.listCrypto.path,
      { ...CRYPTO, symbols: many(101) },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'a cursor that was not issued',
      CRYPTO_OPERATIONS.listCrypto.path,
      { ...CRYPTO, pagination_key: 'bm9wZQ==' },
      'INVALID_PARAMETER',
    ],
  ])('cover %s in a list', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: code }])
  })
})
