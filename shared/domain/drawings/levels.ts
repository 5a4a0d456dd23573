import { add, asPrice, dec, mul, sub, type Decimal, type Price } from '../decimal.js'
import type { Anchor } from './drawing.schema.js'

const ratios = (...values: readonly string[]): readonly Decimal[] => values.map(dec)

/** The parts of a move at which its retracement is expected to end. */
export const RETRACEMENT_RATIOS = ratios('0', '0.236', '0.382', '0.5', '0.618', '0.786', '1')
/** The multiples of a move that the next move is expected to reach. */
export const EXTENSION_RATIOS = ratios('0', '0.382', '0.618', '1', '1.272', '1.618', '2.618')

/** A level and its exact price. */
export interface PriceLevel {
  readonly ratio: Decimal
  readonly price: Price
}

/** Returns the levels of a retracement: 0 at the end of the move, 1 at its start. */
export const retracementLevels = (start: Anchor, end: Anchor): readonly PriceLevel[] =>
  RETRACEMENT_RATIOS.map((ratio) => ({
    ratio,
    price: asPrice(add<Decimal>(end.price, mul(sub(start.price, end.price), ratio))),
  }))

/** Returns the levels of the move from `start` to `end`, drawn again from `origin`. */
export const extensionLevels = (
  start: Anchor,
  end: Anchor,
  origin: Anchor,
): readonly PriceLevel[] =>
  EXTENSION_RATIOS.map((ratio) => ({
    ratio,
    price: asPrice(add<Decimal>(origin.price, mul(sub(end.price, start.price), ratio))),
  }))
