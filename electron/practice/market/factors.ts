import type { SegmentKind, TradingDay } from './calendar.js'
import { drawAt, fraction, hash3, hashText, normal, streamOf } from './random.js'
import { SECTORS } from './universe.js'

/** Daily deviations of the common factors. */
export const MARKET_VOLATILITY = 0.0095
export const SECTOR_VOLATILITY = 0.006
/** How a day's variance is split between the gap to the open and the session. */
export const GAP_SHARE = 0.3

const REGIME_DAYS = 45
const CACHE_SEGMENTS = 240

/** The common part of all moves on one day: standardised draws for the gap and the session, and the day's volatility. */
export interface DayFactors {
  readonly regime: number
  readonly gap: Float64Array
  readonly session: Float64Array
  readonly post: number
}

export interface Factors {
  /** Index 0 of the arrays is the market, the others are the sectors, shifted by one. */
  day(day: TradingDay): DayFactors
  /** Standardised minute draws of the market (0) or a sector (1 + its index). */
  minutes(day: TradingDay, kind: SegmentKind, factor: number): Float64Array
}

/** What all symbols share: the market and the sectors, drawn from the seed by day and minute. */
export function createFactors(seed: string): Factors {
  const key = hashText(`factors:${seed}`)
  const days = new Map<number, DayFactors>()
  const series = new Map<number, Float64Array>()
  // Calm and wild weeks: a slow wave through random heights.
  const regimeAt = (serial: number): number => {
    const knot = Math.floor(serial / REGIME_DAYS)
    const within = serial / REGIME_DAYS - knot
    const height = (1 - within) * normal(hash3(key, 1, knot)) + within * normal(hash3(key, 1, knot + 1))
    return Math.exp(0.32 * height + 0.12 * normal(hash3(key, 2, serial)) - 0.2)
  }
  const draws = (serial: number, what: number): Float64Array => Float64Array.from({ length: SECTORS.length + 1 }, (_, i) => normal(hash3(key, what + i * 16, serial)))
  return {
    day: (day) => {
      const known = days.get(day.serial)
      if (known) return known
      const made: DayFactors = { regime: regimeAt(day.serial), gap: draws(day.serial, 3), session: draws(day.serial, 4), post: normal(hash3(key, 5, day.serial)) }
      // A rare shock for everybody, a few times a year.
      const shock = hash3(key, 6, day.serial)
      if (fraction(shock) < 0.012) made.gap[0] = (made.gap[0] ?? 0) * 2.5
      days.set(day.serial, made)
      return made
    },
    minutes: (day, kind, factor) => {
      const id = (day.serial * 4 + (kind === 'pre' ? 0 : kind === 'regular' ? 1 : 2)) * 32 + factor
      const known = series.get(id)
      if (known) return known
      const stream = streamOf(hash3(key, 7 + factor * 16, id), 0)
      const made = new Float64Array(day.segments[kind].minutes)
      for (let m = 0; m < made.length; m += 1) made[m] = normal(drawAt(stream, m))
      series.set(id, made)
      if (series.size > CACHE_SEGMENTS) {
        for (const oldest of series.keys()) {
          series.delete(oldest)
          break
        }
      }
      return made
    },
  }
}
