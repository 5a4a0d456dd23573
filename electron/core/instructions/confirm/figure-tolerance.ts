import type { Decimal } from '../../../../shared/domain/decimal.js'

/** How far figures may move before approve is disarmed (CONFIRM-11). */
export interface FigureTolerance {
  /** The part of a figure by which it may move. */
  readonly ratio: Decimal
  /** The person's number of price steps, as a price and as the money of the whole order. */
  readonly price: Decimal
  readonly money: Decimal
}
