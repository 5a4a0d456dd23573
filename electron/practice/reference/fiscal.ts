import { tradingDay, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import type { CompanyFacts } from './company-facts.js'

/** One quarter of a company's fiscal year. */
export interface FiscalQuarter {
  /**
   * Months since year 0 of the month in which it ends: the coordinate of everything drawn for it.
   */
  readonly month: number
  readonly year: number
  /** 1 to 4. */
  readonly period: number
  readonly end: ExchangeDay
  readonly begin: ExchangeDay
}

const utc = (day: ExchangeDay): number => Date.parse(`${day}T00:00:00Z`)
const iso = (ms: number): ExchangeDay => new Date(ms).toISOString().slice(0, 10)

/** A day moved by calendar days. */
export const daysAfter = (day: ExchangeDay, days: number): ExchangeDay =>
  iso(utc(day) + days * DAY_MS)
/** The first trading day at or after `day`. */
export const businessDay = (day: ExchangeDay): ExchangeDay => tradingDay(day, 0)
/** Months since year 0. */
export const monthOf = (day: ExchangeDay): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
/** The first day of a month given in months since year 0. */
export const monthStart = (month: number): ExchangeDay =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
/** Years from `from` to `to`, with fractions. */
export const yearsBetween = (from: ExchangeDay, to: ExchangeDay): number =>
  (utc(to) - utc(from)) / (365.25 * DAY_MS)

/**
 * The quarter that ends in a month; the month must be one in which a quarter of this company ends.
 */
function quarterEnding(facts: CompanyFacts, month: number): FiscalQuarter {
  // Months after the last fiscal year's end, 3 to 12.
  const into = ((((month + 1 - facts.fiscalEnd) % 12) + 11) % 12) + 1
  return {
    month,
    period: into / 3,
    year: Math.floor((month + 12 - into) / 12),
    begin: monthStart(month - 2),
    end: daysAfter(monthStart(month + 1), -1),
  }
}

/** The newest quarter that has ended before `day`. */
export function quarterBefore(facts: CompanyFacts, day: ExchangeDay): FiscalQuarter {
  let month = monthOf(day) - 1
  while ((((month + 1 - facts.fiscalEnd) % 3) + 3) % 3 !== 0) month -= 1
  return quarterEnding(facts, month)
}

/** The quarter `by` quarters later (earlier when negative). */
export const quarterAfter = (
  facts: CompanyFacts,
  quarter: FiscalQuarter,
  by: number,
): FiscalQuarter => quarterEnding(facts, quarter.month + 3 * by)
