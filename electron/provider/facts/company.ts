import type {
  CompanyReads,
  CompanySectionName,
  FinancialStatement,
  ReportPeriod,
} from '../../../shared/domain/reference/fundamentals.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CORPORATE_ACTION_OPERATIONS } from '../../../shared/wire/families/company/corporate-actions.js'
import { FUNDAMENTAL_OPERATIONS } from '../../../shared/wire/families/company/fundamentals.js'
import { STOCK_EXTRA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-extras.js'
import { FUTURES_OPERATIONS } from '../../../shared/wire/families/products/futures.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import type { CompanyPort } from '../../core/market/facts/facts-port.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { allRows } from '../http/paginate.js'
import { toProviderFailure } from '../http/provider-failure.js'
import {
  toAnalystRating,
  toCapitalFlowDay,
  toCompanyProfile,
  toCorporateAction,
  toDividend,
  toEarnings,
  toEpsForecast,
  toFilings,
  toFootprint,
  toFundHolding,
  toFundNetValue,
  toFundPerformance,
  toIndicators,
  toIndustryComparison,
  toNextReport,
  toPriceTarget,
  toStatement,
} from '../mapping/facts/fundamentals.js'
import {
  toFundAllocation,
  toFundBrief,
  toFundDividend,
  toFundFile,
  toFundRating,
  toFundSplit,
} from '../mapping/facts/funds.js'
import { toAuctionState, toImbalance } from '../mapping/facts/auctions.js'
import type { Categories, StockCategory } from '../market-data/categories.js'

/** Reads of a panel wait behind orders; a panel shows that it waits. */
const OPTIONS: CallOptions = { priority: 'background', maxWaitMs: 15_000 }

/** The most reports, days and values that are read at once. */
const REPORTS = '8'
const FLOW_DAYS = '5'
const NET_VALUES = '20'

interface Subject {
  readonly caller: Caller
  readonly stock: { readonly symbol: string; readonly category: StockCategory }
  readonly reports: ReportPeriod
}
type CompanyRead<T> = Promise<Result<T, CallFailure>>
type ReadOf<K extends CompanySectionName> = (subject: Subject) => CompanyRead<CompanyReads[K]>

/** Calls an operation about the symbol, and converts its answer. */
async function read<O extends Operation, T>(
  { caller }: Subject,
  operation: O,
  request: RequestOf<O>,
  to: (response: ResponseOf<O>) => T,
): CompanyRead<T> {
  const answer = await caller.call(operation, request, OPTIONS)
  return answer.ok ? ok(to(answer.value)) : answer
}

/** Reads the statements of one kind. */
const statements =
  (
    operation:
      | typeof FUNDAMENTAL_OPERATIONS.incomeStatement
      | typeof FUNDAMENTAL_OPERATIONS.balanceSheet
      | typeof FUNDAMENTAL_OPERATIONS.cashFlow,
  ): ((subject: Subject) => CompanyRead<readonly FinancialStatement[]>) =>
  async ({ caller, stock, reports }) => {
    const answer = await caller.call(
      operation,
      { ...stock, type: reports === 'annual' ? 'ANNUAL' : 'QUARTERLY', count: REPORTS },
      OPTIONS,
    )
    return answer.ok ? ok(answer.value.map((record) => toStatement(record))) : answer
  }

/** Declares how one section is read. */
const section = <T>(
  run: (subject: Subject) => CompanyRead<T>,
): ((subject: Subject) => CompanyRead<T>) => run

/** How each section is read (MARKET-9). */
const READS: { readonly [K in CompanySectionName]: ReadOf<K> } = {
  profile: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.companyProfile, it.stock, toCompanyProfile),
  ),
  rating: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.analystRating, it.stock, toAnalystRating),
  ),
  target: section((it) => read(it, FUNDAMENTAL_OPERATIONS.analystTarget, it.stock, toPriceTarget)),
  'next-report': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.financialAlert, it.stock, toNextReport),
  ),
  forecasts: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.forecastEps, it.stock, (rows) => rows.map(toEpsForecast)),
  ),
  earnings: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.earningsCalendar, it.stock, (rows) => rows.map(toEarnings)),
  ),
  dividends: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.dividendCalendar, it.stock, (rows) => rows.map(toDividend)),
  ),
  actions: section(async ({ caller, stock }) => {
    const request = { symbol: stock.symbol, category: 'US_STOCK' } as const
    const rows = await allRows(
      caller,
      CORPORATE_ACTION_OPERATIONS.corporateActions,
      request,
      OPTIONS,
    )
    return rows.ok ? ok(rows.value.map(toCorporateAction)) : rows
  }),
  filings: section((it) => read(it, FUNDAMENTAL_OPERATIONS.filings, it.stock, toFilings)),
  industry: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.industryComparison, it.stock, toIndustryComparison),
  ),
  flow: section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.capitalFlow, { ...it.stock, count: FLOW_DAYS }, (rows) =>
      rows.map(toCapitalFlowDay),
    ),
  ),
  income: statements(FUNDAMENTAL_OPERATIONS.incomeStatement),
  balance: statements(FUNDAMENTAL_OPERATIONS.balanceSheet),
  'cash-flow': statements(FUNDAMENTAL_OPERATIONS.cashFlow),
  indicators: section((it) =>
    read(
      it,
      FUNDAMENTAL_OPERATIONS.financialIndicators,
      { ...it.stock, type: it.reports === 'annual' ? 'ANNUAL' : 'QUARTERLY', count: REPORTS },
      (record) => ({ currency: record.currency, indicators: toIndicators(record) }),
    ),
  ),
  'fund-brief': section((it) => read(it, FUNDAMENTAL_OPERATIONS.fundBrief, it.stock, toFundBrief)),
  'fund-performance': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundPerformance, it.stock, toFundPerformance),
  ),
  'fund-allocation': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundAllocation, it.stock, (rows) => rows.map(toFundAllocation)),
  ),
  'fund-holdings': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundHoldings, it.stock, (rows) => rows.map(toFundHolding)),
  ),
  'fund-values': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundNetValue, { ...it.stock, count: NET_VALUES }, (rows) =>
      rows.map(toFundNetValue),
    ),
  ),
  'fund-dividends': section(async ({ caller, stock }) => {
    const rows = await allRows(caller, FUNDAMENTAL_OPERATIONS.fundDividends, stock, OPTIONS)
    return rows.ok ? ok(rows.value.map(toFundDividend)) : rows
  }),
  'fund-ratings': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundRating, it.stock, (rows) => rows.map(toFundRating)),
  ),
  'fund-files': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundFiles, it.stock, (rows) => rows.map(toFundFile)),
  ),
  'fund-splits': section((it) =>
    read(it, FUNDAMENTAL_OPERATIONS.fundSplits, it.stock, (rows) => rows.map(toFundSplit)),
  ),
}

