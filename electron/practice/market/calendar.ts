import { CLOSE_MINUTE, OPEN_MINUTE, POST_CLOSE_MINUTE, PRE_OPEN_MINUTE, closeMinute, exchangeClock, exchangeInstant, isTradingDay, tradingDay } from '../../../shared/domain/exchange-time.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'

/** The parts of a trading day in which this market trades. Overnight it rests: no participants are simulated there. */
export const SEGMENTS = ['pre', 'regular', 'post'] as const
export type SegmentKind = (typeof SEGMENTS)[number]

/** One session of one trading day. */
export interface Segment {
  readonly kind: SegmentKind
  readonly start: EpochMs
  readonly minutes: number
  readonly end: EpochMs
}

export interface TradingDay {
  /** Position in the calendar's list; 0 is the first day of history. */
  readonly index: number
  /** Days since the epoch of the calendar date: the coordinate of every draw that belongs to this day. */
  readonly serial: number
  /** Midnight New York: the time of the daily bar. */
  readonly midnight: EpochMs
  readonly segments: Readonly<Record<SegmentKind, Segment>>
}

export interface Calendar {
  /** The first day that is not history when the market is made. */
  readonly anchor: number
  day(index: number): TradingDay
  /** `day(index).serial`, without making the day. */
  serial(index: number): number
  /** The newest trading day whose pre-market has begun at `time`. */
  indexAt(time: EpochMs): number
}

const HISTORY_YEARS = 11
const iso = (serial: number): string => new Date(serial * DAY_MS).toISOString().slice(0, 10)
const serialOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

function makeDay(index: number, serial: number): TradingDay {
  const day = iso(serial)
  const midnight = exchangeInstant(day, 0)
  const close = Math.min(closeMinute(day), CLOSE_MINUTE)
  const segment = (kind: SegmentKind, from: number, to: number): Segment => ({
    kind, start: epochMs(midnight + from * MINUTE_MS), minutes: to - from, end: epochMs(midnight + to * MINUTE_MS),
  })
  return {
    index, serial, midnight,
    segments: { pre: segment('pre', PRE_OPEN_MINUTE, OPEN_MINUTE), regular: segment('regular', OPEN_MINUTE, close), post: segment('post', close, POST_CLOSE_MINUTE) },
  }
}

/** The trading days from New Year eleven years before `startAt` on, without end. */
export function createCalendar(startAt: EpochMs): Calendar {
  const anchorDay = tradingDay(exchangeClock(startAt).day, 0)
  const serials: number[] = []
  let reached = serialOf(`${Number.parseInt(anchorDay.slice(0, 4), 10) - HISTORY_YEARS}-01-01`) - 1
  const extend = (to: number): void => {
    while (reached < to) {
      reached += 1
      // Day 0 of the epoch was a Thursday; weekends are left out before the costlier look at the holidays.
      const weekday = (reached + 4) % 7
      if (weekday !== 0 && weekday !== 6 && isTradingDay(iso(reached))) serials.push(reached)
    }
  }
  extend(serialOf(anchorDay))
  const anchor = serials.length - 1
  const days = new Map<number, TradingDay>()
  const serial = (index: number): number => {
    while (serials.length <= index) extend(reached + 7)
    const found = serials[index]
    if (found === undefined) throw new RangeError(`no trading day ${index}`)
    return found
  }
  const day = (index: number): TradingDay => {
    const known = days.get(index)
    if (known) return known
    const made = makeDay(index, serial(index))
    days.set(index, made)
    return made
  }
  return {
    anchor,
    day,
    serial,
    indexAt: (time) => {
      const wanted = serialOf(exchangeClock(time).day)
      extend(wanted)
      let low = 0
      let high = serials.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((serials[middle] ?? 0) <= wanted) low = middle
        else high = middle - 1
      }
      return low > 0 && time < day(low).segments.pre.start ? low - 1 : low
    },
  }
}
