import { epochMs, type EpochMs } from '../time.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  nextDay,
  OPEN_MINUTE,
  tradingDay,
  type ExchangeDay,
} from './exchange-time.js'

/** Days that can be chosen; older ones are rarely worth a replay. */
const MAX_DAYS = 60

/** Returns the trading days that a market has played to their close, newest first. */
export function recordedDays(anchor: EpochMs, now: EpochMs): readonly ExchangeDay[] {
  const days: ExchangeDay[] = []
  let day = tradingDay(exchangeClock(anchor).day, 0)
  for (; exchangeInstant(day, closeMinute(day)) <= now; day = tradingDay(nextDay(day), 0)) {
    if (exchangeInstant(day, closeMinute(day)) > anchor) days.push(day)
  }
  return days.reverse().slice(0, MAX_DAYS)
}

/** Returns where the replay of a day begins: before the opening bell, or where the market began. */
export const replayStart = (day: ExchangeDay, anchor: EpochMs): EpochMs =>
  epochMs(Math.max(anchor, exchangeInstant(day, OPEN_MINUTE - 1)))
