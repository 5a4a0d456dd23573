import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OPEN_MINUTE,
  POST_CLOSE_MINUTE,
  PRE_OPEN_MINUTE,
  sessionAt,
  tradingDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { MarketSession } from '../../../../shared/domain/market/quote.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { OrderTerms } from './order.js'
import type { WireSession } from '../../model/wire-records.js'

/** GTC orders live at most this long (TRADING-4.3). */
export const GTC_DAYS = 60

/**
 * True while orders of this kind may trade: CORE in the regular session, ALL from 04:00 to 20:00,
 * NIGHT overnight.
 */
export function mayTrade(session: WireSession, now: MarketSession): boolean {
  switch (session) {
    case 'CORE':
      return now === 'regular'
    case 'ALL':
      return now === 'pre' || now === 'regular' || now === 'post'
    case 'NIGHT':
      return now === 'overnight'
  }
}

/**
 * The next instant after `time` at which a session may begin or end: 04:00, 09:30, the close, 20:00
 * New York.
 */
export function nextBoundary(time: EpochMs): EpochMs {
  const { day } = exchangeClock(time)
  for (const minute of [PRE_OPEN_MINUTE, OPEN_MINUTE, closeMinute(day), POST_CLOSE_MINUTE]) {
    const boundary = exchangeInstant(day, minute)
    if (boundary > time) return boundary
  }
  return exchangeInstant(nextDay(day), PRE_OPEN_MINUTE)
}

/** The trading day that an instant belongs to: from 20:00 on, and on days off, the next one. */
export function tradeDate(time: EpochMs): ExchangeDay {
  const { day, minute } = exchangeClock(time)
  return tradingDay(minute >= POST_CLOSE_MINUTE ? nextDay(day) : day, 0)
}

/** The day on which a trade's money settles: one trading day later (SEC CONFIRM-15c6-1). */
export const settlementDay = (time: EpochMs): ExchangeDay => tradingDay(tradeDate(time), 1)

/** True between the close of the regular session and midnight: DAY orders for it come too late. */
export function isAfterClose(time: EpochMs): boolean {
  const { day, minute } = exchangeClock(time)
  return isTradingDay(day) && minute >= closeMinute(day)
}

/** The instant at which orders of a session end on a trading day. */
function sessionEnd(session: WireSession, day: ExchangeDay): EpochMs {
  if (session === 'CORE') return exchangeInstant(day, closeMinute(day))
  return exchangeInstant(day, session === 'ALL' ? POST_CLOSE_MINUTE : PRE_OPEN_MINUTE)
}

/**
 * When an order placed at `time` expires by itself. DAY: at the end of its session on the day it
 * can first trade; GTC after
 * {@link GTC_DAYS} days; GTD at the end of its date. IOC and FOK never rest, they get the day's
 * end.
 */
export function expiryOf(
  terms: Pick<OrderTerms, 'timeInForce' | 'session' | 'expireDate'>,
  time: EpochMs,
): EpochMs {
  const session = terms.session ?? 'CORE'
  if (terms.timeInForce === 'GTC') {
    return sessionEnd(session, exchangeClock(epochMs(time + GTC_DAYS * DAY_MS)).day)
  }
  if (terms.timeInForce === 'GTD' && terms.expireDate !== null) {
    return sessionEnd(session, terms.expireDate)
  }
  let day = tradeDate(time)
  while (sessionEnd(session, day) <= time) day = tradingDay(day, 1)
  return sessionEnd(session, day)
}

/** True for the night session's hours, which a NIGHT order must be placed in. */
export const isNight = (time: EpochMs): boolean => sessionAt(time) === 'overnight'
