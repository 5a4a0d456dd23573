import { CENT, PRICE_SCALE, type PriceUnits } from '../../model/units.js'

/**
 * The prices at which something may trade: whole multiples of `tick`, below `turn` of the finer
 * `fine`. One class for every
 * product, because each step of every tape goes through it.
 */
export class PriceGrid {
  readonly tick: PriceUnits
  readonly fine: PriceUnits
  readonly turn: PriceUnits

  constructor(tick: PriceUnits, fine: PriceUnits = tick, turn: PriceUnits = 0) {
    this.tick = tick
    this.fine = fine
    this.turn = turn
  }

  /** The step of the grid at a price. */
  tickAt(price: number): PriceUnits {
    return price >= this.turn ? this.tick : this.fine
  }

  /** The nearest grid price at or below, never under the smallest price. */
  snapDown(price: number): PriceUnits {
    return price >= this.turn
      ? Math.floor(price / this.tick) * this.tick
      : Math.max(this.fine, Math.floor(price / this.fine) * this.fine)
  }

  /** The nearest grid price at or above. */
  snapUp(price: number): PriceUnits {
    return price > this.turn
      ? Math.ceil(price / this.tick) * this.tick
      : Math.max(this.fine, Math.ceil(price / this.fine) * this.fine)
  }

  /** The nearest grid price. */
  snap(price: number): PriceUnits {
    return price >= this.turn
      ? Math.round(price / this.tick) * this.tick
      : Math.max(this.fine, Math.round(price / this.fine) * this.fine)
  }

  /** `steps` of the local grid up. */
  above(price: PriceUnits, steps: number): PriceUnits {
    return this.snapUp(price + steps * this.tickAt(price))
  }

  /** `steps` of the local grid down; zero or less when the grid ends there. */
  below(price: PriceUnits, steps: number): PriceUnits {
    const to = price - steps * this.tickAt(price - 1)
    return to > 0 ? this.snapDown(to) : 0
  }
}

/** The grid of US stocks (SEC rule 612): a cent from one dollar on, a hundredth of a cent below. */
export const STOCK_GRID = new PriceGrid(CENT, 1, 10 ** PRICE_SCALE)