/** The provider's names of the auctions. */
const AUCTION_NAMES = { open: 'PRE_OPEN', close: 'PRE_CLOSE' } as const

/** The newest intervals of a footprint. */
const FOOTPRINTS = '30'

/** Creates the reads about single companies, funds and contracts. */
export const companyReads = (caller: Caller, categories: Categories): CompanyPort => ({
  async company(symbol, name, reports) {
    await categories.resolve([symbol])
    const known = categories.categoryOf(symbol)
    const category = known === 'US_ETF' ? known : 'US_STOCK'
    const answer = await READS[name]({ caller, stock: { symbol, category }, reports })
    return answer.ok ? answer : err(toProviderFailure(answer.error))
  },
  async imbalance(symbol, auction) {
    const request = {
      symbol,
      category: 'US_STOCK',
      imbalance_action_type: AUCTION_NAMES[auction],
    } as const
    const states = await caller.call(STOCK_EXTRA_OPERATIONS.noiiBars, request, OPTIONS)
    if (!states.ok) return err(toProviderFailure(states.error))
    if (states.value.length === 0) return ok({ latest: null, states: [] })
    const latest = await caller.call(STOCK_EXTRA_OPERATIONS.noiiSnapshot, request, OPTIONS)
    if (!latest.ok) return err(toProviderFailure(latest.error))
    return ok({
      latest: toImbalance(latest.value),
      states: states.value.map(toAuctionState).toSorted((a, b) => b.time - a.time),
    })
  },
  async footprint(symbol, span) {
    const request = { symbols: symbol, timespan: span, count: FOOTPRINTS } as const
    const running = { real_time_required: 'true' } as const
    const answer =
      categories.categoryOf(symbol) === 'US_FUTURES'
        ? await caller.call(
            FUTURES_OPERATIONS.futuresFootprint,
            { ...request, ...running, category: 'US_FUTURES' },
            OPTIONS,
          )
        : await caller.call(
            STOCK_EXTRA_OPERATIONS.stockFootprint,
            { ...request, ...running, category: 'US_STOCK' },
            OPTIONS,
          )
    if (!answer.ok) return err(toProviderFailure(answer.error))
    const rows = answer.value.find((entry) => entry.symbol === symbol)?.result ?? []
    return ok(rows.map(toFootprint).reverse())
  },
})
