import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../market/bar.js'
import { barStart } from '../../market/bar-start.js'
import { globexTradeDay } from '../../market/calendars/globex.js'
import {
  exchangeClock,
  exchangeInstant,
  nextDay,
  sessionByRule,
  tradingDay,
} from '../../market/exchange-time.js'
import { isOpenByRule } from '../../market/product-hours.js'
import type { AssetClass } from '../../instruments/instrument.js'
import { DAY_MS, MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../../time.js'

/** Markets open and close at whole and half hours. */
const HALF_HOUR_MS = 30 * MINUTE_MS
/** Longer than any pause between two sessions. */
const MAX_PAUSE_MS = 10 * DAY_MS
/** The newest bars whose sessions say which sessions a chart shows. */
const RECENT_BARS = 400

/** Returns whether a market trades at a time, as far as a chart of these bars shows it. */
export function openHours(
  assetClass: AssetClass,
  history: readonly Pick<Bar, 'time'>[],
): (time: EpochMs) => boolean {
  if (assetClass === 'crypto' || assetClass === 'event') return () => true
  if (assetClass === 'futures') return (time) => isOpenByRule('FUTURES', time)
  const sessions = new Set(history.slice(-RECENT_BARS).map(({ time }) => sessionByRule(time)))
  sessions.delete('closed')
  if (sessions.size === 0) sessions.add('regular')
  return (time) => sessions.has(sessionByRule(time))
}

function nextDayBar(time: EpochMs, assetClass: AssetClass): EpochMs {
  const after = nextDay(exchangeClock(time).day)
  switch (assetClass) {
    case 'crypto':
    case 'event':
      return exchangeInstant(after, 0)
    case 'futures':
      return exchangeInstant(globexTradeDay(after, 0), 0)
    case 'stock':
    case 'option':
      return exchangeInstant(tradingDay(after, 0), 0)
  }
}

/** Returns the start of the bar after the one that starts at `time`. */
export function nextBar(
  time: EpochMs,
  timespan: Timespan,
  assetClass: AssetClass,
  isOpen: (time: EpochMs) => boolean,
): EpochMs {
  const seconds = TIMESPAN_SECONDS[timespan]
  if (seconds === null) {
    if (timespan === 'D') return nextDayBar(time, assetClass)
    // A day beyond the shortest length of the interval, or in the interval after it.
    const days = timespan === 'W' ? 8 : timespan === 'M' ? 32 : 367
    const next = barStart(epochMs(time + days * DAY_MS), timespan)
    return next > time ? next : epochMs(time + days * DAY_MS)
  }
  const next = epochMs(time + seconds * SECOND_MS)
  if (isOpen(next)) return next
  let opening = epochMs(Math.ceil(next / HALF_HOUR_MS) * HALF_HOUR_MS)
  while (!isOpen(opening) && opening - next < MAX_PAUSE_MS) {
    opening = epochMs(opening + HALF_HOUR_MS)
  }
  const start = barStart(opening, timespan)
  return start > time ? start : opening
}
