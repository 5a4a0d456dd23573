import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import {
  storedTradeDate,
  tradeDate,
  type TradeDate,
} from '../../../shared/domain/market/trade-date.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** The orders that were journaled to be sent on one trade date. */
export interface DayCount {
  readonly day: TradeDate
  readonly orders: number
}

/** The counts as a journal stores them. */
export type StoredDayCount = Omit<DayCount, 'day'> & { readonly day: string }

/** Days that are remembered: more than a clock is wrong by. */
const MAX_DAYS = 7

/**
 * Counts orders by the trade date of their product on which they were journaled to be sent,
 * whatever became of them.
 */
export class OrderCounts {
  #days: readonly DayCount[] = []

  /** Counts one order of a product that was journaled at the exchange's time `time`. */
  add(product: AccountProduct, time: EpochMs): void {
    const day = tradeDate(product, time)
    const known = this.#days.find((count) => count.day === day)
    const others = this.#days.filter((count) => count.day !== day)
    this.#setDays([...others, { day, orders: (known?.orders ?? 0) + 1 }])
  }

  /** Replaces the counts by stored ones. */
  restore(days: readonly StoredDayCount[]): void {
    this.#setDays(days.map(({ day, orders }) => ({ day: storedTradeDate(day), orders })))
  }

  /** Returns the counts, oldest day first. */
  days(): readonly DayCount[] {
    return this.#days
  }

  /**
   * Returns the orders of a product's trade date at the exchange's time `now`, with those of other
   * products on it. Orders of a later date count too: a clock that is set back does not allow more
   * orders.
   */
  since(product: AccountProduct, now: EpochMs): number {
    const day = tradeDate(product, now)
    return this.#days
      .filter((count) => count.day >= day)
      .reduce((total, { orders }) => total + orders, 0)
  }

  #setDays(days: readonly DayCount[]): void {
    this.#days = [...days].sort((a, b) => (a.day < b.day ? -1 : 1)).slice(-MAX_DAYS)
  }
}
