import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { Unknown } from '../unknown.js'
import type { EpochMs } from '../time.js'

/**
 * A fiscal year or one of its quarters (1 to 4; 0 is the full year, 5 a notice before the report).
 */
export interface FiscalPeriod {
  readonly year: number
  readonly period: number
}

export interface CompanyProfile {
  readonly symbol: Symbol
  readonly name: string | null
  readonly founded: string | null
  readonly description: string | null
  readonly employees: string | null
  readonly address: string | null
  readonly ceo: string | null
  readonly industries: readonly string[]
}

/** The number of analysts per rating. */
export interface AnalystRating {
  readonly analysts: Decimal | null
  readonly strongBuy: Decimal | null
  readonly buy: Decimal | null
  readonly hold: Decimal | null
  readonly underperform: Decimal | null
  readonly sell: Decimal | null
  readonly since: string | null
}

export interface PriceTarget {
  readonly mean: Price | null
  readonly low: Price | null
  readonly high: Price | null
  readonly median: Price | null
  readonly currency: string | null
  readonly since: string | null
}

/** Inflow and outflow of large, medium and small trades on one day. */
export interface CapitalFlowDay {
  readonly date: string
  readonly largeIn: Money
  readonly largeOut: Money
  readonly mediumIn: Money
  readonly mediumOut: Money
  readonly smallIn: Money
  readonly smallOut: Money
}

export interface Earnings extends FiscalPeriod {
  readonly currency: string | null
  readonly expected: string | null
  readonly eps: Decimal | null
  readonly epsEstimate: Decimal | null
  readonly revenue: Money | null
  readonly revenueEstimate: Money | null
}

export interface Dividend {
  readonly amount: Money
  readonly currency: string | null
  readonly kind: string | null
  readonly declared: string | null
  readonly exDate: string | null
  readonly recordDate: string | null
  readonly payDate: string | null
}

export interface Filing {
  readonly title: string
  readonly url: string | null
  readonly published: string | null
}

/** A line of a statement, by the provider's name of it. */
export interface NamedFigure {
  readonly name: string
  readonly value: Decimal
}

/**
 * An income statement, balance sheet or cash flow statement: its lines by the provider's names,
 * without those that were not reported.
 */
export interface FinancialStatement extends FiscalPeriod {
  readonly endDate: string | null
  readonly published: string | null
  readonly currency: string | null
  readonly lines: readonly NamedFigure[]
}

/** One indicator over the periods. */
export interface Indicator {
  readonly name: string
  readonly values: readonly (FiscalPeriod & { readonly value: Decimal | null })[]
}

export interface IndustryRank {
  readonly symbol: Symbol
  readonly name: string | null
  readonly rank: number
  readonly value: Decimal
}

/** One holding of a fund; shares of the fund are in percent, as the provider writes them. */
export interface FundHolding {
  readonly symbol: Symbol | null
  readonly name: string | null
  readonly percent: Decimal | null
  readonly changePercent: Decimal | null
}

/** The spans of a fund's returns; `start` is since inception. */
export const FUND_SPANS = ['1m', '3m', '6m', '1y', '3y', '5y', '10y', 'start'] as const
export type FundSpan = (typeof FUND_SPANS)[number]

/** Returns of a fund in percent, by span. */
export interface FundPerformance {
  readonly currency: string | null
  readonly endDate: string | null
  readonly returns: readonly { readonly span: FundSpan; readonly percent: Decimal }[]
}

export interface FundNetValue {
  readonly date: string
  readonly currency: string | null
  readonly value: Money
}

/** The kinds of corporate action. `before` and `after` are the share counts. */
export const CORPORATE_ACTION_KINDS = [
  'name-change',
  'cash-dividend',
  'stock-dividend',
  'reverse-split',
  'forward-split',
  'spin-off',
  'unit-split',
  'merger',
  'redemption',
] as const
export type CorporateActionKind = (typeof CORPORATE_ACTION_KINDS)[number]

export interface CorporateAction {
  readonly eventId: string
  readonly symbol: Symbol
  readonly kind: CorporateActionKind | Unknown
  /** False when the provider withdrew it. */
  readonly valid: boolean
  readonly before: Decimal | null
  readonly after: Decimal | null
  readonly date: string | null
}

/** What the next report is expected to say, and the same quarter a year before. */
export interface NextReport extends FiscalPeriod {
  /** The days between which the report is expected. */
  readonly from: string | null
  readonly to: string | null
  readonly currency: string | null
  readonly epsEstimate: Decimal | null
  readonly epsLastYear: Decimal | null
  readonly revenueEstimate: Money | null
  readonly revenueLastYear: Money | null
}

export interface EpsForecast extends FiscalPeriod {
  readonly actual: Decimal | null
  readonly estimate: Decimal | null
  readonly reported: boolean
}

/** A company among those of its industry, by one measure. */
export interface IndustryComparison extends FiscalPeriod {
  readonly industry: string | null
  readonly measure: string | null
  readonly ranks: readonly IndustryRank[]
}

export interface Indicators {
  readonly currency: string | null
  readonly indicators: readonly Indicator[]
}

