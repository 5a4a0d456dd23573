import {
  PRE_OPEN_MINUTE,
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  postCloseMinute,
  sessionByRule,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'

/**
 * The two clocks of the host: the wall clock, which may jump, and the monotonic clock, which never
 * goes back. Replaced in tests.
 */
export interface HostClock {
  wall(): number
  monotonic(): number
}

/** The wall clock by which requests, codes and tokens are checked; a fault can shift it. */
export class WallClock {
  readonly #host: HostClock
  #skew = 0

  constructor(host: HostClock) {
    this.#host = host
  }

  now(): EpochMs {
    return epochMs(this.#host.wall() + this.#skew)
  }

  setSkew(ms: number): void {
    this.#skew = ms
  }
}

/**
 * The practice day begins half an hour before the regular open, so that users can watch the open.
 */
const DAY_BEGINS_MINUTE = 9 * 60
const FIRST_START_MINUTE = 10 * 60
/**
 * Minimum time to the close at a first start, so that a new user's first order does not meet the
 * closing market.
 */
const MIN_OPEN_MINUTES = 60

/**
 * Returns the exchange time of a first start: now when the market is really open for at least
 * another hour, otherwise 10:00 of the latest trading day.
 */
export function firstStart(wall: EpochMs): EpochMs {
  const { day, minute } = exchangeClock(wall)
  if (sessionByRule(wall) === 'regular' && closeMinute(day) - minute >= MIN_OPEN_MINUTES) {
    return wall
  }
  const today = isTradingDay(day) ? exchangeInstant(day, FIRST_START_MINUTE) : null
  return today !== null && today <= wall
    ? today
    : exchangeInstant(tradingDay(day, -1), FIRST_START_MINUTE)
}

/** Hours that take time: from `time` until they end. */
interface PracticeHours {
  readonly time: EpochMs
  readonly ends: EpochMs
}

/**
 * Returns the end of the practice day of `time`, and `time` itself, moved to the next practice day
 * when it is in skipped hours.
 */
function practiceDay(time: EpochMs): PracticeHours {
  const { day, minute } = exchangeClock(time)
  const end = (day: string): EpochMs => exchangeInstant(day, postCloseMinute(day))
  if (isTradingDay(day) && minute < postCloseMinute(day)) {
    const begins = exchangeInstant(day, DAY_BEGINS_MINUTE)
    return { time: time < begins ? begins : time, ends: end(day) }
  }
  const next = tradingDay(nextDay(day), 0)
  return { time: exchangeInstant(next, DAY_BEGINS_MINUTE), ends: end(next) }
}

/** Returns the end of the overnight session of `time`; null in all other hours. */
function nightEnd(time: EpochMs): EpochMs | null {
  if (sessionByRule(time) !== 'overnight') return null
  const { day, minute } = exchangeClock(time)
  return exchangeInstant(minute < PRE_OPEN_MINUTE ? day : nextDay(day), PRE_OPEN_MINUTE)
}

/**
 * The clock of the market. It runs at `speed` times real time and never goes back. In practice mode
 * the quiet hours (20:00 to 09:00 New York, weekends, holidays) take no time, but for an overnight
 * session that somebody jumped into: that one is played to its end.
 */
export class ExchangeClock {
  readonly #host: HostClock
  readonly #mode: 'practice' | 'real'
  #speed: number
  #at: EpochMs
  #since: number
  /** From when on an overnight session is played; null when the next one is skipped. */
  #night: EpochMs | null = null

  constructor(host: HostClock, mode: 'practice' | 'real', start: EpochMs, speed: number) {
    this.#host = host
    this.#mode = mode
    this.#speed = speed
    this.#at = start
    this.#enter(start)
    this.#since = host.monotonic()
  }

  now(): EpochMs {
    const mono = this.#host.monotonic()
    const elapsed = Math.max(0, mono - this.#since) * this.#speed
    // Keep the fraction in `since`; otherwise a slow clock polled often would never advance.
    const elapsedMs = Math.floor(elapsed)
    if (elapsedMs === 0) return this.#at
    this.#since = mono - (this.#speed === 0 ? 0 : (elapsed - elapsedMs) / this.#speed)
    this.#at = this.#moved(elapsedMs)
    return this.#at
  }

  /** True while the time stands still. */
  get isStopped(): boolean {
    return this.#speed === 0
  }

  setSpeed(speed: number): void {
    this.now()
    this.#since = this.#host.monotonic()
    this.#speed = speed
  }

  /** Jumps forward; ignores a time in the past. */
  jump(to: EpochMs): void {
    const now = this.now()
    if (to <= now) return
    this.#enter(to)
    this.#since = this.#host.monotonic()
  }

  /**
   * Returns the next interval on the way from `from` to `to`, at most `maxMs` long. `skip` is true
   * for hours that take no time; these are one interval, unless `maxSkippedMs` limits it.
   */
  stride(
    from: EpochMs,
    to: EpochMs,
    maxMs: number,
    maxSkippedMs = Infinity,
  ): { readonly to: EpochMs; readonly skip: boolean } {
    const day = this.#mode === 'real' ? null : this.#hoursFrom(from)
    if (day !== null && day.time > from) {
      return { to: epochMs(Math.min(day.time, to, from + maxSkippedMs)), skip: true }
    }
    return { to: epochMs(Math.min(to, from + maxMs, day?.ends ?? to)), skip: false }
  }

  /** Sets the time, moved out of hours that take none. */
  #enter(time: EpochMs): void {
    this.#night = this.#mode === 'practice' && nightEnd(time) !== null ? time : null
    this.#at = this.#mode === 'practice' ? this.#hoursFrom(time).time : time
  }

  /** Returns the hours that take time at `time`, or the next ones. */
  #hoursFrom(time: EpochMs): PracticeHours {
    const ends = this.#night === null ? null : nightEnd(this.#night)
    return this.#night !== null && ends !== null && time >= this.#night && time < ends
      ? { time, ends }
      : practiceDay(time)
  }

  #moved(by: number): EpochMs {
    if (this.#mode === 'real') return epochMs(this.#at + by)
    let { time, ends } = this.#hoursFrom(this.#at)
    let left = by
    while (time + left >= ends) {
      left -= ends - time
      ;({ time, ends } = this.#hoursFrom(ends))
    }
    return epochMs(time + left)
  }
}
