import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OPEN_MINUTE,
  OVERNIGHT_MINUTE,
  postCloseMinute,
  PRE_OPEN_MINUTE,
  sessionByRule,
  tradingDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { RuledSession } from '../../../../shared/domain/market/quote.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { OrderTerms } from './order.js'
import type { WireSession } from '../../model/wire-records.js'

/** Maximum lifetime of a GTC order, in days (TRADING-4.3). */
export const GTC_DAYS = 60

/**
 * True while orders of this session may trade: CORE in the regular session, ALL from 04:00 to
 * the end of extended hours, NIGHT overnight.
 */
export function mayTrade(session: WireSession, now: RuledSession): boolean {
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
 * Returns the next instant after `time` at which a session may begin or end: 04:00, 09:30, the
 * close, the end of extended hours, 20:00 New York.
 */
export function nextBoundary(time: EpochMs): EpochMs {
  const { day } = exchangeClock(time)
  for (const minute of [
    PRE_OPEN_MINUTE,
    OPEN_MINUTE,
    closeMinute(day),
    postCloseMinute(day),
    OVERNIGHT_MINUTE,
  ]) {
    const boundary = exchangeInstant(day, minute)
    if (boundary > time) return boundary
  }
  return exchangeInstant(nextDay(day), PRE_OPEN_MINUTE)
}

/** Returns the trading day of an instant: from 20:00, and on non-trading days, the next one. */
export function tradeDate(time: EpochMs): ExchangeDay {
  const { day, minute } = exchangeClock(time)
  return tradingDay(minute >= OVERNIGHT_MINUTE ? nextDay(day) : day, 0)
}

/** Returns the day on which a trade's money settles: one trading day later (SEC rule 15c6-1). */
export const settlementDay = (time: EpochMs): ExchangeDay => tradingDay(tradeDate(time), 1)

/**
 * True between the close of the regular session and midnight, when DAY orders for the session are
 * too late.
 */
export function isAfterClose(time: EpochMs): boolean {
  const { day, minute } = exchangeClock(time)
  return isTradingDay(day) && minute >= closeMinute(day)
}

/** Returns the instant at which orders of a session end on a trading day. */
function sessionEnd(session: WireSession, day: ExchangeDay): EpochMs {
  if (session === 'CORE') return exchangeInstant(day, closeMinute(day))
  return exchangeInstant(day, session === 'ALL' ? postCloseMinute(day) : PRE_OPEN_MINUTE)
}

/**
 * Returns when an order placed at `time` expires. DAY: at the end of its session on the first day
 * on which it can trade; GTC after {@link GTC_DAYS} days; GTD at the end of its date. IOC and FOK
 * never rest; they get the end of the day.
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

/** True in the hours of the night session, in which a NIGHT order must be placed. */
export const isNight = (time: EpochMs): boolean => sessionByRule(time) === 'overnight'
