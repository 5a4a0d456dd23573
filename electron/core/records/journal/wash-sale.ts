import {
  abs,
  isNegative,
  isZero,
  minOf,
  sum,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { DAY_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { TradeEvent } from './journal-events.js'
import { LotBook, type OpenLot } from './lot-book.js'

/** Days before and after a sale at a loss in which a purchase defers the loss. */
const WASH_DAYS = 30

export interface WashSale {
  /** The loss of the sale, positive. */
  readonly loss: Decimal
  /** Units bought within the days before, beyond those that are sold: they defer the loss now. */
  readonly replaced: Decimal
  /** Until then another purchase defers it. */
  readonly until: EpochMs
}

/**
 * Returns what a sale would mean if it closes lots at a loss, first in, first out; null when it
 * would not. `lots` are the open lots of the instrument.
 */
export function washSale(lots: readonly OpenLot[], sale: TradeEvent): WashSale | null {
  if (!isNegative(sale.quantity) || isZero(sale.quantity)) return null
  const book = LotBook.withLots(lots)
  const closed = book.apply(sale)
  const losses = closed.filter(({ direction, pnl }) => direction === 'long' && isNegative(pnl))
  if (losses.length === 0) return null
  const since = sale.time - WASH_DAYS * DAY_MS
  const recent = book
    .open(sale.key)
    .filter(({ quantity, openedAt }) => !isNegative(quantity) && openedAt >= since)
  const lossUnits = sum(losses.map(({ quantity }) => quantity))
  return {
    loss: abs(sum(losses.map(({ pnl }) => pnl))),
    replaced: minOf(lossUnits, sum(recent.map(({ quantity }) => quantity))),
    until: (sale.time + WASH_DAYS * DAY_MS) as EpochMs,
  }
}
