import { tradingDay, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import type { CompanyFacts } from './company-facts.js'
import { isoDay, utcOf } from '../../../shared/domain/market/calendars/days.js'

/** One quarter of a company's fiscal year. */
export interface FiscalQuarter {
  /** Its last month, counted from year 0: the coordinate of all its draws. */
  readonly month: number
  readonly year: number
  /** 1 to 4. */
  readonly period: number
  readonly end: ExchangeDay
  readonly begin: ExchangeDay
}

/** Adds calendar days to a day. */
export const daysAfter = (day: ExchangeDay, days: number): ExchangeDay =>
  isoDay(utcOf(day) + days * DAY_MS)
/** Returns the first trading day at or after `day`. */
export const businessDay = (day: ExchangeDay): ExchangeDay => tradingDay(day, 0)
/** Returns the month, counted from year 0. */
export const monthOf = (day: ExchangeDay): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
/** Returns the first day of a month counted from year 0. */
export const monthStart = (month: number): ExchangeDay =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
/** Returns the years from `from` to `to`, with fractions. */
export const yearsBetween = (from: ExchangeDay, to: ExchangeDay): number =>
  (utcOf(to) - utcOf(from)) / (365.25 * DAY_MS)

/** Returns the quarter that ends in a month; one of the company's quarters must end in it. */
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

/** Returns the newest quarter that ended before `day`. */
export function quarterBefore(facts: CompanyFacts, day: ExchangeDay): FiscalQuarter {
  let month = monthOf(day) - 1
  while ((((month + 1 - facts.fiscalEnd) % 3) + 3) % 3 !== 0) month -= 1
  return quarterEnding(facts, month)
}

/** Returns the quarter `by` quarters later (earlier when negative). */
export const quarterAfter = (
  facts: CompanyFacts,
  quarter: FiscalQuarter,
  by: number,
): FiscalQuarter => quarterEnding(facts, quarter.month + 3 * by)
