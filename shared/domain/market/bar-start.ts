import { TIMESPAN_SECONDS, type Timespan } from './bar.js'
import { OPEN_MINUTE, exchangeClock, exchangeInstant } from './exchange-time.js'
import { DAY_MS, MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../time.js'

const isoDay = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/**
 * Returns the start of the bar that contains `time`. Second and minute bars are aligned to the
 * clock; hourly and longer intraday bars are aligned to the regular open (09:30 New York), as on
 * charts of US stocks; D, W, M and Y start at midnight New York of their first calendar day (weeks
 * on Monday).
 */
export function barStart(time: EpochMs, timespan: Timespan): EpochMs {
  const seconds = TIMESPAN_SECONDS[timespan]
  if (seconds !== null && seconds < 3_600) {
    return epochMs(Math.floor(time / (seconds * SECOND_MS)) * seconds * SECOND_MS)
  }
  const { day, minute } = exchangeClock(time)
  if (seconds !== null) {
    const span = seconds / 60
    const shift = OPEN_MINUTE % span
    return epochMs(
      exchangeInstant(day, 0) + (Math.floor((minute - shift) / span) * span + shift) * MINUTE_MS,
    )
  }
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (timespan === 'W') {
    return exchangeInstant(isoDay(utc - ((new Date(utc).getUTCDay() + 6) % 7) * DAY_MS), 0)
  }
  if (timespan === 'M') return exchangeInstant(`${day.slice(0, 7)}-01`, 0)
  return exchangeInstant(timespan === 'Y' ? `${day.slice(0, 4)}-01-01` : day, 0)
}
