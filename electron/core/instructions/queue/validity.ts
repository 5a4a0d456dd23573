import {
  CLOSE_MINUTE,
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  postCloseMinute,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import { futuresDayEnd } from '../../../../shared/domain/market/product-hours.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { resultingDraft, subjectOf } from '../requests/action.js'

/** The validity of a market order in minutes (CONFIRM-9). */
export const MARKET_MINUTES = 2
const MIDNIGHT_MINUTE = 24 * 60

const tradingDayFrom = (day: ExchangeDay): ExchangeDay => {
  let on = day
  while (!isTradingDay(on)) on = nextDay(on)
  return on
}

/**
 * Returns the end of the trading day that an order belongs to; after the close, of the next one.
 */
function endOfDay(action: InstructionAction, time: EpochMs): EpochMs {
  const { day, minute } = exchangeClock(time)
  const { assetClass } = subjectOf(action)
  if (assetClass === 'crypto' || assetClass === 'event') {
    return exchangeInstant(day, MIDNIGHT_MINUTE)
  }
  if (assetClass === 'futures') return futuresDayEnd(time)
  const extended = assetClass === 'stock' && (resultingDraft(action)?.session ?? 'all') !== 'core'
  const closes = (on: ExchangeDay): number =>
    extended ? postCloseMinute(on) : Math.min(closeMinute(on), CLOSE_MINUTE)
  const today = isTradingDay(day) && minute < closes(day) ? day : tradingDayFrom(nextDay(day))
  return exchangeInstant(today, closes(today))
}

/**
 * Returns how long an instruction stays pending, in ms: the connection's minutes, two for a market
 * order, at most until the end of the trading day.
 */
export function validityMs(
  action: InstructionAction,
  validMinutes: number,
  exchangeNow: EpochMs,
): number {
  const market = resultingDraft(action)?.type === 'market'
  const requestedMs = (market ? Math.min(MARKET_MINUTES, validMinutes) : validMinutes) * MINUTE_MS
  return Math.min(requestedMs, endOfDay(action, exchangeNow) - exchangeNow)
}
