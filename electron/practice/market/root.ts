import type { EpochMs } from '../../../shared/domain/time.js'
import type { Calendar } from './calendar.js'
import { MINUTE_DAYS } from './daily.js'
import type { NightPath } from './night-path.js'
import type { OwnWalk } from './own-walk.js'

/**
 * The price of a product itself, of which every month and size of contract is made: logarithms of
 * prices in units.
 */
export interface Root {
  /** Where a day begins and ends, without its minutes. */
  ends(index: number): { readonly open: number; readonly close: number }
  /** A day at the bounds of its minutes; not to be written to. */
  levels(index: number): Float64Array
}

const KEPT_DAYS = 6

/**
 * A root that follows a stock in part and walks on its own for the rest; it stands at `level` when
 * both are at their reference.
 */
export function createRoot(
  calendar: Calendar,
  level: number,
  followed: NightPath | null,
  share: number,
  own: OwnWalk | null,
): Root {
  const kept = new Map<number, Float64Array>()
  const firstMinuteDay = calendar.anchor - MINUTE_DAYS
  const make = (index: number): Float64Array => {
    const { start, minutes } = calendar.day(index).segments.regular
    const levels = new Float64Array(minutes + 1).fill(level)
    followed?.add(start, share, levels)
    own?.add(index, levels)
    return levels
  }
  return {
    ends: (index) => {
      const { start, end } = calendar.day(index).segments.regular
      const walk = own?.ends(index) ?? { open: 0, close: 0 }
      const distance = (time: EpochMs): number =>
        followed === null ? 0 : index < firstMinuteDay ? followed.near(time) : followed.at(time)
      return {
        open: level + share * distance(start) + walk.open,
        close: level + share * distance(end) + walk.close,
      }
    },
    levels: (index) => {
      const known = kept.get(index)
      if (known) return known
      const made = make(index)
      kept.set(index, made)
      if (kept.size > KEPT_DAYS) {
        for (const oldest of kept.keys()) {
          kept.delete(oldest)
          break
        }
      }
      return made
    },
  }
}
