import { isZero } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import type { OrderObservation } from '../order-observation.js'
import type { OrderProjection } from '../order-projection.js'
import type { OrderReadsPort } from '../order-reads-port.js'
import { readPages } from '../../read-pages.js'

/** Fewer orders are answered as soon by Order Detail. */
const MANY = 10

export interface EndedOrdersDeps {
  readonly reads: Pick<OrderReadsPort, 'history'>
  readonly projection: Pick<OrderProjection, 'get'>
  readonly observe: (observation: OrderObservation) => void
  /** An order was found to have ended; everything about it is known. */
  readonly onEnded: (clientOrderId: ClientOrderId) => void
}

/**
 * Reads the outcomes of orders that a complete list no longer names from the history: one page
 * answers as many of them as two hundred queries of Order Detail. A final state stays, so that a
 * history that lags never shows one too early; what it does not show is left to Order Detail.
 */
export class EndedOrders {
  readonly #deps: EndedOrdersDeps
  readonly #reading = new Set<AccountId>()
  #isDisposed = false

  constructor(deps: EndedOrdersDeps) {
    this.#deps = deps
  }

  /** Reads the history of one account for these orders, when they are many. */
  async find(accountId: AccountId, missing: readonly Order[]): Promise<void> {
    if (missing.length <= MANY || this.#reading.has(accountId)) return
    this.#reading.add(accountId)
    await this.#read(accountId, missing)
    this.#reading.delete(accountId)
  }

  dispose(): void {
    this.#isDisposed = true
  }

  /** Reads pages, newest first, while they cost fewer requests than the queries they replace. */
  async #read(accountId: AccountId, missing: readonly Order[]): Promise<void> {
    const remainingIds = new Set(missing.map(({ clientOrderId }) => clientOrderId))
    const oldest = Math.min(...missing.map(({ placedAt }) => placedAt))
    const range = { from: epochMs(Math.max(0, oldest - MINUTE_MS)), to: null }
    const { reads } = this.#deps
    let pages = 0
    await readPages(
      (cursor) => reads.history(accountId, range, cursor, 'settle'),
      (page) => {
        if (this.#isDisposed) return false
        for (const seen of page.orders) {
          if (remainingIds.has(seen.clientOrderId)) this.#deps.observe(seen)
        }
        for (const id of remainingIds) if (this.#hasEnded(id)) remainingIds.delete(id)
        pages += 1
        return remainingIds.size > Math.max(pages, MANY)
      },
    )
  }

  #hasEnded(id: ClientOrderId): boolean {
    const { projection, onEnded } = this.#deps
    const row = projection.get(id)
    if (row !== undefined && !isFinal(row.status)) return false
    // What filled without fees is queried once more, because only Order Detail may have them.
    if (row !== undefined && (isZero(row.filledQuantity) || row.fees !== null)) onEnded(id)
    return true
  }
}
