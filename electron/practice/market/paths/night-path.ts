import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { DAY_SEGMENTS, type Calendar, type DaySegmentKind } from '../calendar/calendar.js'
import type { PricePath } from '../tapes/price-path.js'
import { drawAt, hash3, normal, streamOf } from '../math/random.js'

/**
 * Share of a day's variance in one night: little for stock indices, much for what trades round the
 * clock.
 */
export const UNREST = { usual: 0.1, crypto: 0.4 } as const

/** An interval with levels at its minute bounds. */
export interface Stretch {
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

/** The night path of one stock; caches the intervals read last. */
export class NightPath {
  readonly #followed: Followed
  /** Before the history, the stock stays at the first level of its first day. */
  readonly #beginning: EpochMs
  readonly #stretches = new Map<number, Stretch>()

  constructor(followed: Followed) {
    this.#followed = followed
    this.#beginning = followed.calendar.day(0).segments.pre.start
  }

  /**
   * Adds `share` of the log distance from the stock's reference price at each minute from `start`
   * on.
   */
  add(start: EpochMs, share: number, levels: Float64Array): void {
    const { referenceLevel } = this.#followed
    let m = 0
    for (; m < levels.length && start + m * MINUTE_MS < this.#beginning; m += 1) {
      levels[m] = (levels[m] ?? 0) + share * this.#firstDistance()
    }
    while (m < levels.length) {
      const stretch = this.#stretchAt(epochMs(start + m * MINUTE_MS))
      const offset = (start - stretch.start) / MINUTE_MS
      const end = Math.min(levels.length, stretch.minutes - offset)
      for (; m < end; m += 1) {
        levels[m] = (levels[m] ?? 0) + share * ((stretch.levels[m + offset] ?? 0) - referenceLevel)
      }
    }
  }

  /**
   * Returns the distance without the walk inside sessions and nights, for days so old that their
   * minutes are never shown.
   */
  near(time: EpochMs): number {
    if (time < this.#beginning) return this.#firstDistance()
    const { calendar, referenceLevel } = this.#followed
    const { start, end, from, to } = this.#boundsAt(calendar.indexAt(time), time)
    return from + ((to - from) * (time - start)) / (end - start) - referenceLevel
  }

  /** Returns the distance at a whole minute. */
  distanceAt(time: EpochMs): number {
    if (time < this.#beginning) return this.#firstDistance()
    const stretch = this.#stretchAt(time)
    return (stretch.levels[(time - stretch.start) / MINUTE_MS] ?? 0) - this.#followed.referenceLevel
  }

  /** Drops the cached intervals, because the path has changed. */
  drop(): void {
    this.#stretches.clear()
  }

  #firstDistance(): number {
    return this.#followed.path.frame(0).pre - this.#followed.referenceLevel
  }

  /** Returns the session or night of a time, with the levels at its ends. */
  #boundsAt(
    index: number,
    time: EpochMs,
  ): {
    readonly start: number
    readonly end: number
    readonly from: number
    readonly to: number
  } {
    const { calendar, path } = this.#followed
    const { segments } = calendar.day(index)
    const frame = path.frame(index)
    switch (this.#kindAt(index, time)) {
      case 'pre':
        return { ...segments.pre, from: frame.pre, to: frame.open }
      case 'regular':
        return { ...segments.regular, from: frame.open, to: frame.close }
      case 'post':
        return { ...segments.post, from: frame.close, to: frame.post }
      case null:
        return {
          start: segments.post.end,
          end: calendar.day(index + 1).segments.pre.start,
          from: frame.post,
          to: path.frame(index + 1).pre,
        }
    }
  }

  #kindAt(index: number, time: EpochMs): DaySegmentKind | null {
    const { segments } = this.#followed.calendar.day(index)
    return DAY_SEGMENTS.find((kind) => time < segments[kind].end) ?? null
  }

  #stretchAt(time: EpochMs): Stretch {
    const index = this.#followed.calendar.indexAt(time)
    const kind = this.#kindAt(index, time)
    const id = index * 4 + (kind === null ? NIGHT : DAY_SEGMENTS.indexOf(kind))
    const known = this.#stretches.get(id)
    if (known) return known
    const made =
      kind === null ? nightOf(this.#followed, index) : sessionOf(this.#followed, index, kind)
    this.#stretches.set(id, made)
    if (this.#stretches.size > MAX_STRETCHES) this.#dropOldest()
    return made
  }

  #dropOldest(): void {
    for (const oldest of this.#stretches.keys()) {
      this.#stretches.delete(oldest)
      return
    }
  }
}

function sessionOf({ path, calendar }: Followed, index: number, kind: DaySegmentKind): Stretch {
  const { start, minutes } = calendar.day(index).segments[kind]
  const levels = new Float64Array(minutes + 1)
  path.fill(index, kind, path.frame(index), levels)
  return { start, minutes, levels }
}

/** Returns the interval from the end of one day to the start of the next: a walk tied to both. */
export function nightOf(
  { path, calendar, volatility, unrest }: Omit<Followed, 'referenceLevel'>,
  index: number,
): Stretch {
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
