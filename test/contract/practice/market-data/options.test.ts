import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { OPTION_OPERATIONS } from '../../../../shared/wire/families/products/options.js'
import { sharedExchange } from '../support/shared-exchange.js'

type ContractPage = z.output<typeof OPTION_OPERATIONS.listOptionContracts.response>

const exchange = sharedExchange()
let call = ''
let expiry = ''
const list = async (query: Readonly<Record<string, string>>): Promise<ContractPage> => {
  const reply = await exchange.client.get(OPTION_OPERATIONS.listOptionContracts.path, {
    category: 'US_OPTION',
    ...query,
  })
  expect([
    reply.status,
    OPTION_OPERATIONS.listOptionContracts.response.safeParse(reply.json).error?.issues,
  ]).toEqual([200, undefined])
  return OPTION_OPERATIONS.listOptionContracts.response.parse(reply.json)
}

beforeAll(async () => {
  const page = await list({ underlying_symbols: 'AAPL', option_type: 'CALL' })
  // The middle strike of the third expiration: near the money, some weeks before expiry.
  expiry = [...new Set(page.data.map((contract) => contract.expiration_date))][2] ?? ''
  const strikes = page.data.filter((contract) => contract.expiration_date === expiry)
  call = strikes[Math.floor(strikes.length / 2)]?.symbol ?? ''
})

