import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { PricePath } from './price-path.js'
import type { BarData } from '../securities/market-types.js'

/** From the day with this index on, one old share becomes `shares` new ones. */
export interface BasisChange {
  readonly index: number
  readonly shares: number
}

/**
 * The share basis by day: a day's tape is in that day's shares. Prices of two days are comparable
 * only after conversion to one basis ("adjusted"). Prices are rounded to the finest price unit,
 * sizes to the finest size unit.
 */
export class ShareBasis {
  readonly #changes: readonly BasisChange[]

  constructor(changes: readonly BasisChange[]) {
    this.#changes = changes
  }

  /** Returns how many shares of a day equal one of the first day. */
  shares(index: number): number {
    let shares = 1
    for (const change of this.#changes) if (change.index <= index) shares *= change.shares
    return shares
  }

  /** Converts a price of day `from` to the shares of day `to`. */
  price(price: PriceUnits, from: number, to: number): PriceUnits {
    const [before, after] = [this.shares(from), this.shares(to)]
    return before === after ? price : Math.max(1, Math.round((price * before) / after))
  }

  /** Converts a number of shares of day `from` to those of day `to`. */
  size(size: SizeUnits, from: number, to: number): SizeUnits {
    const [before, after] = [this.shares(from), this.shares(to)]
    return before === after ? size : Math.round((size * after) / before)
  }

  /** Converts a bar of day `from` to the shares of day `to`. */
  bar(bar: BarData, from: number, to: number): BarData {
    if (this.shares(from) === this.shares(to)) return bar
    const price = (value: PriceUnits): PriceUnits => this.price(value, from, to)
    return {
      ...bar,
      open: price(bar.open),
      high: price(bar.high),
      low: price(bar.low),
      close: price(bar.close),
      volume: this.size(bar.volume, from, to),
    }
  }
}

/** The basis of everything that is never split. */
export const ONE_BASIS = new ShareBasis([])

/** Converts a price path in shares of the first day to the shares of each day. */
export const pathOnBasis = (path: PricePath, basis: ShareBasis): PricePath => ({
  key: path.key,
  strain: (index, kind) => path.strain?.(index, kind) ?? null,
  fill: (index, kind, frame, levels) => {
    path.fill(index, kind, frame, levels)
    const shares = basis.shares(index)
    // The night's walk ends in the next day, so that it is in shares of the first day.
    if (kind !== 'overnight' || shares === 1) return
    const by = Math.log(shares)
    for (let m = 0; m < levels.length; m += 1) levels[m] = (levels[m] ?? 0) - by
  },
  frame: (index) => {
    const frame = path.frame(index)
    const shares = basis.shares(index)
    if (shares === 1) return frame
    const by = Math.log(shares)
    return {
      ...frame,
      pre: frame.pre - by,
      open: frame.open - by,
      close: frame.close - by,
      post: frame.post - by,
    }
  },
})
