import { epochMs, type EpochMs } from '../time.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  nextDay,
  previousDay,
  OPEN_MINUTE,
  OVERNIGHT_MINUTE,
  tradingDay,
  type ExchangeDay,
} from './exchange-time.js'

/** The moments that the practice clock can be moved to. */
export const PRACTICE_MOMENTS = ['open', 'close', 'after-close', 'overnight', 'expiration'] as const
export type PracticeMoment = (typeof PRACTICE_MOMENTS)[number]

/** Minutes before the open and before the close, so that the person sees them happen. */
const BEFORE_OPEN = 1
const BEFORE_CLOSE = 5
const AFTER_CLOSE = 5
const AFTER_NIGHT_BEGINS = 1
const FRIDAY = 5

/** Returns the next such moment after `now`, in New York. */
export function nextMoment(moment: PracticeMoment, now: EpochMs): EpochMs {
  const { day } = exchangeClock(now)
  for (let date = tradingDay(day, 0); ; date = tradingDay(nextDay(date), 0)) {
    if (moment === 'expiration' && new Date(`${date}T12:00:00Z`).getUTCDay() !== FRIDAY) continue
    const time = timeOf(moment, date)
    if (time > now) return epochMs(time)
  }
}

function timeOf(moment: PracticeMoment, day: ExchangeDay): EpochMs {
  switch (moment) {
    case 'open':
      return exchangeInstant(day, OPEN_MINUTE - BEFORE_OPEN)
    case 'close':
    case 'expiration':
      return exchangeInstant(day, closeMinute(day) - BEFORE_CLOSE)
    case 'after-close':
      return exchangeInstant(day, closeMinute(day) + AFTER_CLOSE)
    case 'overnight':
      return exchangeInstant(previousDay(day), OVERNIGHT_MINUTE + AFTER_NIGHT_BEGINS)
  }
}