export interface FundManager {
  readonly name: string | null
  readonly title: string | null
  readonly since: string | null
  readonly until: string | null
}

export interface FundBrief {
  readonly name: string | null
  readonly launched: string | null
  readonly benchmark: string | null
  readonly objective: string | null
  readonly assets: Money | null
  readonly issuer: string | null
  readonly custodian: string | null
  readonly managers: readonly FundManager[]
}

export const FUND_ASSETS = ['cash', 'bond', 'stock', 'preferred', 'convertible', 'other'] as const
export type FundAsset = (typeof FUND_ASSETS)[number]

/** What a fund holds by kind of asset, in percent. */
export interface FundAllocation {
  readonly date: string | null
  readonly assets: Money | null
  readonly parts: readonly {
    readonly asset: FundAsset
    readonly value: Money | null
    readonly percent: Decimal | null
  }[]
}

export interface FundDividend {
  readonly exDate: string | null
  readonly published: string | null
  readonly payDate: string | null
  readonly recordDate: string | null
  readonly amount: Money
}

export interface FundRating {
  readonly date: string | null
  readonly agency: string | null
  /** The years that it is about; the provider's word. */
  readonly cycle: string | null
  readonly result: number
}

export interface FundFile {
  readonly name: string | null
  readonly url: string | null
  readonly published: string | null
}

export interface FundSplit {
  readonly date: string | null
  readonly kind: string | null
  readonly before: Decimal
  readonly after: Decimal
}

/** The volume bought and sold at each price in one interval. */
export interface Footprint {
  readonly time: EpochMs
  readonly total: Quantity
  readonly delta: Decimal
  readonly bought: Quantity
  readonly sold: Quantity
  readonly levels: readonly {
    readonly price: Price
    readonly bought: Quantity
    readonly sold: Quantity
  }[]
}

/** The auctions of a stock's day, of which the exchange publishes the imbalance beforehand. */
export const AUCTIONS = ['open', 'close'] as const
export type Auction = (typeof AUCTIONS)[number]

/** The prices of an auction at one moment before it takes place. */
export interface AuctionState {
  readonly time: EpochMs
  readonly reference: Price | null
  /** Where the auction's and all continuous orders would trade. */
  readonly near: Price | null
  /** Where the auction's orders alone would trade. */
  readonly far: Price | null
}

/** What the newest state says besides: the shares that trade, and those without a counterpart. */
export interface Imbalance extends AuctionState {
  readonly paired: Quantity | null
  readonly unpaired: Quantity | null
  readonly side: 'buy' | 'sell' | 'none' | 'unknown' | null
  /** How far the near price is from the reference, as the exchange codes it. */
  readonly variation: string | null
}

export interface Imbalances {
  /** Null where the broker has none. */
  readonly latest: Imbalance | null
  /** Newest first. */
  readonly states: readonly AuctionState[]
}

export const FOOTPRINT_SPANS = ['S5', 'S15', 'M1', 'M5', 'M30'] as const
export type FootprintSpan = (typeof FOOTPRINT_SPANS)[number]
export const REPORT_PERIODS = ['annual', 'quarterly'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/** What can be read of one company or fund, by the name of the section. */
export interface CompanyReads {
  readonly profile: CompanyProfile
  readonly rating: AnalystRating
  readonly target: PriceTarget
  readonly 'next-report': NextReport
  readonly forecasts: readonly EpsForecast[]
  readonly earnings: readonly Earnings[]
  readonly dividends: readonly Dividend[]
  readonly actions: readonly CorporateAction[]
  readonly filings: readonly Filing[]
  readonly industry: IndustryComparison
  readonly flow: readonly CapitalFlowDay[]
  readonly income: readonly FinancialStatement[]
  readonly balance: readonly FinancialStatement[]
  readonly 'cash-flow': readonly FinancialStatement[]
  readonly indicators: Indicators
  readonly 'fund-brief': FundBrief
  readonly 'fund-performance': FundPerformance
  readonly 'fund-allocation': readonly FundAllocation[]
  readonly 'fund-holdings': readonly FundHolding[]
  readonly 'fund-values': readonly FundNetValue[]
  readonly 'fund-dividends': readonly FundDividend[]
  readonly 'fund-ratings': readonly FundRating[]
  readonly 'fund-files': readonly FundFile[]
  readonly 'fund-splits': readonly FundSplit[]
}
export type CompanySectionName = keyof CompanyReads
export const COMPANY_SECTIONS = [
  'profile',
  'rating',
  'target',
  'next-report',
  'forecasts',
  'earnings',
  'dividends',
  'actions',
  'filings',
  'industry',
  'flow',
  'income',
  'balance',
  'cash-flow',
  'indicators',
  'fund-brief',
  'fund-performance',
  'fund-allocation',
  'fund-holdings',
  'fund-values',
  'fund-dividends',
  'fund-ratings',
  'fund-files',
  'fund-splits',
] as const satisfies readonly CompanySectionName[]

/** The answer about one section; null where the broker has nothing about this symbol. */
export type CompanySection = {
  [K in CompanySectionName]: { readonly section: K; readonly value: CompanyReads[K] | null }
}[CompanySectionName]
