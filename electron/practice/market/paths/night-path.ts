import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { SEGMENTS, type Calendar, type SegmentKind } from '../calendar/calendar.js'
import type { PricePath } from '../tapes/price-path.js'
import { drawAt, hash3, normal, streamOf } from '../math/random.js'

/**
 * A stock's path continued through the hours in which stocks pause, for products that follow it
 * round the clock: futures on its index, the coin held by a fund. While stocks trade, both move
 * together to the minute.
 */
export interface NightPath {
  /**
   * Adds `share` of the log distance from the stock's reference price at each minute from `start`
   * on.
   */
  add(start: EpochMs, share: number, levels: Float64Array): void
  /** Returns the distance at a whole minute. */
  distanceAt(time: EpochMs): number
  /**
   * Returns the distance without the walk inside sessions and nights, for days so old that their
   * minutes are never shown.
   */
  near(time: EpochMs): number
}

/** An interval with levels at its minute bounds. */
interface Stretch {
  readonly start: EpochMs
  readonly minutes: number
  readonly levels: Float64Array
}

/** Number of cached intervals: two days of a market that never closes. */
const MAX_STRETCHES = 12
const NIGHT_MINUTES = 8 * 60
const NIGHT = 3

/**
 * The path that a night path follows. `unrest` is the share of a day's variance in a usual night.
 */
export interface Followed {
  readonly path: PricePath
  readonly calendar: Calendar
  readonly referenceLevel: number
  readonly volatility: number
  readonly unrest: number
}

export function createNightPath({
  path,
  calendar,
  referenceLevel,
  volatility,
  unrest,
}: Followed): NightPath {
  const stretches = new Map<number, Stretch>()

  const session = (index: number, kind: SegmentKind): Stretch => {
    const { start, minutes } = calendar.day(index).segments[kind]
    const levels = new Float64Array(minutes + 1)
    path.fill(index, kind, path.frame(index), levels)
    return { start, minutes, levels }
  }
  /** From the end of one day to the start of the next: a walk tied to both. */
  const night = (index: number): Stretch => {
    const start = calendar.day(index).segments.post.end
    const minutes = (calendar.day(index + 1).segments.pre.start - start) / MINUTE_MS
    const levels = new Float64Array(minutes + 1)
    const from = path.frame(index).post
    const to = path.frame(index + 1).pre
    // The volatility of nights after weekends and holidays grows less than their length.
    const scale = volatility * Math.sqrt((unrest * Math.sqrt(minutes / NIGHT_MINUTES)) / minutes)
    const stream = streamOf(hash3(path.key, 70, calendar.serial(index)), 0)
    let walked = 0
    for (let m = 0; m < minutes; m += 1) {
      walked += scale * normal(drawAt(stream, m))
      levels[m + 1] = walked
    }
    const missing = to - from - walked
    levels[0] = from
    for (let m = 1; m <= minutes; m += 1) {
      levels[m] = from + (levels[m] ?? 0) + (missing * m) / minutes
    }
    return { start, minutes, levels }
  }
  const kindAt = (index: number, time: EpochMs): SegmentKind | null =>
    SEGMENTS.find((kind) => time < calendar.day(index).segments[kind].end) ?? null

  const stretchAt = (time: EpochMs): Stretch => {
    const index = calendar.indexAt(time)
    const kind = kindAt(index, time)
    const id = index * 4 + (kind === null ? NIGHT : SEGMENTS.indexOf(kind))
    const known = stretches.get(id)
    if (known) return known
    const made = kind === null ? night(index) : session(index, kind)
    stretches.set(id, made)
    if (stretches.size > MAX_STRETCHES) {
      for (const oldest of stretches.keys()) {
        stretches.delete(oldest)
        break
      }
    }
    return made
  }
  /** Before the history, the stock stays at the first level of its first day. */
  const beginning = calendar.day(0).segments.pre.start

  return {
    add: (start, share, levels) => {
      let m = 0
      for (; m < levels.length && start + m * MINUTE_MS < beginning; m += 1) {
        levels[m] = (levels[m] ?? 0) + share * (path.frame(0).pre - referenceLevel)
      }
      while (m < levels.length) {
        const stretch = stretchAt(epochMs(start + m * MINUTE_MS))
        const offset = (start - stretch.start) / MINUTE_MS
        const end = Math.min(levels.length, stretch.minutes - offset)
        for (; m < end; m += 1) {
          levels[m] =
            (levels[m] ?? 0) + share * ((stretch.levels[m + offset] ?? 0) - referenceLevel)
        }
      }
    },
    near: (time) => {
      if (time < beginning) return path.frame(0).pre - referenceLevel
      const index = calendar.indexAt(time)
      const { segments } = calendar.day(index)
      const frame = path.frame(index)
      const kind = kindAt(index, time)
      const [start, end, from, to] =
        kind === 'pre'
          ? [segments.pre.start, segments.pre.end, frame.pre, frame.open]
          : kind === 'regular'
            ? [segments.regular.start, segments.regular.end, frame.open, frame.close]
            : kind === 'post'
              ? [segments.post.start, segments.post.end, frame.close, frame.post]
              : [
                  segments.post.end,
                  calendar.day(index + 1).segments.pre.start,
                  frame.post,
                  path.frame(index + 1).pre,
                ]
      return from + ((to - from) * (time - start)) / (end - start) - referenceLevel
    },
    distanceAt: (time) => {
      if (time < beginning) return path.frame(0).pre - referenceLevel
      const stretch = stretchAt(time)
      return (stretch.levels[(time - stretch.start) / MINUTE_MS] ?? 0) - referenceLevel
    },
  }
}
