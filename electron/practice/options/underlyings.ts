import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  OPEN_MINUTE,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { BarData, Market } from '../market/securities/market-types.js'
import type { PriceUnits } from '../model/units.js'

/** The part of the seeded market that options need. */
export type UnderlyingMarket = Pick<Market, 'now' | 'listing' | 'book' | 'bars' | 'visitPrints'>

/**
 * The regular session of one day of one symbol: for each second, the last price traded before it in
 * the session; 0 before the first trade.
 */
interface DayPath {
  readonly open: EpochMs
  readonly close: EpochMs
  readonly prices: Int32Array
  /** Number of seconds filled. */
  filled: number
  last: PriceUnits
}

/** Maximum number of cached paths (one per symbol and day, about 90 KiB each). */
const CACHED_PATHS = 96
/** Days of closes to read back: more than the lifetime of the longest contract. */
const CACHED_DAYS = 700

/** Returns the session of a trading day. */
export const sessionOf = (
  day: ExchangeDay,
): { readonly open: EpochMs; readonly close: EpochMs } => ({
  open: exchangeInstant(day, OPEN_MINUTE),
  close: exchangeInstant(day, closeMinute(day)),
})

/** True while options trade. */
export function inSession(time: EpochMs): boolean {
  const { day, minute } = exchangeClock(time)
  return isTradingDay(day) && minute >= OPEN_MINUTE && minute < closeMinute(day)
}

/**
 * The present and past prices of the underlyings. Reads the seeded market only up to its own time,
 * and caches prices that can no longer change.
 */
export class Underlyings {
  readonly market: UnderlyingMarket
  readonly #firstLive: ExchangeDay
  readonly #paths = new Map<string, DayPath>()
  readonly #closed = new Map<
    string,
    { readonly today: ExchangeDay; readonly bars: readonly BarData[] }
  >()

  /**
   * Days before `firstLive` were never simulated step by step, so their paths are built from minute
   * bars, which is much faster.
   */
  constructor(market: UnderlyingMarket, firstLive: ExchangeDay) {
    this.market = market
    this.#firstLive = firstLive
  }

  now(): EpochMs {
    return this.market.now()
  }

