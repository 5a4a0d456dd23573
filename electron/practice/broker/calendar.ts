import {
  CLOSE_MINUTE,
  EARLY_CLOSE_MINUTE,
  OPEN_MINUTE,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  sessionByRule,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Refusal } from '../exchange/api/refusals.js'
import { wrong } from './read-forms.js'

/** One trading day in the exchange's local time (BROKER-1, Master data). */
export interface CalendarRow {
  readonly trade_date: ExchangeDay
  readonly open_time: string
  readonly close_time: string
  readonly is_half_day: boolean
}

const { calendarDays } = ASSUMPTIONS.broker
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const DAY = 86_400_000
const span = (from: ExchangeDay, to: ExchangeDay): number =>
  (Date.parse(to) - Date.parse(from)) / DAY

const row = (day: ExchangeDay): CalendarRow => {
  // On a short day, the hour after the early close belongs to no regular session.
  const half = sessionByRule(exchangeInstant(day, EARLY_CLOSE_MINUTE + 30)) !== 'regular'
  return {
    trade_date: day,
    open_time: clock(OPEN_MINUTE),
    close_time: clock(half ? EARLY_CLOSE_MINUTE : CLOSE_MINUTE),
    is_half_day: half,
  }
}

/**
 * Returns the trading days from `start` to `end`, both included; by default the coming month. 417
 * when the range is reversed or too long.
 */
export function tradingCalendar(
  start: ExchangeDay | undefined,
  end: ExchangeDay | undefined,
  now: EpochMs,
): Result<readonly CalendarRow[], Refusal> {
  const from = start ?? exchangeClock(now).day
  const to = end ?? tradingDay(from, 21)
  if (from > to) return err(wrong('start_date is after end_date.'))
  if (span(from, to) > calendarDays) {
    return err(wrong(`At most ${calendarDays} days can be asked for.`))
  }
  const rows: CalendarRow[] = []
  for (let day = from; day <= to; day = nextDay(day)) if (isTradingDay(day)) rows.push(row(day))
  return ok(rows)
}
