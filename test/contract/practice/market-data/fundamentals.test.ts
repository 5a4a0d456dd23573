import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { FUNDAMENTAL_OPERATIONS as wire } from '../../../../shared/wire/families/company/fundamentals.js'
import { STOCK_DATA_OPERATIONS } from '../../../../shared/wire/families/market-data/stock-data.js'
import { SCREENER_OPERATIONS } from '../../../../shared/wire/families/market-data/screeners.js'
import { CORPORATE_ACTION_OPERATIONS } from '../../../../shared/wire/families/company/corporate-actions.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 0 })

const OF_COMPANIES = [
  wire.companyProfile,
  wire.analystRating,
  wire.analystTarget,
  wire.forecastEps,
  wire.earningsCalendar,
  wire.filings,
  wire.industryComparison,
  wire.financialAlert,
  wire.financialIndicators,
  wire.incomeStatement,
  wire.balanceSheet,
  wire.cashFlow,
] as const
const OF_FUNDS = [
  wire.fundBrief,
  wire.fundPerformance,
  wire.fundNetValue,
  wire.fundHoldings,
  wire.fundDividends,
  wire.fundRating,
  wire.fundSplits,
  wire.fundFiles,
  wire.fundAllocation,
] as const
const OF_BOTH = [wire.capitalFlow, wire.dividendCalendar] as const
interface Named {
  readonly name: string
  readonly path: string
  readonly response: z.ZodType
}
const named = (operations: readonly Named[]) =>
  operations.map((operation) => [operation.name, operation] as const)
const KO = { symbol: 'KO', category: 'US_STOCK' }
const SPY = { symbol: 'SPY', category: 'US_ETF' }

const ask = async <S extends z.ZodType>(
  operation: { readonly path: string; readonly response: S },
  query: Readonly<Record<string, string>> = KO,
): Promise<z.output<S>> => {
  const reply = await exchange.client.get(operation.path, query)
  expect(reply.status).toBe(200)
  const parsed = operation.response.safeParse(reply.json)
  expect(parsed.error?.issues).toBeUndefined()
  return operation.response.parse(reply.json)
}
const refusal = async (path: string, query: Readonly<Record<string, string>>) => {
  const reply = await exchange.client.get(path, query)
  return [reply.status, reply.json]
}
const refused = (code: string) => [
  417,
  { error_code: code, message: expect.any(String) as string, status: 417 },
]
const n = (value: unknown): number => Number(value)

describe('fundamentals', () => {
  it.each(named([...OF_COMPANIES, ...OF_BOTH]))(
    'return %s of companies',
    async (_name, operation) => {
      for (const symbol of ['KO', 'PLUG', 'BRK.B', 'NRT']) {
        expect(await ask(operation, { symbol, category: 'US_STOCK' })).toBeDefined()
      }
    },
  )
  it.each(named([...OF_FUNDS, ...OF_BOTH]))('return %s of funds', async (_name, operation) => {
    for (const symbol of ['SPY', 'TLT', 'SQQQ', 'IBIT']) {
      expect(await ask(operation, { symbol, category: 'US_ETF' })).toBeDefined()
    }
  })
  it.each(named([...OF_COMPANIES, ...OF_FUNDS, ...OF_BOTH]))(
    'fundamentals of %s are refused for an unknown symbol, another category or no symbol',
    async (_name, operation) => {
      expect(await refusal(operation.path, { symbol: 'NOPE', category: 'US_STOCK' })).toEqual(
        refused('UNSUPPORTED_SYMBOL'),
      )
      expect(await refusal(operation.path, { symbol: 'BTCUSD', category: 'US_CRYPTO' })).toEqual(
        refused('UNSUPPORTED_CATEGORY'),
      )
      expect(await refusal(operation.path, { category: 'US_STOCK' })).toEqual(
        refused('ILLEGAL_PARAMETER'),
      )
    },
  )
  it.each(named(OF_COMPANIES))(
    'fundamentals of %s are refused for funds',
    async (_name, operation) => {
      expect(await refusal(operation.path, SPY)).toEqual(refused('UNSUPPORTED_SYMBOL'))
    },
  )
  it.each(named(OF_FUNDS))(
    'fundamentals of %s are refused for companies',
    async (_name, operation) => {
      expect(await refusal(operation.path, KO)).toEqual(refused('UNSUPPORTED_SYMBOL'))
    },
  )
  it.each([
    ['21 statements', wire.incomeStatement.path, { ...KO, count: '21' }],
    ['half a statement', wire.balanceSheet.path, { ...KO, count: '0.5' }],
    ['a kind of statement', wire.cashFlow.path, { ...KO, type: 'MONTHLY' }],
    ['a kind of indicator', wire.financialIndicators.path, { ...KO, type: 'x' }],
    ['six days of flow', wire.capitalFlow.path, { ...KO, count: '6' }],
    ['a measure', wire.industryComparison.path, { ...KO, sort_by: 'HEIGHT' }],
    ['21 net values', wire.fundNetValue.path, { ...SPY, count: '21' }],
    ['a day', wire.fundNetValue.path, { ...SPY, last_date: '1.1.2026' }],
  ] as const)('are refused for %s', async (_name, path, query) => {
    expect(await refusal(path, query)).toEqual(refused('ILLEGAL_PARAMETER'))
  })
  it('are refused for a cursor that was not issued', async () => {
    expect(await refusal(wire.fundDividends.path, { ...SPY, pagination_key: 'e30=' })).toEqual(
      refused('INVALID_PARAMETER'),
    )
  })
})

