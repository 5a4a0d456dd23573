import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  REFERENCE_DATA_NAMES,
  type Plain,
  type ReferenceDataName,
  type ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import { CATALOG } from '../../../shared/wire/catalog.js'
import { plainSchema } from '../../../shared/wire/plain-text.js'
import { REFERENCE_DATA_TOOLS } from '../../../shared/wire/reference-data.js'
import type { ReferenceDataPort } from '../../../electron/core/market/reference-data-port.js'
import { HttpClient } from '../practice/client/http-client.js'
import { referenceDataCalls } from '../../harness/assistant/reference-data-calls.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let referenceData: ReferenceDataPort
let calls: ReturnType<typeof referenceDataCalls>

/** Runs a query as the tool does, with defaults applied. */
const query = (name: ReferenceDataName, params: Readonly<Record<string, unknown>>) =>
  referenceData.query(
    name,
    z.strictObject(REFERENCE_DATA_TOOLS[name].input).parse(params) as ReferenceDataParams,
  )
async function dataOf(
  name: ReferenceDataName,
  params: Readonly<Record<string, unknown>>,
): Promise<Plain> {
  const answer = await query(name, params)
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
  return answer.value.data
}
/** Returns the text at a path of keys and indexes. */
function textAt(data: Plain, ...path: readonly (string | number)[]): string {
  const found = path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown>)[step],
    data,
  )
  return String(found)
}

/** Returns a market of the first series that has one. */
async function openMarket(): Promise<{
  readonly series: string
  readonly event: string
  readonly market: string
}> {
  const { data } = (await dataOf('get_event_series', {})) as {
    readonly data: readonly { readonly symbol: string }[]
  }
  for (const { symbol: series } of data) {
    const markets = (await dataOf('get_event_instruments', { series_symbol: series })) as {
      readonly data: readonly { readonly event_symbol: string; readonly symbol: string }[]
    }
    const [first] = markets.data
    if (first !== undefined) return { series, event: first.event_symbol, market: first.symbol }
  }
  throw new Error('no event market is open')
}

beforeAll(async () => {
  session = await openPractice()
  const provider = session.provider()
  referenceData = await provider.referenceData()
  const sector = textAt(await dataOf('get_market_sectors', {}), 'data', 0, 'id')
  const { series, event, market } = await openMarket()
  const contracts = await (await provider.products()).optionContracts({
    underlying: 'AAPL' as never,
  })
  const option = contracts.ok ? String(contracts.value[0]?.symbol) : ''
  const months = await dataOf('get_futures_instruments', { code: 'ES' })
  const futures =
    (months as readonly { readonly symbol: string }[])
      .map(({ symbol }) => symbol)
      .find((symbol) => !symbol.endsWith('main')) ?? ''
  const person = new HttpClient(session.ready)
  await person.signIn()
  const watchlist = textAt(
    (await person.post('/market-data/watchlists/create', { name: 'Mine' })).json as Plain,
    'watchlist_id',
  )
  await person.post('/market-data/watchlists/instruments/add', {
    watchlist_id: watchlist,
    instruments: [{ symbol: 'AAPL', category: 'US_STOCK' }],
  })
  person.close()
  calls = referenceDataCalls({ series, event, market, option, futures, sector, watchlist })
})
afterAll(() => session.close())

/** Returns the parameters that a tool does not fill in by itself. */
function onlyRequired(name: ReferenceDataName): Readonly<Record<string, unknown>> {
  const { input } = REFERENCE_DATA_TOOLS[name]
  return Object.fromEntries(
    Object.entries(calls[name]).filter(([key]) => {
      const field = input[key]
      return field === undefined || !z.safeParse(field, undefined).success
    }),
  )
}

/** Returns the largest number that a tool takes for each of its numbers. */
function largestNumbers(name: ReferenceDataName): Readonly<Record<string, number>> {
  const { properties = {} } = z.toJSONSchema(z.strictObject(REFERENCE_DATA_TOOLS[name].input), {
    io: 'input',
  })
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) =>
      typeof field === 'object' && typeof field.maximum === 'number' ? [[key, field.maximum]] : [],
    ),
  )
}

describe('a reference data query', () => {
  it('a reference data query only reads, and calls only operations of the catalog', () => {
    expect(Object.keys(REFERENCE_DATA_TOOLS)).toEqual([...REFERENCE_DATA_NAMES])
    for (const name of REFERENCE_DATA_NAMES) {
      expect([name, REFERENCE_DATA_TOOLS[name].operation.effect]).toEqual([name, 'read'])
      expect(CATALOG).toContain(REFERENCE_DATA_TOOLS[name].operation)
    }
  })

  it.each(REFERENCE_DATA_NAMES)('%s is accepted with its defaults', async (name) => {
    const answer = await query(name, onlyRequired(name))
    expect(answer.ok, JSON.stringify(answer)).toBe(true)
  })

  it.each(REFERENCE_DATA_NAMES)('%s is accepted with its largest counts', async (name) => {
    const answer = await query(name, { ...onlyRequired(name), ...largestNumbers(name) })
    expect(answer.ok, JSON.stringify(answer)).toBe(true)
  })

  it.each(REFERENCE_DATA_NAMES)(
    '%s returns data of the exchange in the published shape',
    async (name) => {
      const answer = await query(name, calls[name])
      expect(answer.ok, JSON.stringify(answer)).toBe(true)
      if (!answer.ok) return
      const { data } = answer.value
      expect(
        plainSchema(REFERENCE_DATA_TOOLS[name].operation.response).safeParse(data).error?.issues,
      ).toBeUndefined()
      expect(JSON.stringify(data).length).toBeLessThan(120_000)
      // Times are text, never milliseconds.
      expect(JSON.stringify(data)).not.toMatch(/:1[6-9]\d{11}[,}\]]/)
      // No fund of the simulated market was ever split.
      expect(data === null || (Array.isArray(data) && data.length === 0), `${name} is empty`).toBe(
        name === 'get_fund_splits',
      )
    },
  )

  it("is refused with the provider's message for an unknown subject", async () => {
    for (const [name, params] of [
      ['get_company_profile', { symbol: 'NOSUCH' }],
      ['get_watchlist_instruments', { watchlist_id: 'none' }],
      ['get_event_depth', { symbol: 'NOSUCH' }],
    ] as const) {
      expect(await query(name, params)).toMatchObject({ ok: false, error: { kind: 'refused' } })
    }
  })

  it('passes on its parameters: count, order and page', async () => {
    expect(await dataOf('get_fund_net_value', { symbol: 'SPY', count: 7 })).toHaveLength(7)
    expect(await dataOf('get_income_statement', { symbol: 'AAPL', count: 3 })).toHaveLength(3)
    const down = (await dataOf('get_gainers_losers', { direction: 'ASC' })) as readonly {
      readonly change_ratio: string
    }[]
    const up = (await dataOf('get_gainers_losers', {})) as readonly {
      readonly change_ratio: string
    }[]
    expect(down[0]?.change_ratio.startsWith('-')).toBe(true)
    expect(up[0]?.change_ratio.startsWith('-')).toBe(false)
    const first = (await dataOf('get_market_sectors', {})) as {
      readonly pagination_key?: string
      readonly data: readonly { readonly id: string }[]
    }
    const second = (await dataOf('get_market_sectors', {
      pagination_key: first.pagination_key,
    })) as typeof first
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id)
  })
})
