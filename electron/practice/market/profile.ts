import type { SegmentKind } from './calendar.js'

/** How a session is shaped over its minutes. */
export interface Profile {
  /** Share of the session's variance per minute; adds up to 1. */
  readonly variance: Float64Array
  /** Share of the session's volume per minute; adds up to 1. */
  readonly volume: Float64Array
  /** Trades and quote changes per minute, relative to an average regular minute. */
  readonly activity: Float64Array
  /** Spread, relative to the name's usual one. */
  readonly spread: Float64Array
}

const normalised = (values: Float64Array, to: number): Float64Array => {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => (value * to) / sum)
}
const shape = (minutes: number, at: (fromOpen: number, toClose: number) => number): Float64Array =>
  Float64Array.from({ length: minutes }, (_, minute) => at(minute, minutes - 1 - minute))

const build = (kind: SegmentKind, minutes: number): Profile => {
  switch (kind) {
    case 'pre':
      return {
        variance: normalised(shape(minutes, (_, left) => 0.4 + 2 * Math.exp(-left / 70)), 1),
        volume: normalised(shape(minutes, (_, left) => 0.15 + 2.5 * Math.exp(-left / 60)), 1),
        activity: normalised(shape(minutes, (_, left) => 0.3 + 2 * Math.exp(-left / 70)), minutes * 0.05),
        spread: shape(minutes, (_, left) => 3 + 4 * (1 - Math.exp(-left / 90))),
      }
    case 'post':
      return {
        variance: normalised(shape(minutes, (from) => 0.3 + 2 * Math.exp(-from / 45)), 1),
        volume: normalised(shape(minutes, (from) => 0.1 + 3 * Math.exp(-from / 35)), 1),
        activity: normalised(shape(minutes, (from) => 0.2 + 2 * Math.exp(-from / 50)), minutes * 0.05),
        spread: shape(minutes, (from) => 3 + 4 * (1 - Math.exp(-from / 60))),
      }
    default: {
      // The U of the regular session: busy open, quiet noon, busier still into the closing auction.
      const volume = shape(minutes, (from, left) => 1 + 3.2 * Math.exp(-from / 22) + 2.6 * Math.exp(-left / 14) + (left === 0 ? 9 : 0) + (from === 0 ? 5 : 0))
      return {
        variance: normalised(shape(minutes, (from, left) => 1 + 4.5 * Math.exp(-from / 18) + 0.9 * Math.exp(-left / 20)), 1),
        volume: normalised(volume, 1),
        activity: normalised(volume.map((value) => Math.sqrt(value)), minutes),
        spread: shape(minutes, (from) => 1 + 2.2 * Math.exp(-from / 7)),
      }
    }
  }
}

const known = new Map<string, Profile>()
/** The shape of a session of so many minutes. */
export function profileOf(kind: SegmentKind, minutes: number): Profile {
  const key = `${kind}${minutes}`
  const made = known.get(key) ?? build(kind, minutes)
  known.set(key, made)
  return made
}
