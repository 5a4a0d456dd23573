import type { RandomPort } from '../../../../electron/core/ports.js'

/** A seeded source of chance (mulberry32). Streams of one seed with other names are unrelated. */
export class SeededRandom {
  readonly seed: number
  readonly name: string
  #state: number

  constructor(seed: number, name: string) {
    this.seed = seed
    this.name = name
    let hash = 0x811c9dc5
    for (const char of `${seed} ${name}`) {
      hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
    }
    this.#state = hash >>> 0
  }

  /** Returns a fraction in [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** Returns a number in [low, high). */
  between(low: number, high: number): number {
    return low + this.fraction() * (high - low)
  }

  /** Returns a whole number from 0 to `count - 1`. */
  index(count: number): number {
    return Math.floor(this.fraction() * count)
  }

  /** Returns one element; undefined of an empty list. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.index(list.length)]
  }

  /** Returns one key, each with a probability in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    return (entries.at(-1) as [K, number])[0]
  }

  /** Returns this source as the product's port. */
  port(): RandomPort {
    return {
      bytes: (count) => Uint8Array.from({ length: count }, () => this.index(256)),
      fraction: () => this.fraction(),
    }
  }
}