describe('option contracts', () => {
  it('are listed in pages of a thousand without loss or repetition', async () => {
    const seen: string[] = []
    let key: string | null | undefined
    do {
      const page: ContractPage = await list({
        underlying_symbols: 'SPY',
        ...(key ? { pagination_key: key } : {}),
      })
      if (page.pagination_key) {
        expect(page.data).toHaveLength(1_000)
        const inside = JSON.parse(
          Buffer.from(page.pagination_key, 'base64').toString('utf8'),
        ) as Record<string, unknown>
        expect(inside).toMatchObject({
          v: 1,
          pageSize: 1_000,
          lastId: page.data.at(-1)?.instrument_id,
          condition: 'US_OPTION;null;SPY;LISTING;null;null;null;null;null;null;null;null;null',
        })
      }
      seen.push(...page.data.map(({ symbol }) => symbol))
      key = page.pagination_key
    } while (key)
    expect(seen.length).toBeGreaterThan(2_000)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('have root, underlying, type, style, expiration and deliverables', async () => {
    const [contract] = (await list({ option_symbols: call, show_deliverables: 'true' })).data
    expect(contract).toMatchObject({
      symbol: call,
      status: 'LISTING',
      tradable_status: 'OC',
      root_symbol: 'AAPL',
      underlying_symbol: 'AAPL',
      underlying_type: 'EQUITY_CALL_OPTION',
      option_type: 'CALL',
      style: 'AMERICAN',
      settlement_method: 'PHYSICAL',
      expiration_date: expiry,
      ppind: true,
      multiplier: '100',
      deliverables: [{ asset_type: 'EQUITY', symbol: 'AAPL', amount: '100' }],
    })
    expect(call).toBe(
      `AAPL${expiry.slice(2).replaceAll('-', '')}C${String(Number(contract?.strike_price) * 1_000).padStart(8, '0')}`,
    )
    expect((await list({ option_symbols: call })).data[0]?.deliverables).toBeUndefined()
    const [index] = (await list({ root_symbol: 'SPXW', option_type: 'PUT' })).data
    expect(index).toMatchObject({
      underlying_symbol: 'SPX',
      underlying_type: 'INDEX_PUT_OPTION',
      style: 'EUROPEAN',
      settlement_method: 'CASH',
      ppind: false,
    })
  })

  it('are filtered by every documented parameter', async () => {
    const { data } = await list({
      underlying_symbols: 'KO,F',
      start_date: expiry,
      end_date: expiry,
      option_type: 'PUT',
      strike_price_gte: '12.5',
      strike_price_lte: '70',
    })
    expect(data.length).toBeGreaterThan(4)
    expect(new Set(data.map((contract) => contract.underlying_symbol))).toEqual(
      new Set(['KO', 'F']),
    )
    for (const contract of data) {
      expect([contract.expiration_date, contract.option_type]).toEqual([expiry, 'PUT'])
      expect(Number(contract.strike_price)).toBeGreaterThanOrEqual(12.5)
      expect(Number(contract.strike_price)).toBeLessThanOrEqual(70)
    }
    expect(
      new Set((await list({ style: 'EUROPEAN' })).data.map((contract) => contract.root_symbol)),
    ).toEqual(new Set(['SPXW']))
    expect(
      (await list({ ppind: 'false', underlying_symbols: 'COST,AAPL' })).data.every(
        (contract) => contract.underlying_symbol === 'COST',
      ),
    ).toBe(true)
    expect(
      (await list({ option_symbols: `${call},NOPE` })).data.map((contract) => contract.symbol),
    ).toEqual([call])
    const expired = (await list({ status: 'DELISTING', underlying_symbols: 'SPY' })).data
    expect(expired.length).toBeGreaterThan(0)
    expect(
      expired.every(
        (contract) => contract.status === 'DELISTING' && contract.tradable_status === 'NT',
      ),
    ).toBe(true)
  })

  it('are returned as a bare array to v2, one page at a time', async () => {
    const ask = async (query: readonly (readonly [string, string])[]) =>
      (
        await exchange.client.signed({
          path: OPTION_OPERATIONS.listOptionContracts.path,
          query: [['category', 'US_OPTION'], ['underlying_symbols', 'KO'], ...query],
          headers: { 'x-version': 'v2' },
        })
      ).json as { instrument_id: string }[]
    const first = await ask([['page_size', '20']])
    expect(first).toHaveLength(20)
    const next = await ask([
      ['page_size', '20'],
      ['last_instrument_id', first.at(-1)?.instrument_id ?? ''],
    ])
    expect(next[0]?.instrument_id).not.toBe(first.at(-1)?.instrument_id)
    expect(await ask([['page_size', '40']])).toEqual([...first, ...next])
  })

  it.each([
    ['another category', { category: 'US_STOCK' }, 'UNSUPPORTED_CATEGORY'],
    ['a date that is none', { start_date: 'soon' }, 'INVALID_PARAMETER'],
    [
      'dates the wrong way round',
      { start_date: '2027-01-02', end_date: '2027-01-01' },
      'INVALID_PARAMETER',
    ],
    ['a strike that is none', { strike_price_gte: 'ten' }, 'INVALID_PARAMETER'],
    [
      '101 symbols',
      { underlying_symbols: Array.from({ length: 101 }, (_, n) => `S${n}`).join(',') },
      'TOO_MANY_SYMBOLS',
    ],
    ['an unknown right', { option_type: 'BOTH' }, 'INVALID_PARAMETER'],
    ['a key that was never given', { pagination_key: 'bm90IGEga2V5' }, 'INVALID_PARAMETER'],
    [
      'a key of nothing',
      {
        pagination_key: Buffer.from(
          JSON.stringify({
            v: 1,
            lastId: '7',
            pageIndex: 0,
            pageSize: 1_000,
            condition: 'US_OPTION;null;null;LISTING;null;null;null;null;null;null;null;null;null',
          }),
        ).toString('base64'),
      },
      'INVALID_PARAMETER',
    ],
  ] as const)('are refused for %s', async (_name, query, code) => {
    const reply = await exchange.client.get(OPTION_OPERATIONS.listOptionContracts.path, {
      category: 'US_OPTION',
      ...query,
    })
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: code }])
  })
})

