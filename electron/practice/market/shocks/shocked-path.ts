import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Calendar, SegmentKind } from '../calendar/calendar.js'
import { MIN_LEVEL, type DayPaths, type Loadings } from '../paths/day-path.js'
import type { DayFrame } from '../tapes/price-path.js'
import { offsetOf, SHOCK_MS, strainOf, type Exposure, type Shock } from './shock.js'

/** The shocks of one market, shared by the paths of all its symbols. */
export class Shocks {
  #list: readonly Shock[]

  constructor(list: readonly Shock[]) {
    this.#list = list
  }

  get list(): readonly Shock[] {
    return this.#list
  }

  set(list: readonly Shock[]): void {
    this.#list = list
  }

  /**
   * True when no shock begins before `time`, so that prices up to it follow from the seed alone.
   */
  nothingBefore(time: number): boolean {
    return this.#list.every(({ begins }) => begins >= time)
  }
}

/**
 * A symbol's path moved by shocks. Up to the begin of the first one it is exactly the seeded path,
 * so a shock never changes what has been traded.
 */
export class ShockedPath implements DayPaths {
  readonly key: number
  readonly loadings: Loadings
  readonly #path: DayPaths
  readonly #calendar: Calendar
  readonly #shocks: Shocks
  readonly #exposure: Exposure

  constructor(path: DayPaths, calendar: Calendar, shocks: Shocks, exposure: Exposure) {
    this.key = path.key
    this.loadings = path.loadings
    this.#path = path
    this.#calendar = calendar
    this.#shocks = shocks
    this.#exposure = exposure
  }

  frame(index: number): DayFrame {
    const frame = this.#path.frame(index)
    if (this.#isUntouched(index)) return frame
    const { pre, regular, post } = this.#calendar.day(index).segments
    return {
      ...frame,
      pre: this.#moved(frame.pre, pre.start),
      open: this.#moved(frame.open, regular.start),
      close: this.#moved(frame.close, regular.end),
      post: this.#moved(frame.post, post.end),
    }
  }

  fill(index: number, kind: SegmentKind, frame: DayFrame, levels: Float64Array): void {
    if (this.#isUntouched(index)) return this.#path.fill(index, kind, frame, levels)
    // The seeded walk is tied to the seeded frame, so that minutes before a shock stay the same.
    this.#path.fill(index, kind, this.#path.frame(index), levels)
    const { start } = this.#calendar.day(index).segments[kind]
    for (let m = 0; m < levels.length; m += 1) {
      levels[m] = this.#moved(levels[m] ?? 0, start + m * MINUTE_MS)
    }
  }

  strain(index: number, kind: SegmentKind): Float64Array | null {
    const { list } = this.#shocks
    if (list.length === 0) return null
    const { start, end, minutes } = this.#calendar.day(index).segments[kind]
    const near = list.filter(
      (shock) => shock.begins < end && shock.begins + SHOCK_MS[shock.kind] > start,
    )
    if (near.length === 0) return null
    return Float64Array.from({ length: minutes }, (_, m) =>
      strainOf(near, this.#exposure, start + m * MINUTE_MS),
    )
  }

  #isUntouched(index: number): boolean {
    const { list } = this.#shocks
    // Most markets have no shock, and reading ten years asks for thousands of days.
    if (list.length === 0) return true
    return this.#shocks.nothingBefore(this.#calendar.day(index).segments.overnight.end)
  }

  #moved(level: number, time: number): number {
    const offset = offsetOf(this.#shocks.list, this.#exposure, time)
    return offset === 0 ? level : Math.max(Math.min(level, MIN_LEVEL), level + offset)
  }
}
