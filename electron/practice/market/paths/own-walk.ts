import type { Calendar } from '../calendar/calendar.js'
import { profileOf, type ProfileShape } from '../calendar/intraday-profile.js'
import { drawAt, hash3, normal, streamOf } from '../math/random.js'

/**
 * A product's own moves, independent of all others: a daily walk that is zero where history ends.
 */
export interface OwnWalk {
  /** Returns the levels at the start and end of a day. */
  ends(index: number): { readonly open: number; readonly close: number }
  /** Adds a day's path at its minute bounds. */
  add(index: number, levels: Float64Array): void
}

/** Daily pull towards zero. */
const PULL = 0.003
/** Share of a day's variance that falls between two days. */
const GAP_SHARE = 0.04

/** How one product moves by itself. */
export interface OwnWalkOptions {
  readonly calendar: Calendar
  /** Standard deviation of a day's move, as a fraction. */
  readonly volatility: number
  readonly shape: ProfileShape
  /** Returns the factor of a day's volatility. */
  readonly regime: (serial: number) => number
}

export function createOwnWalk(
  key: number,
  { calendar, volatility, shape, regime }: OwnWalkOptions,
): OwnWalk {
  const anchorClose = calendar.anchor - 1
  const earlier = [0]
  const later: number[] = []
  const draw = (drawId: number, index: number, share: number): number => {
    const serial = calendar.serial(index)
    return volatility * Math.sqrt(share) * regime(serial) * normal(hash3(key, drawId, serial))
  }
  const gap = (index: number): number => draw(1, index, GAP_SHARE)
  const session = (index: number): number => draw(2, index, 1 - GAP_SHARE)
  const closeOf = (index: number): number => {
    if (index < 0) return closeOf(0) - session(0) - gap(0)
    if (index <= anchorClose) {
      for (let day = anchorClose - earlier.length + 1; day > index; day -= 1) {
        const level = earlier.at(-1) ?? 0
        earlier.push(level - gap(day) - session(day) - PULL * level)
      }
      return earlier[anchorClose - index] ?? 0
    }
    while (later.length < index - anchorClose) {
      const day = anchorClose + later.length + 1
      const before = later.at(-1) ?? 0
      later.push(before + gap(day) + session(day) - PULL * before)
    }
    return later[index - anchorClose - 1] ?? 0
  }
  const ends = (index: number): { open: number; close: number } => ({
    open: closeOf(index - 1) + gap(index),
    close: closeOf(index),
  })
  return {
    ends,
    add: (index, levels) => {
      const minutes = levels.length - 1
      const { variance } = profileOf('regular', minutes, shape)
      const { open, close } = ends(index)
      const serial = calendar.serial(index)
      const scale = volatility * regime(serial)
      const stream = streamOf(hash3(key, 3, serial), 0)
      let walked = 0
      for (let m = 0; m < minutes; m += 1) {
        walked += scale * Math.sqrt(variance[m] ?? 0) * normal(drawAt(stream, m))
      }
      const missing = close - open - walked
      let walkedTo = 0
      let share = 0
      levels[0] = (levels[0] ?? 0) + open
      for (let m = 0; m < minutes; m += 1) {
        const part = variance[m] ?? 0
        walkedTo += scale * Math.sqrt(part) * normal(drawAt(stream, m))
        share += part
        levels[m + 1] = (levels[m + 1] ?? 0) + open + walkedTo + missing * share
      }
    },
  }
}
