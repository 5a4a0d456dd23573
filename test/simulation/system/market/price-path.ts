import { SeededRandom } from '../time/seeded-random.js'

/** Interval of the market's steps, in ms. */
export const TICK_MS = 2_000

/** One moment of a path: how far the price is from its reference, and the trade that happens. */
export interface PathTick {
  readonly offset: number
  readonly trade: { readonly aggressor: 'buy' | 'sell'; readonly sizePart: number } | null
}

export interface PathOptions {
  readonly seed: number
  readonly symbol: string
  /** The reference price and its step, in price units. */
  readonly reference: number
  readonly step: number
}

/**
 * The price of one symbol, as a function of the seed and the time: mostly small moves, and seldom a
 * jump that fills or triggers many orders at once. The same seed gives the same path, so that an
 * exchange that restarts can replay it.
 */
export class PricePath {
  readonly #random: SeededRandom
  readonly #options: PathOptions
  readonly #ticks: PathTick[] = [{ offset: 0, trade: null }]

  constructor(options: PathOptions) {
    this.#options = options
    this.#random = new SeededRandom(options.seed, `path ${options.symbol}`)
  }

  /** Returns the tick with this number; number 0 is the reference price itself. */
  tick(number: number): PathTick {
    while (this.#ticks.length <= number) this.#ticks.push(this.#next())
    return this.#ticks[number] as PathTick
  }

  #next(): PathTick {
    const random = this.#random
    const { reference, step } = this.#options
    const previous = this.#ticks.at(-1)?.offset ?? 0
    const reach = Math.max(1, Math.floor(reference / step / 400))
    const size = random.chance(0.02) ? reach * 12 : random.chance(0.5) ? reach : 0
    const wanted = previous + Math.round(random.between(-size, size)) * step
    const limit = Math.floor((reference * 0.3) / step) * step
    return {
      offset: Math.max(-limit, Math.min(limit, wanted)),
      trade: random.chance(0.6)
        ? { aggressor: random.chance(0.5) ? 'buy' : 'sell', sizePart: random.fraction() }
        : null,
    }
  }
}
