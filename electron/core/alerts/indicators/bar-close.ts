import type { AlertTimespan } from '../../../../shared/domain/alerts/indicator-alert.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { barStart } from '../../../../shared/domain/market/bar-start.js'
import { TIMESPAN_SECONDS } from '../../../../shared/domain/market/bar.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  postCloseMinute,
  PRE_OPEN_MINUTE,
  previousDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'

const WEEK_DAYS = 7

function daysLater(day: ExchangeDay, days: number): ExchangeDay {
  let later = day
  for (let count = 0; count < days; count += 1) later = nextDay(later)
  return later
}

const hasSessions = (assetClass: AssetClass): boolean =>
  assetClass === 'stock' || assetClass === 'option'

/**
 * Returns when a bar is complete. Bars of days and weeks of stocks and options end with the close
 * of their last trading day, others with their calendar day or week.
 */
export function barClose(start: EpochMs, timespan: AlertTimespan, assetClass: AssetClass): EpochMs {
  const seconds = TIMESPAN_SECONDS[timespan]
  if (seconds !== null) return epochMs(start + seconds * SECOND_MS)
  const { day } = exchangeClock(start)
  const end = daysLater(day, timespan === 'D' ? 1 : WEEK_DAYS)
  if (!hasSessions(assetClass)) return exchangeInstant(end, 0)
  let last = previousDay(end)
  while (!isTradingDay(last) && last > day) last = previousDay(last)
  return exchangeInstant(last, closeMinute(last))
}

/** Returns the first close of a bar after an instant. */
export function nextBarClose(
  time: EpochMs,
  timespan: AlertTimespan,
  assetClass: AssetClass,
): EpochMs {
  const close = barClose(barStart(time, timespan), timespan, assetClass)
  if (close > time) return close
  // The bar of the day or week is complete before the next one begins.
  const { day } = exchangeClock(barStart(time, timespan))
  const next = exchangeInstant(daysLater(day, timespan === 'W' ? WEEK_DAYS : 1), 0)
  return barClose(next, timespan, assetClass)
}

/** False where no bar can have ended then: stocks and options have hours. */
export function mayHaveBar(close: EpochMs, assetClass: AssetClass): boolean {
  if (!hasSessions(assetClass)) return true
  const { day, minute } = exchangeClock(epochMs(close - 1))
  return isTradingDay(day) && minute >= PRE_OPEN_MINUTE && minute < postCloseMinute(day)
}
