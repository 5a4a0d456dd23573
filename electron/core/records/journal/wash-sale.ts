import {
  abs,
  isNegative,
  isPositive,
  isZero,
  minOf,
  sum,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { orderTradeDate, tradeDate } from '../../../../shared/domain/market/trade-date.js'
import { DAY_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { isDelivered } from './delivered.js'
import type { TradeEvent } from './journal-events.js'
import { LotBook, type ClosedLot, type OpenLot } from './lot-book.js'

/** Days before and after a sale at a loss in which a purchase defers the loss. */
export const WASH_DAYS = 30

/** A lot, or a part of one, that a sale closes at a loss. */
export interface LossLot {
  /** Null for what was delivered, or held before the first record. */
  readonly openedAt: EpochMs | null
  readonly quantity: Decimal
  /** Positive. */
  readonly loss: Decimal
}

export interface WashSale {
  /** The loss of the sale, positive: of its lots at a loss, without its lots at a gain. */
  readonly loss: Decimal
  /** Oldest first. */
  readonly lots: readonly LossLot[]
  /** Units bought within the days before, beyond those that are sold: they defer the loss now. */
  readonly replaced: Decimal
  /** When the newest of them were bought; null where there are none. */
  readonly replacedAt: EpochMs | null
  /** When an option to acquire the instrument was opened within the days before; null: never. */
  readonly optionAt: EpochMs | null
  /** The last day on which another purchase defers it. */
  readonly until: ExchangeDay
}

/**
 * Returns what a sale would mean if it closes lots at a loss, first in, first out; null when it
 * would not, or when the cost of a lot that it closes is not known. `lots` are the open lots of the
 * account: options on the instrument matter too.
 */
export function washSale(lots: readonly OpenLot[], sale: TradeEvent): WashSale | null {
  if (!isNegative(sale.quantity) || isZero(sale.quantity)) return null
  const book = LotBook.withLots(lots)
  const closed = book.apply(sale)
  if (closed.some(({ isCosted }) => !isCosted)) return null
  const losses = closed.filter(({ direction, pnl }) => direction === 'long' && isNegative(pnl))
  if (losses.length === 0) return null
  const bought = recentPurchases(book.open(), sale)
  return {
    loss: abs(sum(losses.map(({ pnl }) => pnl))),
    lots: losses.map(toLossLot),
    replaced: minOf(sum(losses.map(({ quantity }) => quantity)), bought.quantity),
    replacedAt: bought.boughtAt,
    optionAt: bought.optionAt,
    until: washEnd(sale.time),
  }
}

/** What was bought within the days before a sale, and is still held. */
export interface RecentPurchases {
  readonly quantity: Decimal
  /** When the newest of it was bought; null where nothing was. */
  readonly boughtAt: EpochMs | null
  /** When an option to acquire the instrument was opened; null: none was. */
  readonly optionAt: EpochMs | null
}

/** Returns what open lots, of this account or of another, were bought within the days before. */
export function recentPurchases(
  lots: readonly OpenLot[],
  { key, time }: Pick<TradeEvent, 'key' | 'time'>,
): RecentPurchases {
  const recent = lots.filter(
    ({ openedBy, openedAt }) => !isDelivered(openedBy) && daysBefore(openedAt, time) <= WASH_DAYS,
  )
  const same = recent.filter((lot) => lot.key === key && isPositive(lot.quantity))
  return {
    quantity: sum(same.map(({ quantity }) => quantity)),
    boughtAt: newest(same),
    optionAt: newest(recent.filter((lot) => acquires(lot, key))),
  }
}

const toLossLot = ({ openedBy, openedAt, quantity, pnl }: ClosedLot): LossLot => ({
  openedAt: isDelivered(openedBy) ? null : openedAt,
  quantity,
  loss: abs(pnl),
})

const newest = (lots: readonly OpenLot[]): EpochMs | null =>
  lots.reduce<EpochMs | null>(
    (latest, { openedAt }) => (latest === null || openedAt > latest ? openedAt : latest),
    null,
  )

/**
 * Returns the calendar days between the trade dates of a purchase and of a sale: the law counts
 * days of trade dates, not hours.
 */
const daysBefore = (bought: EpochMs, sale: EpochMs): number =>
  Math.round((dayOf(saleDate(sale)) - dayOf(tradeDate('securities', bought))) / DAY_MS)

const dayOf = (day: ExchangeDay): number => Date.parse(day)
const saleDate = (time: EpochMs): ExchangeDay => orderTradeDate('securities', time)

/** Returns the last day on which a purchase defers the loss of a sale that is placed now. */
export const washEnd = (time: EpochMs): ExchangeDay =>
  new Date(dayOf(saleDate(time)) + WASH_DAYS * DAY_MS).toISOString().slice(0, 10)

/** True for a held call and for a written put on a stock: both may deliver its shares. */
function acquires({ key, quantity }: OpenLot, sold: string): boolean {
  const [held, stock] = [keyParts(key as InstrumentKey), keyParts(sold as InstrumentKey)]
  if (held.assetClass !== 'option' || stock.assetClass !== 'stock') return false
  const contract = parseOcc(held.symbol)
  if (contract === null || contract.root !== stock.symbol) return false
  return (contract.type === 'call') === isPositive(quantity)
}
