import { z } from 'zod'
import { W_STOCK_CATEGORIES } from '../../enums.js'
import { zOptionalDecimal, zOptionalText, zPage, zWireDecimal } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { zBalanceSheet, zCashFlow, zIncomeStatement, zPeriod } from './statements.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  method: 'GET',
  encoding: 'query',
  rate: LIMITS.marketData,
} as const
const d = zOptionalDecimal
const t = zOptionalText
const zWho = { symbol: z.string().min(1), category: z.enum(W_STOCK_CATEGORIES) }
const zSymbol = z.object(zWho)
const zDate = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
const count = { count: z.string().optional() }
const zReports = z.object({
  ...zWho,
  type: z.enum(['ANNUAL', 'QUARTERLY', 'annual', 'quarterly']).optional(),
  ...count,
})

const zAsset = z.object({ value: d, ratio: d })

/** Fundamentals of companies and funds (MARKET-9). */
export const FUNDAMENTAL_OPERATIONS = {
  /** MARKET-9. Companies only; funds have their own operations. */
  companyProfile: operation({
    ...data,
    id: 'market.fundamentals.profile',
    name: 'Company Profile',
    path: '/market-data/fundamentals/company-profiles/get',
    request: zSymbol,
    response: z.object({
      symbol: z.string(),
      category: t,
      company_name: t,
      establish_date: t,
      exhibition_code: t,
      profile: t,
      employees: t,
      address: t,
      ceo: t,
      industries: z.array(z.string()),
    }),
  }),

  analystRating: operation({
    ...data,
    id: 'market.fundamentals.rating',
    name: 'Analyst Rating',
    path: '/market-data/fundamentals/analysis/ratings/get',
    request: zSymbol,
    response: z.object({
      number: d,
      strong_buy: d,
      buy: d,
      hold: d,
      under_perform: d,
      sell: d,
      effective_start_date: t,
    }),
  }),

  analystTarget: operation({
    ...data,
    id: 'market.fundamentals.target',
    name: 'Analyst Target Price',
    path: '/market-data/fundamentals/analysis/target-prices/get',
    request: zSymbol,
    response: z.object({
      mean: d,
      low: d,
      high: d,
      median: d,
      currency: t,
      effective_start_date: t,
    }),
  }),

  capitalFlow: operation({
    ...data,
    id: 'market.fundamentals.capital-flow',
    name: 'Capital Flow',
    path: '/market-data/fundamentals/capital-flows/get',
    request: z.object({ ...zWho, ...count }),
    response: z.array(
      z.object({
        date: z.string(),
        large_in: zWireDecimal,
        large_out: zWireDecimal,
        medium_in: zWireDecimal,
        medium_out: zWireDecimal,
        small_in: zWireDecimal,
        small_out: zWireDecimal,
      }),
    ),
  }),

  forecastEps: operation({
    ...data,
    id: 'market.fundamentals.forecast-eps',
    name: 'Forecast EPS',
    path: '/market-data/fundamentals/forecast-eps/get',
    request: zSymbol,
    response: z.array(z.object({ ...zPeriod, actual: d, est: d, reported: z.boolean() })),
  }),

  earningsCalendar: operation({
    ...data,
    id: 'market.fundamentals.earnings',
    name: 'Earnings Calendar',
    path: '/market-data/fundamentals/earnings-calendars/list',
    request: zSymbol,
    response: z.array(
      z.object({
        ...zPeriod,
        currency: t,
        expected_publish_date: t,
        eps_actual: d,
        eps_est: d,
        rev_actual: d,
        rev_est: d,
      }),
    ),
  }),

  dividendCalendar: operation({
    ...data,
    id: 'market.fundamentals.dividends',
    name: 'Dividend Calendar',
    path: '/market-data/fundamentals/dividend-calendars/list',
    request: zSymbol,
    response: z.array(
      z.object({
        symbol: z.string(),
        market: t,
        currency: t,
        amount: zWireDecimal,
        div_type: t,
        declare_date: t,
        ex_div_date: t,
        record_date: t,
        pay_date: t,
      }),
    ),
  }),

  filings: operation({
    ...data,
    id: 'market.fundamentals.filings',
    name: 'Filings',
    path: '/market-data/fundamentals/filings/list',
    request: zSymbol,
    response: z.object({
      symbol: z.string(),
      category: t,
      filings: z.array(z.object({ title: z.string(), url: t, publish_date: t })),
    }),
  }),

  industryComparison: operation({
    ...data,
    id: 'market.fundamentals.industry',
    name: 'Industry Comparison',
    path: '/market-data/fundamentals/industry-comparisons/get',
    request: z.object({ ...zWho, sort_by: z.enum(['EPS_TTM']).optional() }),
    response: z.object({
      ...zPeriod,
      industry_name: t,
      type: t,
      data: z.array(
        z.object({ symbol: z.string(), name: t, rank: z.number().int(), value: zWireDecimal }),
      ),
    }),
  }),

  financialAlert: operation({
    ...data,
    id: 'market.fundamentals.alert',
    name: 'Financial Alert',
    path: '/market-data/fundamentals/financial-alerts/get',
    request: zSymbol,
    response: z.object({
      start_date: t,
      end_date: t,
      ...zPeriod,
      currency: t,
      eps_est: d,
      eps_ly: d,
      rev_est: d,
      rev_ly: d,
    }),
  }),

  financialIndicators: operation({
    ...data,
    id: 'market.fundamentals.indicators',
    name: 'Financial Indicators',
    path: '/market-data/fundamentals/indicators/get',
    request: zReports,
    response: z.object({
      currency: t,
      values: z.record(z.string(), z.array(z.object({ ...zPeriod, value: d }))),
    }),
  }),

  incomeStatement: operation({
    ...data,
    id: 'market.fundamentals.income',
    name: 'Income Statement',
    path: '/market-data/fundamentals/income-statements/get',
    request: zReports,
    response: z.array(zIncomeStatement),
  }),

  balanceSheet: operation({
    ...data,
    id: 'market.fundamentals.balance',
    name: 'Balance Sheet',
    path: '/market-data/fundamentals/balance-sheets/get',
    request: zReports,
    response: z.array(zBalanceSheet),
  }),

  cashFlow: operation({
    ...data,
    id: 'market.fundamentals.cash-flow',
    name: 'Cash Flow',
    path: '/market-data/fundamentals/cash-flows/get',
    request: zReports,
    response: z.array(zCashFlow),
  }),

  fundBrief: operation({
    ...data,
    id: 'market.funds.brief',
    name: 'Fund Brief',
    path: '/market-data/fundamentals/fund-brief/get',
    request: zSymbol,
    response: z.object({
      name: t,
      launch_date: t,
      benchmark: t,
      investment_objective: t,
      aum: d,
      issuer: t,
      custodian: t,
      managers: z.array(
        z.object({
          name: t,
          title: t,
          start_date: t,
          end_date: t,
          is_incumbent: z.number().int(),
          tenure_return: d,
          tenure_years: d,
          tenure_days: z.number().int(),
        }),
      ),
    }),
  }),

  fundPerformance: operation({
    ...data,
    id: 'market.funds.performance',
    name: 'Fund Performance',
    path: '/market-data/fundamentals/fund-performances/get',
    request: zSymbol,
    response: z.object({
      currency: t,
      end_date: t,
      return_1m: d,
      return_3m: d,
      return_6m: d,
      return_1y: d,
      return_3y: d,
      return_5y: d,
      return_10y: d,
      return_si: d,
    }),
  }),

  fundNetValue: operation({
    ...data,
    id: 'market.funds.net-value',
    name: 'Fund Net Value',
    path: '/market-data/fundamentals/fund-net-values/get',
    request: z.object({ ...zWho, last_date: zDate.optional(), ...count }),
    response: z.array(z.object({ date: z.string(), currency: t, net_value: zWireDecimal })),
  }),

  fundHoldings: operation({
    ...data,
    id: 'market.funds.holdings',
    name: 'Fund Holdings',
    path: '/market-data/fundamentals/fund-holdings/get',
    request: zSymbol,
    response: z.array(
      z.object({
        target_symbol: t,
        stock_name: t,
        share_held_pct: d,
        share_held_chg_pct: d,
        maturity_date: t,
        update_time: t,
      }),
    ),
  }),

  fundDividends: operation({
    ...data,
    paging: 'cursor',
    id: 'market.funds.dividends',
    name: 'Fund Dividends',
    path: '/market-data/fundamentals/fund-dividends/get',
    request: z.object({ ...zWho, pagination_key: z.string().optional() }),
    response: zPage(
      z.object({ share_date: t, publish_date: t, pay_date: t, record_date: t, dps: zWireDecimal }),
    ),
  }),

  fundRating: operation({
    ...data,
    id: 'market.funds.rating',
    name: 'Fund Rating',
    path: '/market-data/fundamentals/fund-ratings/get',
    request: zSymbol,
    response: z.array(
      z.object({
        rating_date: t,
        rating_agency: t,
        rating_cycle: t,
        rating_results: z.number().int(),
      }),
    ),
  }),

  fundSplits: operation({
    ...data,
    id: 'market.funds.splits',
    name: 'Fund Splits',
    path: '/market-data/fundamentals/fund-splits/get',
    request: zSymbol,
    response: z.array(
      z.object({
        split_date: t,
        split_type: t,
        split_ratio: t,
        from: zWireDecimal,
        to: zWireDecimal,
      }),
    ),
  }),

  fundFiles: operation({
    ...data,
    id: 'market.funds.files',
    name: 'Fund Files',
    path: '/market-data/fundamentals/fund-files/get',
    request: zSymbol,
    response: z.array(z.object({ file_name: t, url: t, publish_date: t, type: z.number().int() })),
  }),

  fundAllocation: operation({
    ...data,
    id: 'market.funds.allocation',
    name: 'Fund Allocation',
    path: '/market-data/fundamentals/fund-allocations/get',
    request: zSymbol,
    response: z.array(
      z.object({
        date: t,
        aum: d,
        cash: zAsset,
        bond: zAsset,
        stock: zAsset,
        preferred: zAsset,
        convertible: zAsset,
        other: zAsset,
      }),
    ),
  }),
} as const
