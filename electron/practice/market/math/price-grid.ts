import { CENT, PRICE_SCALE, type PriceUnits } from '../../model/units.js'

/**
 * The valid prices of an instrument: multiples of `tick`, and of the finer `fine` below `turn`. One
 * class serves every product because each step of every tape uses it.
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

  /** Returns the price increment at a price. */
  tickAt(price: number): PriceUnits {
    return price >= this.turn ? this.tick : this.fine
  }

  /** Returns the nearest grid price at or below, never under the smallest price. */
  snapDown(price: number): PriceUnits {
    return price >= this.turn
      ? Math.floor(price / this.tick) * this.tick
      : Math.max(this.fine, Math.floor(price / this.fine) * this.fine)
  }

  /** Returns the nearest grid price at or above. */
  snapUp(price: number): PriceUnits {
    return price > this.turn
      ? Math.ceil(price / this.tick) * this.tick
      : Math.max(this.fine, Math.ceil(price / this.fine) * this.fine)
  }

  /** Returns the nearest grid price. */
  snap(price: number): PriceUnits {
    return price >= this.turn
      ? Math.round(price / this.tick) * this.tick
      : Math.max(this.fine, Math.round(price / this.fine) * this.fine)
  }

  /** Moves up by `steps` local increments. */
  above(price: PriceUnits, steps: number): PriceUnits {
    return this.snapUp(price + steps * this.tickAt(price))
  }

  /** Moves down by `steps` local increments; zero or less where the grid ends. */
  below(price: PriceUnits, steps: number): PriceUnits {
    const to = price - steps * this.tickAt(price - 1)
    return to > 0 ? this.snapDown(to) : 0
  }

  /** Returns the grid price a distance above a price, at least one increment away. */
  aboveBy(price: PriceUnits, distance: number): PriceUnits {
    return Math.max(this.above(price, 1), this.snapUp(price + distance))
  }

  /** Returns the grid price a distance below a price, at least one increment away; 0 at the end. */
  belowBy(price: PriceUnits, distance: number): PriceUnits {
    const to = price - distance
    return to > 0 ? Math.min(this.below(price, 1), this.snapDown(to)) : 0
  }
}

/**
 * The grid of US stocks (SEC rule 612): one cent from one dollar on, a hundredth of a cent below.
 */
export const STOCK_GRID = new PriceGrid(CENT, 1, 10 ** PRICE_SCALE)
