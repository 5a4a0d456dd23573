import { gt } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { ClockPort } from '../../ports.js'
import type { Denial } from '../../risk/risk-limits.js'
import type { ReadPositions } from '../read-positions.js'

/** How long a closing order is remembered after its response: no order waits longer than this. */
const REMEMBERED_MS = 5 * MINUTE_MS

interface SentClosing {
  readonly number: number
  readonly id: ClientOrderId
  readonly positions: ReadPositions
  /** When its response arrived, by the monotonic clock; null while it is on its way. */
  endedAt: number | null
}

/**
 * The closing orders that were sent moments ago. An ordinary order that was requested before such
 * an order was sent, or while it is on its way, must not trade the same quantity once more: in
 * futures it would open the opposite position (REL-42).
 */
export class SentClosings {
  readonly #clock: ClockPort
  #closings: readonly SentClosing[] = []
  #count = 0

  constructor(clock: ClockPort) {
    this.#clock = clock
  }

  /**
   * Returns the number of the last closing order whose response has arrived before all that follow;
   * those that are on their way have larger numbers.
   */
  get lastAnswered(): number {
    const first = this.#closings.find(({ endedAt }) => endedAt === null)
    return first === undefined ? this.#count : first.number - 1
  }

  /** Adds a closing order that is about to be sent, with the positions that prove it. */
  add(id: ClientOrderId, positions: ReadPositions): void {
    this.#count += 1
    const oldest = this.#clock.monotonic() - REMEMBERED_MS
    this.#closings = [
      ...this.#closings.filter(({ endedAt }) => endedAt === null || endedAt > oldest),
      { number: this.#count, id, positions, endedAt: null },
    ]
  }

  /** The response of a closing order arrived, or it was not sent. */
  end(id: ClientOrderId): void {
    for (const closing of this.#closings) {
      if (closing.id === id) closing.endedAt ??= this.#clock.monotonic()
    }
  }

  /**
   * Returns why an ordinary order may not be sent beside a closing order; null when it may.
   * @param after `lastAnswered` when the order was requested
   * @param own the order's id, where it has one
   */
  denial(draft: OrderDraft, after: number, own: readonly ClientOrderId[]): Denial | null {
    for (const { number, positions } of this.#closings) {
      if (number <= after) continue
      const available = positions.available(draft, own)
      if (available === null) continue
      if (draft.size.kind === 'quantity' && !gt(draft.size.quantity, available)) continue
      return {
        code: 'closing-sent',
        message: message('orders.closingSent', { symbol: draft.symbol, available }),
      }
    }
    return null
  }
}
