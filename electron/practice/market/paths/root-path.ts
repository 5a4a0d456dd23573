import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Calendar } from '../calendar/calendar.js'
import { MINUTE_DAYS } from '../bars/daily-bars.js'
import type { NightPath } from './night-path.js'
import type { OwnWalk } from './own-walk.js'

/**
 * The price path of a product, from which all its contract months and sizes are derived: log prices
 * in units.
 */
export interface Root {
  /** Returns the levels at the start and end of a day, without its minutes. */
  ends(index: number): { readonly open: number; readonly close: number }
  /** Returns a day's levels at its minute bounds; read-only. */
  levels(index: number): Float64Array
  /** Drops the cached days, because the followed path has changed. */
  drop(): void
}

const CACHED_DAYS = 6

/** What a root follows, and its price. */
export interface RootOptions {
  /** Log price while both are at their reference. */
  readonly level: number
  /** The path of the stock; null where it follows none. */
  readonly followed: NightPath | null
  /** The part of the stock's moves that it follows. */
  readonly share: number
  /** Its own walk; null where it has none. */
  readonly ownWalk: OwnWalk | null
}

/**
 * Creates a root that follows a stock in part and adds its own walk; its price is `level` when both
 * are at their reference.
 */
export function createRoot(
  calendar: Calendar,
  { level, followed, share, ownWalk }: RootOptions,
): Root {
  const cache = new Map<number, Float64Array>()
  const firstMinuteDay = calendar.anchor - MINUTE_DAYS
  const make = (index: number): Float64Array => {
    const { start, minutes } = calendar.day(index).segments.regular
    const levels = new Float64Array(minutes + 1).fill(level)
    followed?.add(start, share, levels)
    ownWalk?.add(index, levels)
    return levels
  }
  return {
    drop: () => cache.clear(),
    ends: (index) => {
      const { start, end } = calendar.day(index).segments.regular
      const walk = ownWalk?.ends(index) ?? { open: 0, close: 0 }
      const distance = (time: EpochMs): number =>
        followed === null
          ? 0
          : index < firstMinuteDay
            ? followed.near(time)
            : followed.distanceAt(time)
      return {
        open: level + share * distance(start) + walk.open,
        close: level + share * distance(end) + walk.close,
      }
    },
    levels: (index) => {
      const known = cache.get(index)
      if (known) return known
      const root = make(index)
      cache.set(index, root)
      if (cache.size > CACHED_DAYS) {
        for (const oldest of cache.keys()) {
          cache.delete(oldest)
          break
        }
      }
      return root
    },
  }
}
