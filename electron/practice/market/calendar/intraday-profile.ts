import type { SegmentKind } from './calendar.js'

/**
 * The kind of trading day: stocks with three sessions, a futures session of 23 hours from 18:00 New
 * York, or a whole day UTC.
 */
export type ProfileShape = 'stock' | 'futures' | 'round-the-clock'

/** The distribution of activity over a session's minutes. */
export interface Profile {
  /** Share of the session's variance per minute; adds up to 1. */
  readonly variance: Float64Array
  /** Share of the session's volume per minute; adds up to 1. */
  readonly volume: Float64Array
  /** Trades and quote changes per minute, relative to an average regular minute. */
  readonly activity: Float64Array
  /** Spread, relative to the symbol's usual one. */
  readonly spread: Float64Array
}

const normalised = (values: Float64Array, to: number): Float64Array => {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => (value * to) / sum)
}
const shape = (
  minutes: number,
  valueAt: (fromOpen: number, toClose: number) => number,
): Float64Array =>
  Float64Array.from({ length: minutes }, (_, minute) => valueAt(minute, minutes - 1 - minute))

const stock = (kind: SegmentKind, minutes: number): Profile => {
  switch (kind) {
    case 'pre':
      return {
        variance: normalised(
          shape(minutes, (_, left) => 0.4 + 2 * Math.exp(-left / 70)),
          1,
        ),
        volume: normalised(
          shape(minutes, (_, left) => 0.15 + 2.5 * Math.exp(-left / 60)),
          1,
        ),
        activity: normalised(
          shape(minutes, (_, left) => 0.3 + 2 * Math.exp(-left / 70)),
          minutes * 0.05,
        ),
        spread: shape(minutes, (_, left) => 3 + 4 * (1 - Math.exp(-left / 90))),
      }
    case 'post':
      return {
        variance: normalised(
          shape(minutes, (from) => 0.3 + 2 * Math.exp(-from / 45)),
          1,
        ),
        volume: normalised(
          shape(minutes, (from) => 0.1 + 3 * Math.exp(-from / 35)),
          1,
        ),
        activity: normalised(
          shape(minutes, (from) => 0.2 + 2 * Math.exp(-from / 50)),
          minutes * 0.05,
        ),
        spread: shape(minutes, (from) => 3 + 4 * (1 - Math.exp(-from / 60))),
      }
    case 'overnight':
      return {
        variance: normalised(
          shape(minutes, () => 1),
          1,
        ),
        volume: normalised(
          shape(minutes, (from, left) => 0.3 + Math.exp(-from / 60) + Math.exp(-left / 90)),
          1,
        ),
        activity: normalised(
          shape(minutes, (from, left) => 0.4 + Math.exp(-from / 60) + Math.exp(-left / 90)),
          minutes * 0.015,
        ),
        spread: shape(minutes, (from) => 8 + 4 * (1 - Math.exp(-from / 60))),
      }
    case 'regular': {
      // The U shape of the regular session: busy open, quiet noon, even busier closing auction.
      const volume = shape(
        minutes,
        (from, left) =>
          1 +
          3.2 * Math.exp(-from / 22) +
          2.6 * Math.exp(-left / 14) +
          (left === 0 ? 9 : 0) +
          (from === 0 ? 5 : 0),
      )
      return {
        variance: normalised(
          shape(
            minutes,
            (from, left) => 1 + 4.5 * Math.exp(-from / 18) + 0.9 * Math.exp(-left / 20),
          ),
          1,
        ),
        volume: normalised(volume, 1),
        activity: normalised(
          volume.map((value) => Math.sqrt(value)),
          minutes,
        ),
        spread: shape(minutes, (from) => 1 + 2.2 * Math.exp(-from / 7)),
      }
    }
  }
}

/** A peak of activity around a minute, with its height and its width on either side. */
const hill = (minute: number, top: number, height: number, width: number): number =>
  height * Math.exp(-(((minute - top) / width) ** 2))

/** Builds the profile of a day without breaks from its peaks. */
const hilly = (minutes: number, busy: (minute: number) => number): Profile => {
  const volume = shape(minutes, busy)
  return {
    variance: normalised(
      volume.map((value) => 0.35 + value),
      1,
    ),
    volume: normalised(volume, 1),
    activity: normalised(
      volume.map((value) => Math.sqrt(value)),
      minutes,
    ),
    spread: volume.map((value) => 1 + 0.6 * Math.exp(-2 * value)),
  }
}

/**
 * From 18:00: a small peak at the open, London at 03:00, and the stock market from 09:30 to 16:00
 * with peaks at both ends.
 */
const futures = (minutes: number): Profile =>
  hilly(
    minutes,
    (minute) =>
      0.1 +
      hill(minute, 0, 0.35, 30) +
      hill(minute, 560, 0.45, 90) +
      hill(minute, 930, 2.6, 45) +
      hill(minute, 1_120, 1.3, 170) +
      hill(minute, 1_318, 2.4, 22),
  )

/** From 00:00 UTC: never quiet, busiest during New York business hours. */
const roundTheClock = (minutes: number): Profile =>
  hilly(
    minutes,
    (minute) =>
      0.7 +
      hill(minute, 60, 0.4, 120) +
      hill(minute, 880, 1.4, 150) +
      hill(minute, 1_170, 0.7, 120),
  )

const build = (kind: SegmentKind, minutes: number, shapeKind: ProfileShape): Profile =>
  shapeKind === 'stock'
    ? stock(kind, minutes)
    : shapeKind === 'futures'
      ? futures(minutes)
      : roundTheClock(minutes)

const known = new Map<string, Profile>()
/** Returns the cached profile of a session with the given number of minutes. */
export function profileOf(kind: SegmentKind, minutes: number, shapeKind: ProfileShape): Profile {
  const key = `${shapeKind}${kind}${minutes}`
  const made = known.get(key) ?? build(kind, minutes, shapeKind)
  known.set(key, made)
  return made
}
