import {
  CLOSE_MINUTE,
  OPEN_MINUTE,
  OVERNIGHT_MINUTE,
  PRE_OPEN_MINUTE,
  closeMinute,
  exchangeClock,
  exchangeInstant,
  holidays,
  postCloseMinute,
  sessionByRule,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import {
  FUTURES_CLOSE_MINUTE,
  FUTURES_OPEN_MINUTE,
  globexClose,
} from '../../../../shared/domain/market/calendars/globex.js'
import { futuresDate, isOpenByRule } from '../../../../shared/domain/market/product-hours.js'
import type { RuledSession } from '../../../../shared/domain/market/quote.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'

/** The parts of a trading day between its first and its last hour. */
export const DAY_SEGMENTS = ['pre', 'regular', 'post'] as const
export type DaySegmentKind = (typeof DAY_SEGMENTS)[number]
/**
 * The parts of a trading day. The overnight session is the last of its day: for stocks from 20:00
 * New York on the eve of the next trading day until its pre-market, so that a Friday's is on
 * Sunday evening. Markets with a single session have only the regular one.
 */
export const SEGMENTS = [...DAY_SEGMENTS, 'overnight'] as const
export type SegmentKind = (typeof SEGMENTS)[number]

/** One session of one trading day. */
export interface Segment {
  readonly kind: SegmentKind
  readonly start: EpochMs
  readonly minutes: number
  readonly end: EpochMs
}

export interface TradingDay {
  /** Index in the calendar; 0 is the first day of history. */
  readonly index: number
  /** Days from the epoch to the calendar date: the coordinate of every draw of this day. */
  readonly serial: number
  readonly date: ExchangeDay
  /** Midnight of the date in the market's time zone: the time of the daily bar. */
  readonly midnight: EpochMs
  /** Origin in both directions of intraday bars longer than half an hour. */
  readonly origin: EpochMs
  readonly segments: Readonly<Record<SegmentKind, Segment>>
}

export interface Calendar {
  /** Index of the first day after the history when the market is created. */
  readonly anchor: number
  day(index: number): TradingDay
  /** Returns `day(index).serial` without creating the day. */
  serial(index: number): number
  /** Returns the newest trading day that has begun at `time`. */
  indexAt(time: EpochMs): number
  sessionAt(time: EpochMs): RuledSession
  /**
   * Returns the start of the week (Monday), month or year of a trading day, whether or not it is a
   * trading day.
   */
  periodStart(index: number, timespan: 'W' | 'M' | 'Y'): EpochMs
}

/** The rules that distinguish one market's calendar from another's. */
interface Rules {
  readonly trades: (serial: number) => boolean
  /** Returns the date of an instant, trading day or not. */
  readonly dateAt: (time: EpochMs) => ExchangeDay
  readonly midnightOf: (date: ExchangeDay) => EpochMs
  /**
   * Returns session bounds in minutes from midnight: pre-market open, regular open and close, end
   * of after-hours.
   */
  readonly bounds: (date: ExchangeDay) => readonly [number, number, number, number]
  /** Returns the overnight session before a trading day; null in a market without one. */
  readonly nightBefore: (
    date: ExchangeDay,
  ) => { readonly start: EpochMs; readonly end: EpochMs } | null
  readonly sessionAt: (time: EpochMs) => RuledSession
}

const HISTORY_YEARS = 11
export const isoDate = (serial: number): ExchangeDay =>
  new Date(serial * DAY_MS).toISOString().slice(0, 10)
export const serialOf = (day: ExchangeDay): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

function makeDay(rules: Rules, index: number, serial: number, nextSerial: number): TradingDay {
  const date = isoDate(serial)
  const midnight = rules.midnightOf(date)
  const [begins, open, close, ends] = rules.bounds(date)
  const instantAt = (minute: number): EpochMs => epochMs(midnight + minute * MINUTE_MS)
  const segment = (kind: SegmentKind, from: number, to: number): Segment => ({
    kind,
    start: instantAt(from),
    minutes: to - from,
    end: instantAt(to),
  })
  const none = { start: instantAt(ends), end: instantAt(ends) }
  const night = rules.nightBefore(isoDate(nextSerial)) ?? none
  return {
    index,
    serial,
    date,
    midnight,
    origin: instantAt(open),
    segments: {
      pre: segment('pre', begins, open),
      regular: segment('regular', open, close),
      post: segment('post', close, ends),
      overnight: { kind: 'overnight', ...night, minutes: (night.end - night.start) / MINUTE_MS },
    },
  }
}

/** Returns the first date of a date's week, month or year. */
function periodDate(serial: number, timespan: 'W' | 'M' | 'Y'): ExchangeDay {
  if (timespan === 'W') return isoDate(serial - ((new Date(serial * DAY_MS).getUTCDay() + 6) % 7))
  const date = isoDate(serial)
  return timespan === 'M' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`
}

/** Caches the starts, because many symbols request the same ones. */
function createPeriodStarts(make: Calendar['periodStart']): Calendar['periodStart'] {
  const starts = {
    W: new Map<number, EpochMs>(),
    M: new Map<number, EpochMs>(),
    Y: new Map<number, EpochMs>(),
  }
  return (index, timespan) => {
    const start = starts[timespan].get(index)
    if (start !== undefined) return start
    const made = make(index, timespan)
    starts[timespan].set(index, made)
    return made
  }
}

function createRuled(rules: Rules, startAt: EpochMs): Calendar {
  let anchorSerial = serialOf(rules.dateAt(startAt))
  while (!rules.trades(anchorSerial)) anchorSerial += 1
  const serials: number[] = []
  let reached =
    serialOf(`${Number.parseInt(isoDate(anchorSerial).slice(0, 4), 10) - HISTORY_YEARS}-01-01`) - 1
  const extend = (to: number): void => {
    while (reached < to) {
      reached += 1
      if (rules.trades(reached)) serials.push(reached)
    }
  }
  extend(anchorSerial)
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
    const made = makeDay(rules, index, serial(index), serial(index + 1))
    days.set(index, made)
    return made
  }
  return {
    anchor,
    day,
    serial,
    sessionAt: rules.sessionAt,
    periodStart: createPeriodStarts((index, timespan) =>
      rules.midnightOf(periodDate(serial(index), timespan)),
    ),
    indexAt: (time) => {
      const serial = serialOf(rules.dateAt(time))
      extend(serial)
      let low = 0
      let high = serials.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((serials[middle] ?? 0) <= serial) low = middle
        else high = middle - 1
      }
      return low > 0 && time < day(low).segments.pre.start ? low - 1 : low
    },
  }
}

/** The serials of a year: its first, the next year's first, and its holidays. */
interface Year {
  readonly from: number
  readonly to: number
  readonly closed: ReadonlySet<number>
}
const years = new Map<number, Year>()
let latest: Year = { from: 0, to: 0, closed: new Set() }

/** Returns the year of a serial. Callers go from day to day, so it is usually the latest one. */
function yearOf(serial: number): Year {
  if (serial >= latest.from && serial < latest.to) return latest
  const year = new Date(serial * DAY_MS).getUTCFullYear()
  const table = years.get(year) ?? {
    from: Date.UTC(year, 0, 1) / DAY_MS,
    to: Date.UTC(year + 1, 0, 1) / DAY_MS,
    closed: new Set([...holidays(year)].map(serialOf)),
  }
  years.set(year, table)
  latest = table
  return table
}

/**
 * `isTradingDay` without creating a string for each of thousands of days. Day 0 of the epoch was a
 * Thursday.
 */
const onWeekdays = (serial: number): boolean =>
  (serial + 4) % 7 !== 0 && (serial + 4) % 7 !== 6 && !yearOf(serial).closed.has(serial)
const newYork = (date: ExchangeDay): EpochMs => exchangeInstant(date, 0)

const STOCKS: Rules = {
  trades: onWeekdays,
  dateAt: (time) => exchangeClock(time).day,
  midnightOf: newYork,
  bounds: (date) => {
    const close = Math.min(closeMinute(date), CLOSE_MINUTE)
    return [PRE_OPEN_MINUTE, OPEN_MINUTE, close, postCloseMinute(date)]
  },
  nightBefore: (date) => ({
    start: exchangeInstant(isoDate(serialOf(date) - 1), OVERNIGHT_MINUTE),
    end: exchangeInstant(date, PRE_OPEN_MINUTE),
  }),
  sessionAt: sessionByRule,
}

/**
 * A session begins on the evening of the calendar day before; the short one of a holiday is a day
 * of its own. Daylight saving changes happen
 * while this market is closed.
 */
const FUTURES: Rules = {
  trades: (serial) => globexClose(isoDate(serial)) !== null,
  dateAt: futuresDate,
  midnightOf: newYork,
  bounds: (date) => {
    const opens =
      (exchangeInstant(isoDate(serialOf(date) - 1), FUTURES_OPEN_MINUTE) - newYork(date)) /
      MINUTE_MS
    const close = globexClose(date) ?? FUTURES_CLOSE_MINUTE
    return [opens, opens, close, close]
  },
  nightBefore: () => null,
  sessionAt: (time) => (isOpenByRule('FUTURES', time) ? 'regular' : 'closed'),
}

const DAY_MINUTES = DAY_MS / MINUTE_MS
/** Every day, from midnight to midnight UTC. */
const CRYPTO: Rules = {
  trades: () => true,
  dateAt: (time) => isoDate(Math.floor(time / DAY_MS)),
  midnightOf: (date) => epochMs(serialOf(date) * DAY_MS),
  bounds: () => [0, 0, DAY_MINUTES, DAY_MINUTES],
  nightBefore: () => null,
  sessionAt: () => 'regular',
}

/**
 * Creates the stock market's calendar, from New Year eleven years before `startAt`, without end.
 */
export const createCalendar = (startAt: EpochMs): Calendar => createRuled(STOCKS, startAt)
/** Creates the futures market's calendar over the same range. */
export const createFuturesCalendar = (startAt: EpochMs): Calendar => createRuled(FUTURES, startAt)
/** Creates the crypto calendar over the same range. */
export const createCryptoCalendar = (startAt: EpochMs): Calendar => createRuled(CRYPTO, startAt)
