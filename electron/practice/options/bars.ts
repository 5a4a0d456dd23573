import { TIMESPAN_SECONDS, type Timespan } from '../../../shared/domain/market/bar.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import { barStart } from '../../../shared/domain/market/bar-start.js'
import type { BarData } from '../market/securities/market-types.js'

type Growing = { -readonly [Name in keyof BarData]: BarData[Name] }

/**
 * True when nothing can be added to a bar any more. Daily and longer bars end with the close of
 * their last trading day.
 */
function isOver(time: EpochMs, timespan: Timespan, now: EpochMs): boolean {
  const seconds = TIMESPAN_SECONDS[timespan]
  if (seconds !== null) return time + seconds * SECOND_MS <= now
  const { day, minute } = exchangeClock(now)
  if (barStart(now, timespan) !== time) return true
  const next = tradingDay(day, 1)
  const shut = tradingDay(day, 0) !== day || minute >= closeMinute(day)
  return shut && barStart(exchangeInstant(next, 0), timespan) !== time
}

interface RollUpQuery {
  readonly count: number
  readonly now: EpochMs
  readonly includeRunning: boolean
}

/**
 * Rolls minute bars up into longer bars, returned oldest first. `minutesOf` returns the minutes of
 * one day; `days` are the trading days from the newest back. Returns the newest `count` bars; each
 * is the exact sum of its minutes.
 */
export function rollUp(
  days: Iterable<ExchangeDay>,
  minutesOf: (day: ExchangeDay) => readonly BarData[],
  timespan: Timespan,
  query: RollUpQuery,
): BarData[] {
  const bars: Growing[] = []
  for (const day of days) {
    const minutes = minutesOf(day)
    for (let i = minutes.length - 1; i >= 0; i -= 1) {
      const part = minutes[i]
      if (part === undefined) continue
      const time = barStart(part.time, timespan)
      const bar = bars.at(-1)
      if (bar?.time !== time) {
        // One bar more than requested proves that the oldest requested one is complete, and the
        // newest may still be running.
        if (bars.length > query.count) return finish(bars, timespan, query)
        bars.push({ ...part, time })
        continue
      }
      bar.open = part.open
      bar.high = Math.max(bar.high, part.high)
      bar.low = Math.min(bar.low, part.low)
      bar.volume += part.volume
    }
  }
  return finish(bars, timespan, query)
}

function finish(
  bars: readonly BarData[],
  timespan: Timespan,
  { count, now, includeRunning }: RollUpQuery,
): BarData[] {
  const wanted = includeRunning ? bars : bars.filter((bar) => isOver(bar.time, timespan, now))
  return wanted.slice(0, count).reverse()
}
