import {
  asMoney,
  asPrice,
  asQuantity,
  cmp,
  parseDecimal,
  ZERO,
} from '../../../../shared/domain/decimal.js'
import type {
  AnalystRating,
  CapitalFlowDay,
  CompanyProfile,
  CorporateAction,
  CorporateActionKind,
  Dividend,
  Earnings,
  EpsForecast,
  Filing,
  FinancialStatement,
  FiscalPeriod,
  Footprint,
  FundHolding,
  FundNetValue,
  FundPerformance,
  Indicator,
  IndustryComparison,
  IndustryRank,
  NextReport,
  PriceTarget,
} from '../../../../shared/domain/reference/fundamentals.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { CORPORATE_ACTION_OPERATIONS } from '../../../../shared/wire/families/company/corporate-actions.js'
import type { FUNDAMENTAL_OPERATIONS } from '../../../../shared/wire/families/company/fundamentals.js'
import type { ResponseOf } from '../../../../shared/wire/operation.js'
import type { z } from 'zod'
import type { zFootprint } from '../../../../shared/wire/families/market-data/stock-extras.js'
import { money, orUnknown, price, tableReader } from '../values.js'

/** Converts a fiscal period (MARKET-9). */
const periodOf = (record: {
  readonly fiscal_year: number
  readonly fiscal_period: number
}): FiscalPeriod => ({ year: record.fiscal_year, period: record.fiscal_period })

export const toCompanyProfile = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.companyProfile>,
): CompanyProfile => ({
  symbol: symbol(record.symbol),
  name: record.company_name,
  founded: record.establish_date,
  description: record.profile,
  employees: record.employees,
  address: record.address,
  ceo: record.ceo,
  industries: record.industries,
})

export const toAnalystRating = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.analystRating>,
): AnalystRating => ({
  analysts: record.number,
  strongBuy: record.strong_buy,
  buy: record.buy,
  hold: record.hold,
  underperform: record.under_perform,
  sell: record.sell,
  since: record.effective_start_date,
})

export const toPriceTarget = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.analystTarget>,
): PriceTarget => ({
  mean: price(record.mean),
  low: price(record.low),
  high: price(record.high),
  median: price(record.median),
  currency: record.currency,
  since: record.effective_start_date,
})

export const toCapitalFlowDay = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.capitalFlow>[number],
): CapitalFlowDay => ({
  date: record.date,
  largeIn: asMoney(record.large_in),
  largeOut: asMoney(record.large_out),
  mediumIn: asMoney(record.medium_in),
  mediumOut: asMoney(record.medium_out),
  smallIn: asMoney(record.small_in),
  smallOut: asMoney(record.small_out),
})

export const toEarnings = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.earningsCalendar>[number],
): Earnings => ({
  ...periodOf(record),
  currency: record.currency,
  expected: record.expected_publish_date,
  eps: record.eps_actual,
  epsEstimate: record.eps_est,
  revenue: money(record.rev_actual),
  revenueEstimate: money(record.rev_est),
})

export const toDividend = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.dividendCalendar>[number],
): Dividend => ({
  amount: asMoney(record.amount),
  currency: record.currency,
  kind: record.div_type,
  declared: record.declare_date,
  exDate: record.ex_div_date,
  recordDate: record.record_date,
  payDate: record.pay_date,
})

export const toFilings = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.filings>,
): readonly Filing[] =>
  record.filings.map((filing) => ({
    title: filing.title,
    url: filing.url,
    published: filing.publish_date,
  }))

type Statement =
  | ResponseOf<typeof FUNDAMENTAL_OPERATIONS.incomeStatement>[number]
  | ResponseOf<typeof FUNDAMENTAL_OPERATIONS.balanceSheet>[number]
  | ResponseOf<typeof FUNDAMENTAL_OPERATIONS.cashFlow>[number]

/** Converts a statement of any of the three kinds; its lines have the provider's names. */
export function toStatement(record: Statement): FinancialStatement {
  const {
    fiscal_year: _year,
    fiscal_period: _period,
    end_date: endDate,
    publish_date: published,
    currency,
    ...lines
  } = record
  return {
    ...periodOf(record),
    endDate,
    published,
    currency,
    lines: Object.entries(lines).flatMap(([name, value]) =>
      value === null ? [] : [{ name, value }],
    ),
  }
}

