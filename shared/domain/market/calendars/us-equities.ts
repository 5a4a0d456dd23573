import type { CalendarSource, ExchangeDay } from './days.js'

/** Stocks and options of the United States. */
export const US_EQUITIES: CalendarSource = {
  source:
    'NYSE Group, Holiday and Early Closings Calendar, published for 2026 to 2028; before, its rules and the closures below.',
  years: { from: 2012, to: 2028 },
}

/**
 * Days on which the exchange was closed outside of its rules: a hurricane and two national days of
 * mourning. Add a closure here as soon as the exchange announces it.
 */
export const CLOSURES: readonly ExchangeDay[] = [
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
]
