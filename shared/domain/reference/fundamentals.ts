import type { Decimal, Money, Price } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { Unknown } from '../orders/order-terms.js'

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

/**
 * An income statement, balance sheet or cash flow statement: its lines by the provider's names,
 * without those that were not reported.
 */
export interface FinancialStatement extends FiscalPeriod {
  readonly endDate: string | null
  readonly published: string | null
  readonly currency: string | null
  readonly lines: ReadonlyMap<string, Decimal>
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

/** Returns of a fund in percent, by period ("1m" to "10y", and since inception). */
export interface FundPerformance {
  readonly currency: string | null
  readonly endDate: string | null
  readonly returns: ReadonlyMap<'1m' | '3m' | '6m' | '1y' | '3y' | '5y' | '10y' | 'start', Decimal>
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