  /** Returns the daily bars of the days before `today`, oldest first. */
  #closedDays(symbol: string): readonly BarData[] {
    const today = exchangeClock(this.now()).day
    const known = this.#closed.get(symbol)
    if (known?.today === today) return known.bars
    const bars = this.market.bars(symbol, 'D', {
      count: CACHED_DAYS,
      end: epochMs(exchangeInstant(today, 0) - 1),
      includeRunning: true,
    })
    this.#closed.set(symbol, { today, bars })
    return bars
  }

  /**
   * Returns the lowest and highest price from the day before `from` through `to`, counting only
   * days before today.
   */
  range(
    symbol: string,
    from: ExchangeDay,
    to: ExchangeDay,
  ): { readonly low: PriceUnits; readonly high: PriceUnits } {
    const begin = exchangeInstant(tradingDay(from, -1), 0)
    const end = exchangeInstant(to, 0)
    let low = Infinity
    let high = 0
    for (const bar of this.#closedDays(symbol)) {
      if (bar.time < begin || bar.time > end) continue
      low = Math.min(low, bar.low)
      high = Math.max(high, bar.high)
    }
    const fallback = this.market.listing(symbol)?.referencePrice ?? 0
    return high === 0 ? { low: fallback, high: fallback } : { low, high }
  }

  /** Returns the last regular price of the newest session that closed at or before `time`. */
  closeAt(symbol: string, time: EpochMs): PriceUnits {
    const { day } = exchangeClock(time)
    const today = exchangeClock(this.now()).day
    const shut = isTradingDay(day) && time >= sessionOf(day).close
    if (day >= today && shut) {
      const [bar] = this.market.bars(symbol, 'D', {
        count: 1,
        start: exchangeInstant(day, 0),
        end: exchangeInstant(day, 0),
        includeRunning: true,
      })
      if (bar !== undefined) return bar.close
    }
    const limit = exchangeInstant(day, 0)
    const bars = this.#closedDays(symbol)
    for (let i = bars.length - 1; i >= 0; i -= 1) {
      const bar = bars[i]
      if (bar !== undefined && (shut ? bar.time <= limit : bar.time < limit)) return bar.close
    }
    return this.market.listing(symbol)?.referencePrice ?? 0
  }

  /**
   * Returns the symbol's present price: the middle of the quotes during its session, otherwise its
   * last close.
   */
  spot(symbol: string): PriceUnits {
    const now = this.now()
    if (!inSession(now)) return this.closeAt(symbol, now)
    const book = this.market.book(symbol, 1)
    const bid = book?.bids[0]?.price
    const ask = book?.asks[0]?.price
    return bid === undefined || ask === undefined ? this.closeAt(symbol, now) : (bid + ask) / 2
  }

  /**
   * Returns the last price before the second of a session that contains `time`; 0 before the
   * session's first trade. Only for times already reached.
   */
  priceBefore(symbol: string, day: ExchangeDay, time: number): PriceUnits {
    const path = this.#path(symbol, day)
    const second = Math.min(
      path.prices.length - 1,
      Math.max(0, Math.floor((time - path.open) / SECOND_MS)),
    )
    if (second >= path.filled) this.#fill(symbol, path)
    return path.prices[second] ?? 0
  }

  #path(symbol: string, day: ExchangeDay): DayPath {
    const key = `${symbol}${day}`
    const known = this.#paths.get(key)
    if (known !== undefined) return known
    const { open, close } = sessionOf(day)
    const path: DayPath = {
      open,
      close,
      prices: new Int32Array((close - open) / SECOND_MS),
      filled: 0,
      last: 0,
    }
    for (const oldest of this.#paths.keys()) {
      if (this.#paths.size < CACHED_PATHS) break
      this.#paths.delete(oldest)
    }
    this.#paths.set(key, path)
    if (day < this.#firstLive) this.#fillFromMinutes(symbol, path)
    return path
  }

  /** Interpolates linearly from each minute's last price to the next one's. */
  #fillFromMinutes(symbol: string, path: DayPath): void {
    const { open, close, prices } = path
    const minute = MINUTE_MS / SECOND_MS
    for (const bar of this.market.bars(symbol, 'M1', {
      count: prices.length / minute,
      start: open,
      end: epochMs(close - 1),
      includeRunning: true,
    })) {
      const from = (bar.time - open) / SECOND_MS
      if (path.last === 0) path.last = bar.open
      else prices.fill(path.last, path.filled, from)
      for (let second = 0; second < minute; second += 1) {
        prices[from + second] = Math.round(path.last + ((bar.close - path.last) * second) / minute)
      }
      path.last = bar.close
      path.filled = from + minute
    }
    prices.fill(path.last, path.filled)
    path.filled = prices.length
  }

  /**
   * Reads on to the current second: trades before a second can no longer change once it has begun.
   */
  #fill(symbol: string, path: DayPath): void {
    const until = Math.min(path.prices.length, Math.floor((this.now() - path.open) / SECOND_MS) + 1)
    const begin = path.open + Math.max(0, path.filled - 1) * SECOND_MS
    const put = (upTo: number): void => {
      for (; path.filled < upTo; path.filled += 1) path.prices[path.filled] = path.last
    }
    this.market.visitPrints(
      symbol,
      {
        from: epochMs(begin),
        to: epochMs(path.open + (until - 1) * SECOND_MS - 1),
        sessions: ['regular'],
      },
      (time, price) => {
        put(Math.min(until, Math.floor((time - path.open) / SECOND_MS) + 1))
        path.last = price
      },
    )
    put(until)
  }
}

/** Returns the number of minutes of a session. */
export const minutesOf = ({
  open,
  close,
}: {
  readonly open: EpochMs
  readonly close: EpochMs
}): number => (close - open) / MINUTE_MS
