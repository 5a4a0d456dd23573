import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'

export interface CustomerPrint {
  readonly time: number
  readonly price: PriceUnits
  readonly size: SizeUnits
  readonly buy: boolean
}

/** The customers' prints of one symbol by minute. */
export interface CustomerPrints {
  add(print: CustomerPrint): void
  inMinute(minuteStart: number): readonly CustomerPrint[]
  readonly isEmpty: boolean
  /**
   * Drops the oldest minutes' prints beyond the capacity; calls `beforeDrop` first, to freeze the
   * minute's bar.
   */
  trim(beforeDrop: (minuteStart: number) => void): void
}

const MAX_PRINTS = 20_000
const NONE: readonly CustomerPrint[] = []

export function createCustomerPrints(capacity: number = MAX_PRINTS): CustomerPrints {
  const minutes = new Map<number, CustomerPrint[]>()
  let count = 0
  return {
    add: (print) => {
      const start = Math.floor(print.time / MINUTE_MS) * MINUTE_MS
      const list = minutes.get(start)
      if (list) list.push(print)
      else minutes.set(start, [print])
      count += 1
    },
    get isEmpty() {
      return count === 0
    },
    inMinute: (start) => minutes.get(start) ?? NONE,
    trim: (beforeDrop) => {
      for (const [start, list] of minutes) {
        // The newest minute is still being written.
        if (count <= capacity || minutes.size === 1) return
        beforeDrop(start)
        minutes.delete(start)
        count -= list.length
      }
    },
  }
}
