import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** The orders that were journaled to be sent on one day in New York. */
export interface DayCount {
  readonly day: ExchangeDay
  readonly orders: number
}

/** Days that are remembered: more than a clock is wrong by. */
const MAX_DAYS = 7

/**
 * Counts orders by the day in New York on which they were journaled to be sent, whatever became of
 * them.
 */
export class OrderCounts {
  #days: readonly DayCount[] = []

  /** Counts one order that was journaled at the exchange's time `time`. */
  add(time: EpochMs): void {
    const { day } = exchangeClock(time)
    const known = this.#days.find((count) => count.day === day)
    const others = this.#days.filter((count) => count.day !== day)
    this.#setDays([...others, { day, orders: (known?.orders ?? 0) + 1 }])
  }

  /** Replaces the counts by stored ones. */
  restore(days: readonly DayCount[]): void {
    this.#setDays(days)
  }

  /** Returns the counts, oldest day first. */
  days(): readonly DayCount[] {
    return this.#days
  }

  /**
   * Returns the orders of the day at the exchange's time `now`. Orders of a later day count too: a
   * clock that is set back does not allow more orders.
   */
  since(now: EpochMs): number {
    const { day } = exchangeClock(now)
    return this.#days
      .filter((count) => count.day >= day)
      .reduce((total, { orders }) => total + orders, 0)
  }

  #setDays(days: readonly DayCount[]): void {
    this.#days = [...days].sort((a, b) => (a.day < b.day ? -1 : 1)).slice(-MAX_DAYS)
  }
}
