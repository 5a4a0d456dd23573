import { asMoney, cmp, mul, ZERO_MONEY, type Money } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'

/** An order to query. `isUrgent`: it is not final and may be in doubt. */
export interface QueryTarget {
  readonly accountId: AccountId
  readonly clientOrderId: ClientOrderId
  readonly isUrgent: boolean
}

/** An order's value at its limit price, or its amount; zero for one without a price. */
function valueOf({ amount, quantity, limitPrice, stopPrice }: Order): Money {
  const price = limitPrice ?? stopPrice
  if (amount !== null) return amount
  return quantity === null || price === null ? ZERO_MONEY : asMoney(mul(quantity, price))
}

/** The order in which orders are queried: in doubt before unconfirmed before final. */
const rankOf = (order: Order | undefined): number =>
  order === undefined ? 0 : isFinal(order.status) ? 2 : order.unconfirmed === true ? 1 : 0

/** Newest first, then largest: what a person looks at, and what weighs most, is known soonest. */
const byNewestAndLargest = (a: Order, b: Order): number =>
  a.placedAt === b.placedAt ? cmp(valueOf(b), valueOf(a)) : b.placedAt - a.placedAt

interface Waiting {
  readonly accountId: AccountId
  /** True when the query is not needed any more once a report confirmed the order. */
  readonly untilConfirmed: boolean
}

/** The orders of which Order Detail is to be queried soon, each once. */
export class QueryQueue {
  readonly #get: (id: ClientOrderId) => Order | undefined
  readonly #waiting = new Map<ClientOrderId, Waiting>()

  /** `get` returns the present row of an order. */
  constructor(get: (id: ClientOrderId) => Order | undefined) {
    this.#get = get
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Adds an order whose state may differ from its row. */
  add(accountId: AccountId, clientOrderId: ClientOrderId): void {
    this.#waiting.set(clientOrderId, { accountId, untilConfirmed: false })
  }

  /** Adds an order of the last run, which any report confirms. */
  addUnconfirmed(accountId: AccountId, clientOrderId: ClientOrderId): void {
    if (this.#waiting.has(clientOrderId)) return
    this.#waiting.set(clientOrderId, { accountId, untilConfirmed: true })
  }

  /** True while an order waits that is not final: it is queried without a pause. */
  hasUrgent(): boolean {
    this.#dropConfirmed()
    for (const id of this.#waiting.keys()) if (rankOf(this.#get(id)) < 2) return true
    return false
  }

  /** Removes and returns the order to query next; null when none waits. */
  take(): QueryTarget | null {
    this.#dropConfirmed()
    const next = this.#next()
    const waiting = next === null ? undefined : this.#waiting.get(next)
    if (next === null || waiting === undefined) return null
    this.#waiting.delete(next)
    return {
      accountId: waiting.accountId,
      clientOrderId: next,
      isUrgent: rankOf(this.#get(next)) < 2,
    }
  }

  #dropConfirmed(): void {
    for (const [id, { untilConfirmed }] of this.#waiting) {
      if (untilConfirmed && this.#get(id)?.unconfirmed !== true) this.#waiting.delete(id)
    }
  }

  #next(): ClientOrderId | null {
    let best: { readonly id: ClientOrderId; readonly rank: number } | null = null
    for (const id of this.#waiting.keys()) {
      const rank = rankOf(this.#get(id))
      if (rank === 0) return id
      if (
        best === null ||
        rank < best.rank ||
        (rank === best.rank && this.#precedes(id, best.id))
      ) {
        best = { id, rank }
      }
    }
    return best?.id ?? null
  }

  /** True when an unconfirmed order is queried before another; final ones keep their order. */
  #precedes(id: ClientOrderId, other: ClientOrderId): boolean {
    const [a, b] = [this.#get(id), this.#get(other)]
    if (a === undefined || b === undefined || isFinal(a.status)) return false
    return byNewestAndLargest(a, b) < 0
  }
}
