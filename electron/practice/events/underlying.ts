import type { Timespan } from '../../../shared/domain/market/bar.js'
import {
  exchangeClock,
  exchangeInstant,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import type { RuledSession } from '../../../shared/domain/market/quote.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { PriceUnits } from '../model/units.js'
import { addDays } from './rules/event-calendar.js'

/** Source of the prices of traded instruments: the seeded market. */
export interface PriceSource {
  /** Returns the price units of one dollar for this symbol; undefined when it is not listed. */
  dollar(symbol: string): number | undefined
  bars(
    symbol: string,
    timespan: Timespan,
    query: {
      readonly count: number
      readonly start?: EpochMs
      readonly end?: EpochMs
      readonly sessions?: readonly RuledSession[]
      readonly includeRunning: boolean
    },
  ): readonly { readonly time: EpochMs; readonly close: PriceUnits }[]
}

interface Day {
  readonly times: Float64Array
  readonly closes: Float64Array
  /** The day's prices are known up to the end of this minute. */
  readonly until: number
}

const SESSIONS: readonly RuledSession[] = ['pre', 'regular', 'post', 'overnight']
const DAY_MINUTES = 1_500
const MAX_DAYS = 400
/** Days searched for one with minute bars; before that, daily bars are used. */
const LOOKBACK_DAYS = 6
const DAILY_BARS = 3_000

/**
 * Returns the price of an underlying at the end of the last full minute. Repeated requests give the
 * same answer, so that everything derived from it is reproducible.
 */
export function createUnderlying(
  source: PriceSource,
  now: () => EpochMs,
): (symbol: string, time: EpochMs) => number | undefined {
  const days = new Map<string, Day>()
  /** Closes of days without minute bars, and the last of those days, by symbol. */
  const old = new Map<string, { readonly closes: Day; until: number }>()

  const dayOf = (symbol: string, day: ExchangeDay, until: number): Day => {
    const name = `${symbol}:${day}`
    const start = exchangeInstant(day, 0)
    const end = Math.min(until, start + DAY_MS + 2 * 60 * MINUTE_MS)
    const known = days.get(name)
    if (known !== undefined && known.until >= Math.min(end, exchangeInstant(addDays(day, 1), 0))) {
      return known
    }
    const bars = source.bars(symbol, 'M1', {
      count: DAY_MINUTES,
      start,
      end: epochMs(Math.min(end, exchangeInstant(addDays(day, 1), 0)) - MINUTE_MS),
      sessions: SESSIONS,
      includeRunning: false,
    })
    const fresh: Day = {
      times: Float64Array.from(bars, ({ time }) => time),
      closes: Float64Array.from(bars, ({ close }) => close),
      until: end,
    }
    if (days.size >= MAX_DAYS) days.clear()
    days.set(name, fresh)
    return fresh
  }
  const closeBefore = ({ times, closes }: Day, until: number): number | undefined => {
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] ?? 0) + MINUTE_MS <= until) low = middle + 1
      else high = middle
    }
    return low === 0 ? undefined : closes[low - 1]
  }
  const dailyOf = (symbol: string): Day => {
    const bars = source.bars(symbol, 'D', { count: DAILY_BARS, includeRunning: false })
    return {
      times: Float64Array.from(bars, ({ time }) => time),
      closes: Float64Array.from(bars, ({ close }) => close),
      until: 0,
    }
  }
  return (symbol, time) => {
    const dollar = source.dollar(symbol)
    if (dollar === undefined) return undefined
    // Stop at the current time: prices not generated yet are not the same as no trades.
    const until = Math.floor(Math.min(time, now()) / MINUTE_MS) * MINUTE_MS
    const history = old.get(symbol)
    if (history !== undefined && until <= history.until) {
      return dollars(closeBefore(history.closes, until - DAY_MS), dollar)
    }
    let { day } = exchangeClock(epochMs(until))
    for (let back = 0; back <= LOOKBACK_DAYS; back += 1, day = addDays(day, -1)) {
      const close = closeBefore(dayOf(symbol, day, until), until)
      if (close !== undefined) return close / dollar
    }
    const closes = history?.closes ?? dailyOf(symbol)
    old.set(symbol, { closes, until })
    return dollars(closeBefore(closes, until - DAY_MS), dollar)
  }
}

const dollars = (units: number | undefined, dollar: number): number | undefined =>
  units === undefined ? undefined : units / dollar
