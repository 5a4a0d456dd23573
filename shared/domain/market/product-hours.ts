import type { AssetClass } from '../instruments/instrument.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../time.js'
import { covers } from './calendars/days.js'
import {
  FUTURES_CLOSE_MINUTE,
  FUTURES_OPEN_MINUTE,
  GLOBEX,
  globexClose,
  globexTradeDay,
} from './calendars/globex.js'
import { US_EQUITIES } from './calendars/us-equities.js'
import { OPTIONS_LATER_MINUTES, US_OPTIONS } from './calendars/us-options.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OPEN_MINUTE,
  type ExchangeDay,
} from './exchange-time.js'

/** The kinds of instrument a person can trade (TRADING-4.2, `instrument_type`). */
export const PRODUCTS = ['EQUITY', 'OPTION', 'FUTURES', 'CRYPTO', 'EVENT'] as const
export type Product = (typeof PRODUCTS)[number]

/** The product whose hours an asset class has. */
export const PRODUCT_OF: Readonly<Record<AssetClass, Product>> = {
  stock: 'EQUITY',
  option: 'OPTION',
  futures: 'FUTURES',
  crypto: 'CRYPTO',
  event: 'EVENT',
}

/**
 * Returns the day whose futures session an instant belongs to: from 18:00 on, the next calendar
 * day, whether or not it has a session.
 */
export function futuresDate(time: EpochMs): ExchangeDay {
  const { day, minute } = exchangeClock(time)
  return minute >= FUTURES_OPEN_MINUTE ? nextDay(day) : day
}

/**
 * Returns the end of the futures trade date in which an order placed at `time` can trade first: DAY
 * orders end then. The halt of a holiday ends no order.
 */
export function futuresDayEnd(time: EpochMs): EpochMs {
  for (let date = globexTradeDay(futuresDate(time), 0); ; date = globexTradeDay(date, 1)) {
    const end = exchangeInstant(date, globexClose(date) ?? FUTURES_CLOSE_MINUTE)
    if (end > time) return end
  }
}

/** True where the hours of a product are known: crypto and event contracts never close. */
export function hasKnownHours(product: Product, time: EpochMs): boolean {
  switch (product) {
    case 'EQUITY':
      return covers(US_EQUITIES, exchangeClock(time).day)
    case 'OPTION':
      return covers(US_OPTIONS, exchangeClock(time).day)
    case 'FUTURES':
      return covers(GLOBEX, futuresDate(time))
    case 'CRYPTO':
    case 'EVENT':
      return true
  }
}

/** True while the product's market is known to be open; see {@link isOpenByRule}. */
export const isProductOpen = (product: Product, time: EpochMs): boolean =>
  hasKnownHours(product, time) && isOpenByRule(product, time)

/**
 * True while the product's market is open by rule, in any year. EQUITY: only in the regular
 * session, because its extended sessions depend on the order (see {@link sessionAt} in
 * exchange-time). Options trade in the regular session; crypto and event contracts never close.
 */
export function isOpenByRule(product: Product, time: EpochMs): boolean {
  const { day, minute } = exchangeClock(time)
  switch (product) {
    case 'EQUITY':
      return isTradingDay(day) && minute >= OPEN_MINUTE && minute < closeMinute(day)
    case 'OPTION':
      return isTradingDay(day) && minute >= OPEN_MINUTE && minute < optionsClose(day)
    case 'FUTURES':
      return isGlobexOpen(day, minute)
    case 'CRYPTO':
    case 'EVENT':
      return true
  }
}

const optionsClose = (day: ExchangeDay): number => closeMinute(day) + OPTIONS_LATER_MINUTES

function isGlobexOpen(day: ExchangeDay, minute: number): boolean {
  if (minute >= FUTURES_OPEN_MINUTE) return globexClose(nextDay(day)) !== null
  return minute < (globexClose(day) ?? 0)
}

const CHANGES: Readonly<Record<Product, (day: ExchangeDay) => readonly number[]>> = {
  EQUITY: (day) => [OPEN_MINUTE, closeMinute(day)],
  OPTION: (day) => [OPEN_MINUTE, optionsClose(day)],
  FUTURES: (day) => [globexClose(day) ?? FUTURES_CLOSE_MINUTE, FUTURES_OPEN_MINUTE],
  CRYPTO: () => [],
  EVENT: () => [],
}

/**
 * Returns the next instant after `time` at which the product's market is known to open or close;
 * null for markets that never close, and where its hours are not known.
 */
export function nextProductChange(product: Product, time: EpochMs): EpochMs | null {
  const change = nextChangeByRule(product, time)
  if (change === null || !hasKnownHours(product, time)) return null
  return hasKnownHours(product, change) ? change : null
}

/**
 * Returns the next instant after `time` at which the product's market opens or closes by rule;
 * null for markets that never close.
 */
export function nextChangeByRule(product: Product, time: EpochMs): EpochMs | null {
  const minutes = CHANGES[product]
  let { day } = exchangeClock(time)
  if (minutes(day).length === 0) return null
  for (;;) {
    for (const minute of minutes(day)) {
      const instant = exchangeInstant(day, minute)
      if (
        instant > time &&
        isOpenByRule(product, instant) !== isOpenByRule(product, epochMs(instant - MINUTE_MS))
      ) {
        return instant
      }
    }
    day = nextDay(day)
  }
}
