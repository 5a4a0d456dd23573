/** A seeded random source (mulberry32): the same seed makes the same cases. */
export interface Chance {
  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number
  /** Returns true once in `times`. */
  once(times: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(count: number): Buffer
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (from) => {
      const item = from[below(from.length)]
      if (item === undefined && from.length === 0) throw new Error('nothing to pick from')
      return item as (typeof from)[number]
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}
