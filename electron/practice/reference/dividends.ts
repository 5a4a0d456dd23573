import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { fraction, hash3, hashText } from '../market/math/random.js'
import { CENT, type PriceUnits } from '../model/units.js'
import { businessDay, daysAfter, monthOf, monthStart, yearsBetween } from './fiscal.js'

/**
 * One cash dividend. Dates are trading days: declared ≤ ex = record < paid (trades settle the next
 * day).
 */
export interface Dividend {
  readonly amount: PriceUnits
  readonly declared: ExchangeDay
  readonly ex: ExchangeDay
  readonly record: ExchangeDay
  readonly paid: ExchangeDay
}

/** A payer of dividends; the yield refers to `price`. */
export interface Payer {
  readonly symbol: string
  readonly price: PriceUnits
  readonly dividendYield: number
  /**
   * Companies raise the dividend once a year and pay whole cents; funds distribute their income.
   */
  readonly steady: boolean
}

/** The day for which yields and sizes are specified. */
export const BASE_DAY: ExchangeDay = '2026-01-01'
const RAISE = 1.05
const HISTORY_MONTHS = 60

function amountOf(payer: Payer, key: number, month: number): PriceUnits {
  const years = Math.floor(yearsBetween(BASE_DAY, monthStart(month)))
  const fair = (payer.price * payer.dividendYield * RAISE ** Math.max(-10, Math.min(10, years))) / 4
  const drawn = payer.steady ? fair : fair * (0.85 + 0.3 * fraction(hash3(key, 1, month)))
  return drawn >= 5 * CENT && payer.steady
    ? Math.round(drawn / CENT) * CENT
    : Math.max(1, Math.round(drawn))
}

/**
 * Returns the dividends declared by `today`, newest first: the next one, and five years of earlier
 * ones.
 * @param cache cache of this payer's dividends by month; filled here, because finding the days of a
 * dividend takes long
 */
export function dividendsOf(
  seed: string,
  payer: Payer,
  today: ExchangeDay,
  cache: Map<number, Dividend> = new Map(),
): readonly Dividend[] {
  if (payer.dividendYield === 0) return []
  const key = hashText(`dividends:${seed}:${payer.symbol}`)
  const phase = hash3(key, 2, 0) % 3
  const dayOfMonth = 4 + (hash3(key, 3, 0) % 18)
  const notice = 18 + (hash3(key, 4, 0) % 12)
  const wait = 10 + (hash3(key, 5, 0) % 12)
  const dividendOf = (month: number): Dividend => {
    const ex = businessDay(daysAfter(monthStart(month), dayOfMonth))
    return {
      amount: amountOf(payer, key, month),
      declared: businessDay(daysAfter(ex, -notice)),
      ex,
      record: ex,
      paid: businessDay(daysAfter(ex, wait)),
    }
  }
  const now = monthOf(today)
  const list: Dividend[] = []
  for (let month = now + 2; month > now - HISTORY_MONTHS; month -= 1) {
    if (month % 3 !== phase) continue
    const dividend = cache.get(month) ?? dividendOf(month)
    cache.set(month, dividend)
    if (dividend.declared <= today) list.push(dividend)
  }
  return list
}

/**
 * Returns the dividends per share of the last year: the four newest with an ex date up to today.
 */
export const yearOfDividends = (list: readonly Dividend[], today: ExchangeDay): PriceUnits =>
  list
    .filter(({ ex }) => ex <= today)
    .slice(0, 4)
    .reduce((total, { amount }) => total + amount, 0)
