import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  postCloseMinute,
} from './exchange-time.js'
import { futuresDayEnd } from './product-hours.js'
import { nextTradeDateStart, storedTradeDate, tradeDateEnd } from './trade-date.js'
import { productOf } from '../instruments/account-products.js'
import type { Order } from '../orders/order.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../time.js'

/**
 * Returns when the time in force of an order is over, by the exchange's clock; null where it has no
 * such end. The broker reports an order that expired as canceled: only the time distinguishes them.
 */
export function timeInForceEnd(order: Order): EpochMs | null {
  const { timeInForce, assetClass, session, placedAt, terms } = order
  if (timeInForce === 'gtd') {
    const day = terms?.expireDate
    if (day === null || day === undefined) return null
    switch (assetClass) {
      // Event markets have days of UTC (TRADING-4).
      case 'event':
        return epochMs(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
      case 'futures':
      case 'crypto':
        return tradeDateEnd(productOf(assetClass), storedTradeDate(day))
      case 'option':
      case 'stock':
        return exchangeInstant(day, closeOf(day, session))
    }
  }
  if (timeInForce !== 'day') return null
  switch (assetClass) {
    case 'futures':
      return futuresDayEnd(placedAt)
    case 'crypto':
    case 'event':
      return nextTradeDateStart(productOf(assetClass), placedAt)
    case 'option':
    case 'stock': {
      const placed = exchangeClock(placedAt)
      let { day } = placed
      const isOver = !isTradingDay(day) || placed.minute >= closeOf(day, session)
      if (isOver) day = nextDay(day)
      while (!isTradingDay(day)) day = nextDay(day)
      return exchangeInstant(day, closeOf(day, session))
    }
  }
}

const closeOf = (day: string, session: Order['session']): number =>
  session === 'core' ? closeMinute(day) : postCloseMinute(day)

/** The note of an order that ended because its time in force did. */
export const EXPIRED = 'orders.expired'

/** True for an order whose note says that it expired. */
export const isExpired = ({ note }: Pick<Order, 'note'>): boolean => note?.code === EXPIRED

/** The broker may report the end of a time in force a moment early. */
const EARLY_MS = MINUTE_MS

/**
 * True where the time in force of an order was over at a time of the exchange. The broker reports
 * an order that expired as canceled: only the time distinguishes them.
 */
export function isOverAt(order: Order, exchangeTime: EpochMs): boolean {
  const end = timeInForceEnd(order)
  return end !== null && exchangeTime >= end - EARLY_MS
}