describe('the data of a company', () => {
  it('agrees with its price', async () => {
    const [row] = (await ask(SCREENER_OPERATIONS.topActive, {})).filter(
      ({ symbol }) => symbol === 'KO',
    )
    const [snapshot] = await ask(STOCK_DATA_OPERATIONS.stockSnapshots, {
      symbols: 'KO',
      category: 'US_STOCK',
    })
    const quarters = await ask(wire.incomeStatement, { ...KO, count: '4' })
    const [sheet] = await ask(wire.balanceSheet, { ...KO, count: '1' })
    const eps = quarters.reduce(
      (total, { diluted_eps_incl_extra: epsOfQuarter }) => total + n(epsOfQuarter),
      0,
    )
    expect(n(row?.pe_ttm)).toBeCloseTo(n(snapshot?.price) / eps, 4)
    expect(n(row?.market_value)).toBeCloseTo(n(snapshot?.price) * n(sheet?.common_shares_out), 0)
    const target = await ask(wire.analystTarget)
    expect(n(target.low)).toBeLessThanOrEqual(n(target.median))
    expect(n(target.high)).toBeGreaterThanOrEqual(n(target.mean))
    expect(n(target.mean) / n(snapshot?.price)).toBeGreaterThan(0.5)
    expect(n(target.mean) / n(snapshot?.price)).toBeLessThan(2)
  })

  it('has a calendar that agrees with its forecasts', async () => {
    const calendar = await ask(wire.earningsCalendar)
    const quarters = await ask(wire.incomeStatement, { ...KO, count: '8' })
    expect(
      calendar
        .slice(1)
        .map((period) => [
          period.fiscal_year,
          period.fiscal_period,
          period.eps_actual,
          period.rev_actual,
          period.expected_publish_date,
        ]),
    ).toEqual(
      quarters.map((quarter) => [
        quarter.fiscal_year,
        quarter.fiscal_period,
        quarter.diluted_eps_incl_extra,
        quarter.revenue,
        quarter.publish_date,
      ]),
    )
    expect(calendar[0]).toMatchObject({ eps_actual: null, rev_actual: null })
    const alert = await ask(wire.financialAlert)
    expect(alert).toMatchObject({
      fiscal_year: calendar[0]?.fiscal_year,
      fiscal_period: calendar[0]?.fiscal_period,
      eps_est: calendar[0]?.eps_est,
      eps_ly: calendar[4]?.eps_actual,
    })
    const forecast = await ask(wire.forecastEps)
    expect(forecast.map(({ reported }) => reported)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(forecast[3]?.actual).toEqual(quarters[0]?.diluted_eps_incl_extra)
    expect(forecast[4]).toMatchObject({ actual: null, est: alert.eps_est })
  })

  it('has dividends that agree with the corporate actions', async () => {
    const dividends = await ask(wire.dividendCalendar)
    const events = await ask(CORPORATE_ACTION_OPERATIONS.corporateActions, {
      ...KO,
      event_types: 'CASH_DIVIDEND',
    })
    expect(events.data.map(({ event_date: day }) => day)).toEqual(
      dividends.slice(0, 20).map(({ ex_div_date: day }) => day),
    )
    for (const dividend of dividends) {
      expect([dividend.declare_date, dividend.ex_div_date, dividend.pay_date]).toEqual(
        [dividend.declare_date, dividend.ex_div_date, dividend.pay_date].sort(),
      )
      expect(dividend.record_date).toBe(dividend.ex_div_date)
    }
  })

  it('ranks the companies of its industry by earnings', async () => {
    const industry = await ask(wire.industryComparison, {
      symbol: 'NVDA',
      category: 'US_STOCK',
      sort_by: 'EPS_TTM',
    })
    expect(industry.data.map(({ symbol }) => symbol).sort()).toEqual([
      'AMD',
      'AVGO',
      'INTC',
      'NVDA',
    ])
    expect(industry.data.map(({ rank }) => rank)).toEqual([1, 2, 3, 4])
    const values = industry.data.map(({ value }) => n(value))
    expect(values).toEqual([...values].sort((a, b) => b - a))
  })

  it('is consistent: ratings add up, flows equal trades, ratios follow from the statements', async () => {
    const rating = await ask(wire.analystRating)
    expect(
      n(rating.strong_buy) +
        n(rating.buy) +
        n(rating.hold) +
        n(rating.under_perform) +
        n(rating.sell),
    ).toBe(n(rating.number))
    const flows = await ask(wire.capitalFlow)
    const bars = await ask(STOCK_DATA_OPERATIONS.stockBarsSingle, {
      ...KO,
      timespan: 'D',
      count: '5',
      real_time_required: 'true',
    })
    expect(flows).toHaveLength(5)
    for (const [index, flow] of flows.entries()) {
      const total =
        n(flow.large_in) +
        n(flow.large_out) +
        n(flow.medium_in) +
        n(flow.medium_out) +
        n(flow.small_in) +
        n(flow.small_out)
      const bar = bars[index]
      expect(total / n(bar?.volume)).toBeGreaterThanOrEqual(n(bar?.low) - 0.01)
      expect(total / n(bar?.volume)).toBeLessThanOrEqual(n(bar?.high) + 0.01)
    }
    const { values } = await ask(wire.financialIndicators, { ...KO, count: '1', type: 'ANNUAL' })
    const [year] = await ask(wire.incomeStatement, { ...KO, count: '1', type: 'ANNUAL' })
    expect(n(values['net_margin']?.[0]?.value)).toBeCloseTo(
      n(year?.net_income) / n(year?.revenue),
      4,
    )
    expect(Object.keys(values)).toEqual(
      expect.arrayContaining([
        'roa',
        'roe',
        'diluted_eps_incl_extra',
        'net_margin',
        'debt_to_assets',
        'naps',
        'ocf_ps',
        'cap_surplus_ps',
      ]),
    )
  })
})

describe('the data of a fund', () => {
  it.each(['SPY', 'QQQ', 'TLT', 'GLD', 'TQQQ', 'XLE'])(
    'the data of %s has holdings and allocations that add up to the whole',
    async (symbol) => {
      const query = { symbol, category: 'US_ETF' }
      const holdings = await ask(wire.fundHoldings, query)
      expect(
        holdings.reduce(
          (total, { share_held_pct: share }) => total + Math.round(n(share) * 100),
          0,
        ),
      ).toBe(10_000)
      const [split] = await ask(wire.fundAllocation, query)
      const kinds = [
        split?.cash,
        split?.bond,
        split?.stock,
        split?.preferred,
        split?.convertible,
        split?.other,
      ]
      expect(kinds.reduce((total, kind) => total + Math.round(n(kind?.ratio) * 10_000), 0)).toBe(
        10_000,
      )
      expect(kinds.reduce((total, kind) => total + n(kind?.value), 0) / n(split?.aum)).toBeCloseTo(
        1,
        6,
      )
      expect((await ask(wire.fundBrief, query)).aum).toEqual(split?.aum)
    },
  )

  it('has net values and returns that follow its price', async () => {
    const values = await ask(wire.fundNetValue, { ...SPY, count: '3' })
    const bars = await ask(STOCK_DATA_OPERATIONS.stockBarsSingle, {
      ...SPY,
      timespan: 'D',
      count: '3',
    })
    expect(values.map(({ net_value: value }) => value)).toEqual(
      bars.map(({ close }) => close).reverse(),
    )
    const older = await ask(wire.fundNetValue, {
      ...SPY,
      count: '1',
      last_date: values[1]?.date ?? '',
    })
    expect(older).toEqual([values[1]])
    const performance = await ask(wire.fundPerformance, { symbol: 'IBIT', category: 'US_ETF' })
    expect(performance).toMatchObject({ return_5y: null, return_10y: null })
    expect(performance.return_1y).not.toBeNull()
  })

  it('has dividends, paged and each once, that agree with the calendar', async () => {
    const days: (string | null)[] = []
    for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
      const page: z.output<typeof wire.fundDividends.response> = await ask(
        wire.fundDividends,
        key === '' ? SPY : { ...SPY, pagination_key: key },
      )
      days.push(...page.data.map(({ share_date: day }) => day))
      key = page.pagination_key
    }
    expect(days).toEqual((await ask(wire.dividendCalendar, SPY)).map(({ ex_div_date: day }) => day))
    expect(days.length).toBeGreaterThan(10)
  })

  it('has splits, newest first', async () => {
    expect(await ask(wire.fundSplits, { symbol: 'SQQQ', category: 'US_ETF' })).toMatchObject([
      { split_date: '2024-11-07', split_type: 'MERGE', split_ratio: '5:1' },
      { split_date: '2022-01-13' },
    ])
  })
})
