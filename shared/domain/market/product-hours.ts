import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OPEN_MINUTE,
  type ExchangeDay,
} from './exchange-time.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../time.js'

/** The kinds of instrument a person can trade (TRADING-4.2, `instrument_type`). */
export const PRODUCTS = ['EQUITY', 'OPTION', 'FUTURES', 'CRYPTO', 'EVENT'] as const
export type Product = (typeof PRODUCTS)[number]

/**
 * Futures trade from 18:00 New York of the previous evening to 17:00 of their trade date (CME
 * Globex, one schedule for all).
 */
export const FUTURES_OPEN_MINUTE = 18 * 60
export const FUTURES_CLOSE_MINUTE = 17 * 60

/**
 * Returns the futures trade date of an instant: from 18:00 on, the next calendar day. The date is
 * not necessarily a trading day.
 */
export function futuresDate(time: EpochMs): ExchangeDay {
  const { day, minute } = exchangeClock(time)
  return minute >= FUTURES_OPEN_MINUTE ? nextDay(day) : day
}

/**
 * True while the product's market is open. EQUITY: only in the regular session, because its
 * extended sessions depend on the order (see {@link sessionAt} in exchange-time). Options trade in
 * the regular session; crypto and event contracts never close.
 */
export function isProductOpen(product: Product, time: EpochMs): boolean {
  const { day, minute } = exchangeClock(time)
  switch (product) {
    case 'EQUITY':
    case 'OPTION':
      return isTradingDay(day) && minute >= OPEN_MINUTE && minute < closeMinute(day)
    case 'FUTURES':
      return (
        (minute >= FUTURES_OPEN_MINUTE || minute < FUTURES_CLOSE_MINUTE) &&
        isTradingDay(futuresDate(time))
      )
    case 'CRYPTO':
    case 'EVENT':
      return true
  }
}

const CHANGES: Readonly<Record<Product, (day: ExchangeDay) => readonly number[]>> = {
  EQUITY: (day) => [OPEN_MINUTE, closeMinute(day)],
  OPTION: (day) => [OPEN_MINUTE, closeMinute(day)],
  FUTURES: () => [FUTURES_CLOSE_MINUTE, FUTURES_OPEN_MINUTE],
  CRYPTO: () => [],
  EVENT: () => [],
}

/**
 * Returns the next instant after `time` at which the product's market opens or closes; null for
 * markets that never close.
 */
export function nextProductChange(product: Product, time: EpochMs): EpochMs | null {
  const minutes = CHANGES[product]
  let { day } = exchangeClock(time)
  if (minutes(day).length === 0) return null
  for (;;) {
    for (const minute of minutes(day)) {
      const instant = exchangeInstant(day, minute)
      if (
        instant > time &&
        isProductOpen(product, instant) !== isProductOpen(product, epochMs(instant - MINUTE_MS))
      ) {
        return instant
      }
    }
    day = nextDay(day)
  }
}