export const toIndicators = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.financialIndicators>,
): readonly Indicator[] =>
  Object.entries(record.values).map(([name, values]) => ({
    name,
    values: values.map((entry) => ({ ...periodOf(entry), value: entry.value })),
  }))

export const toIndustryRanks = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.industryComparison>,
): readonly IndustryRank[] =>
  record.data.map((row) => ({
    symbol: symbol(row.symbol),
    name: row.name,
    rank: row.rank,
    value: row.value,
  }))

export const toFundHolding = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.fundHoldings>[number],
): FundHolding => ({
  symbol: record.target_symbol === null ? null : symbol(record.target_symbol),
  name: record.stock_name,
  percent: record.share_held_pct,
  changePercent: record.share_held_chg_pct,
})

export function toFundPerformance(
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.fundPerformance>,
): FundPerformance {
  const spans = [
    ['1m', record.return_1m],
    ['3m', record.return_3m],
    ['6m', record.return_6m],
    ['1y', record.return_1y],
    ['3y', record.return_3y],
    ['5y', record.return_5y],
    ['10y', record.return_10y],
    ['start', record.return_si],
  ] as const
  return {
    currency: record.currency,
    endDate: record.end_date,
    returns: spans.flatMap(([span, percent]) => (percent === null ? [] : [{ span, percent }])),
  }
}

export const toFundNetValue = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.fundNetValue>[number],
): FundNetValue => ({
  date: record.date,
  currency: record.currency,
  value: asMoney(record.net_value),
})

const kindOf = orUnknown(
  tableReader<CorporateActionKind>({
    NAME_CHANGE: 'name-change',
    CASH_DIVIDEND: 'cash-dividend',
    STOCK_DIVIDEND: 'stock-dividend',
    REVERSE_SPLIT: 'reverse-split',
    FORWARD_SPLIT: 'forward-split',
    SPIN_OFF: 'spin-off',
    UNIT_SPLIT: 'unit-split',
    MERGER: 'merger',
    REDEMPTION: 'redemption',
  }),
)

/** `I` and `U` are valid; `C`, `D` and unpublished values are not. */
export const toCorporateAction = (
  record: ResponseOf<typeof CORPORATE_ACTION_OPERATIONS.corporateActions>['data'][number],
): CorporateAction => ({
  eventId: String(record.event_id),
  symbol: symbol(record.symbol),
  kind: kindOf(record.event_type) ?? 'unknown',
  valid: record.event_action === 'I' || record.event_action === 'U',
  before: record.ratio_old,
  after: record.ratio_new,
  date: record.event_date,
})

export const toNextReport = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.financialAlert>,
): NextReport => ({
  ...periodOf(record),
  from: record.start_date,
  to: record.end_date,
  currency: record.currency,
  epsEstimate: record.eps_est,
  epsLastYear: record.eps_ly,
  revenueEstimate: money(record.rev_est),
  revenueLastYear: money(record.rev_ly),
})

export const toEpsForecast = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.forecastEps>[number],
): EpsForecast => ({
  ...periodOf(record),
  actual: record.actual,
  estimate: record.est,
  reported: record.reported,
})

export const toIndustryComparison = (
  record: ResponseOf<typeof FUNDAMENTAL_OPERATIONS.industryComparison>,
): IndustryComparison => ({
  ...periodOf(record),
  industry: record.industry_name,
  measure: record.type,
  ranks: toIndustryRanks(record),
})

/** Converts a footprint; its prices are the members of both details, highest first. */
export function toFootprint(record: z.output<typeof zFootprint>): Footprint {
  const { buy_detail: bought, sell_detail: sold } = record
  const levels = [...new Set([...Object.keys(bought), ...Object.keys(sold)])].flatMap((text) => {
    const level = parseDecimal(text)
    return level === null
      ? []
      : [
          {
            price: asPrice(level),
            bought: asQuantity(bought[text] ?? ZERO),
            sold: asQuantity(sold[text] ?? ZERO),
          },
        ]
  })
  return {
    time: record.time,
    total: asQuantity(record.total),
    delta: record.delta,
    bought: asQuantity(record.buy_total),
    sold: asQuantity(record.sell_total),
    levels: levels.sort((a, b) => cmp(b.price, a.price)),
  }
}
