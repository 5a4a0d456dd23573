import type { DaySegmentKind, TradingDay } from '../calendar/calendar.js'
import { drawAt, fraction, hash3, hashText, normal, streamOf } from '../math/random.js'

/** Daily deviations of the common factors. */
export const MARKET_VOLATILITY = 0.0095
export const SECTOR_VOLATILITY = 0.006
/** Share of a day's variance in the gap to the open; the rest falls into the session. */
export const GAP_SHARE = 0.3

const REGIME_DAYS = 45
/**
 * Series in memory, 3 KB each: enough for the market and its sectors over the days that the range
 * of a year reads by minute. With fewer, every symbol of a long list would draw all of them again.
 */
const CACHE_SEGMENTS = 1_000

export interface Factors {
  /** Returns a day's volatility relative to normal. */
  regime(serial: number): number
  /**
   * Returns the standardized draws of a day's part for the market (factor 0) or a sector (1 + its
   * index).
   */
  daily(serial: number, part: 'gap' | 'session' | 'post', factor: number): number
  /** Returns the standardized minute draws of the market (0) or a sector (1 + its index). */
  minutes(day: TradingDay, kind: DaySegmentKind, factor: number): Float64Array
}

/**
 * Creates the factors shared by all symbols: market and sectors, drawn from the seed by day and
 * minute.
 */
export function createFactors(seed: string): Factors {
  const key = hashText(`factors:${seed}`)
  const regimes = new Map<number, number>()
  const series = new Map<number, Float64Array>()
  const streams = { gap: hash3(key, 3, 0), session: hash3(key, 4, 0), post: hash3(key, 5, 0) }
  // Volatility rises and falls over weeks: a slow wave through random heights.
  const regimeAt = (serial: number): number => {
    const knot = Math.floor(serial / REGIME_DAYS)
    const within = serial / REGIME_DAYS - knot
    const height =
      (1 - within) * normal(hash3(key, 1, knot)) + within * normal(hash3(key, 1, knot + 1))
    return Math.exp(0.32 * height + 0.12 * normal(hash3(key, 2, serial)) - 0.2)
  }
  return {
    regime: (serial) => {
      const known = regimes.get(serial)
      if (known !== undefined) return known
      const made = regimeAt(serial)
      regimes.set(serial, made)
      return made
    },
    daily: (serial, part, factor) => {
      const draw = normal(hash3(streams[part], factor, serial))
      // A common overnight shock, a few times a year.
      return part === 'gap' && factor === 0 && fraction(hash3(key, 6, serial)) < 0.012
        ? 2.5 * draw
        : draw
    },
    minutes: (day, kind, factor) => {
      const id = (day.serial * 4 + (kind === 'pre' ? 0 : kind === 'regular' ? 1 : 2)) * 32 + factor
      const known = series.get(id)
      if (known) return known
      const stream = streamOf(hash3(key, 7 + factor * 16, id), 0)
      const draws = new Float64Array(day.segments[kind].minutes)
      for (let m = 0; m < draws.length; m += 1) draws[m] = normal(drawAt(stream, m))
      series.set(id, draws)
      if (series.size > CACHE_SEGMENTS) {
        for (const oldest of series.keys()) {
          series.delete(oldest)
          break
        }
      }
      return draws
    },
  }
}