describe('option data', () => {
  it('has a snapshot whose greeks match its prices', async () => {
    const reply = await exchange.client.get(OPTION_OPERATIONS.optionSnapshots.path, {
      symbols: `${call},${call.replace(/C(?=\d{8}$)/, 'P')}`,
      category: 'US_OPTION',
    })
    expect([
      reply.status,
      OPTION_OPERATIONS.optionSnapshots.response.safeParse(reply.json).error?.issues,
    ]).toEqual([200, undefined])
    const [first, other] = reply.json as Record<string, string>[]
    expect(Number(first?.bid)).toBeLessThan(Number(first?.ask))
    expect(Number(first?.delta) - Number(other?.delta)).toBeCloseTo(1, 1)
    expect(Number(first?.gamma)).toBeGreaterThan(0)
    expect(Number(first?.theta)).toBeLessThan(0)
    expect(first?.imp_vol).toMatch(/^0\.\d{6}$/)
    expect(Number.isInteger(Number(first?.open_interest))).toBe(true)
    expect(first?.quote_time).toEqual(expect.any(Number))
    expect(Number(first?.change)).toBeCloseTo(Number(first?.price) - Number(first?.pre_close), 6)
  })

  it('has ticks with the id in camel case', async () => {
    const reply = await exchange.client.get(OPTION_OPERATIONS.optionTicks.path, {
      symbol: call,
      category: 'US_OPTION',
      count: '40',
    })
    expect([
      reply.status,
      OPTION_OPERATIONS.optionTicks.response.safeParse(reply.json).error?.issues,
    ]).toEqual([200, undefined])
    const { instrumentId, result } = reply.json as {
      instrumentId: string
      result: { time: string; side: string }[]
    }
    expect(instrumentId).toMatch(/^\d{14}$/)
    expect(result.length).toBe(40)
    expect(result.map(({ time }) => Number(time))).toEqual(
      result.map(({ time }) => Number(time)).sort((a, b) => b - a),
    )
    for (const { time, side } of result) {
      expect([time, side]).toEqual([
        expect.stringMatching(/^\d{13}$/),
        expect.stringMatching(/^[BS]$/),
      ])
    }
  })

  it('has bars as a bare array; the client also reads the documented form', async () => {
    const reply = await exchange.client.get(OPTION_OPERATIONS.optionBars.path, {
      symbols: call,
      category: 'US_OPTION',
      timespan: 'M30',
      count: '5',
    })
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject([
      { symbol: call, instrument_id: expect.stringMatching(/^\d+$/) as string },
    ])
    expect(OPTION_OPERATIONS.optionBars.response.parse({ result: reply.json })).toEqual(
      OPTION_OPERATIONS.optionBars.response.parse(reply.json),
    )
    expect(OPTION_OPERATIONS.optionBars.response.parse(reply.json)[0]?.result.length).toBe(5)
    for (const bar of (reply.json as { result: { time: string }[] }[])[0]?.result ?? []) {
      expect(bar.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/)
    }
  })

  it.each([
    [
      'an unknown contract',
      OPTION_OPERATIONS.optionSnapshots.path,
      { symbols: 'AAPL261120C00000001', category: 'US_OPTION' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'no contract',
      OPTION_OPERATIONS.optionSnapshots.path,
      { symbols: ',', category: 'US_OPTION' },
      'ILLEGAL_PARAMETER',
    ],
    [
      '21 contracts',
      OPTION_OPERATIONS.optionSnapshots.path,
      { symbols: Array.from({ length: 21 }, (_, n) => `S${n}`).join(','), category: 'US_OPTION' },
      'TOO_MANY_SYMBOLS',
    ],
    [
      'another category',
      OPTION_OPERATIONS.optionTicks.path,
      { symbol: 'AAPL', category: 'US_STOCK', count: '1' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'ticks without a count',
      OPTION_OPERATIONS.optionTicks.path,
      { symbol: 'AAPL', category: 'US_OPTION' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a stock',
      OPTION_OPERATIONS.optionTicks.path,
      { symbol: 'AAPL', category: 'US_OPTION', count: '1' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'seconds',
      OPTION_OPERATIONS.optionBars.path,
      { symbols: 'AAPL', category: 'US_OPTION', timespan: 'S5' },
      'UNSUPPORTED_TIMESPAN',
    ],
  ] as const)('is refused for %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string, status: 417 },
    ])
  })

  it.each([
    ['count', '0'],
    ['count', '1201'],
    ['count', 'many'],
  ] as const)('is refused in ticks and bars for %s %s', async (name, value) => {
    for (const [path, query] of [
      [OPTION_OPERATIONS.optionTicks.path, { symbol: call }],
      [OPTION_OPERATIONS.optionBars.path, { symbols: call, timespan: 'M1' }],
    ] as const) {
      const reply = await exchange.client.get(path, {
        ...query,
        category: 'US_OPTION',
        [name]: value,
      })
      expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'ILLEGAL_PARAMETER' }])
    }
  })
})
