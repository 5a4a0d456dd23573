import type { Product } from '../../../../shared/domain/market/product-hours.js'
import { sessionByRule } from '../../../../shared/domain/market/exchange-time.js'
import type { RuledSession } from '../../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

/** The time of the exchange, and what follows from it. */
export class ClockSlice {
  time: EpochMs
  session: RuledSession
  /** The market phase of every product. */
  readonly phases = new Map<Product, string>()
  /** The next instant at which a scheduled event is due. */
  boundary: EpochMs

  constructor(time: EpochMs) {
    this.time = time
    this.session = sessionByRule(time)
    this.boundary = time
  }

  /** Moves the next boundary to `time` if that is earlier. */
  scheduleBoundary(time: EpochMs): void {
    if (time < this.boundary) this.boundary = time
  }

  /** Moves the next boundary to `time` if that is earlier and still ahead. */
  scheduleFuture(time: EpochMs): void {
    if (time > this.time) this.scheduleBoundary(time)
  }
}
