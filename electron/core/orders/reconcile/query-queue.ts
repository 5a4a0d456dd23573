import { asMoney, cmp, mul, ZERO_MONEY, type Money } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'

/**
 * An order to query. `isUrgent`: it is not final and may be in doubt. `untilConfirmed`: any report
 * makes the query superfluous.
 */
export interface QueryTarget {
  readonly accountId: AccountId
  readonly clientOrderId: ClientOrderId
  readonly isUrgent: boolean
  readonly untilConfirmed: boolean
}

/** An order's value at its limit price, or its amount; zero for one without a price. */
function valueOf({ amount, quantity, limitPrice, stopPrice }: Order): Money {
  const price = limitPrice ?? stopPrice
  if (amount !== null) return amount
  return quantity === null || price === null ? ZERO_MONEY : asMoney(mul(quantity, price))
}

/** The rank of a final order, whose query can wait: nothing about it is in doubt. */
const PATIENT = 2

/** The order in which orders are queried: in doubt, unconfirmed, final. */
const rankOf = ({ why }: Waiting, order: Order | undefined): number => {
  if (order !== undefined && isFinal(order.status)) return PATIENT
  return { doubt: 0, unconfirmed: 1 }[why]
}

/** Newest first, then largest: what a person looks at, and what weighs most, is known soonest. */
const byNewestAndLargest = (a: Order, b: Order): number =>
  a.placedAt === b.placedAt ? cmp(valueOf(b), valueOf(a)) : b.placedAt - a.placedAt

interface Waiting {
  readonly accountId: AccountId
  /** `doubt`: its state may differ from its row; `unconfirmed`: any report makes it superfluous. */
  readonly why: 'doubt' | 'unconfirmed'
}

interface Candidate {
  readonly id: ClientOrderId
  readonly waiting: Waiting
  readonly rank: number
}

/** The orders of which Order Detail is to be queried soon, each once. */
export class QueryQueue {
  readonly #get: (id: ClientOrderId) => Order | undefined
  readonly #waiting = new Map<ClientOrderId, Waiting>()
  #lastHadRow = false

  /** `get` returns the present row of an order. */
  constructor(get: (id: ClientOrderId) => Order | undefined) {
    this.#get = get
  }

  /** Adds an order whose state may differ from its row, behind those that were added so before. */
  add(accountId: AccountId, clientOrderId: ClientOrderId): void {
    // An entry of a map keeps its place when it is set again.
    if (this.#waiting.get(clientOrderId)?.why !== 'doubt') this.#waiting.delete(clientOrderId)
    this.#waiting.set(clientOrderId, { accountId, why: 'doubt' })
  }

  /** Adds an order of which nothing is known since a start or a gap; any report confirms it. */
  addUnconfirmed(accountId: AccountId, clientOrderId: ClientOrderId): void {
    if (this.#waiting.has(clientOrderId)) return
    this.#waiting.set(clientOrderId, { accountId, why: 'unconfirmed' })
  }

  /** Removes an order that only had to be confirmed. */
  confirm(clientOrderId: ClientOrderId): void {
    if (this.#waiting.get(clientOrderId)?.why === 'unconfirmed') {
      this.#waiting.delete(clientOrderId)
    }
  }

  /** Removes an order of which everything is known. */
  remove(clientOrderId: ClientOrderId): void {
    this.#waiting.delete(clientOrderId)
  }

  /** True while an order waits that may be in doubt: it is queried without a pause. */
  hasUrgent(): boolean {
    for (const [id, waiting] of this.#waiting) {
      if (rankOf(waiting, this.#get(id)) < PATIENT) return true
    }
    return false
  }

  /** Removes and returns the order to query next; null when none waits. */
  take(): QueryTarget | null {
    const next = this.#next()
    if (next === null) return null
    const { id, waiting } = next
    this.#waiting.delete(id)
    return {
      accountId: waiting.accountId,
      clientOrderId: id,
      isUrgent: next.rank < PATIENT,
      untilConfirmed: waiting.why === 'unconfirmed',
    }
  }

  /**
   * Returns the next order in doubt. Those with a row, which may show something untrue, and those
   * without one take turns: after a gap another client's events may name hundreds without.
   */
  #nextInDoubt(): Candidate | null {
    let withRow: Candidate | null = null
    let unknown: Candidate | null = null
    for (const [id, waiting] of this.#waiting) {
      const order = this.#get(id)
      const rank = rankOf(waiting, order)
      if (rank !== 0) continue
      if (order === undefined) unknown ??= { id, waiting, rank }
      else withRow ??= { id, waiting, rank }
      if (withRow !== null && unknown !== null) break
    }
    const next = this.#lastHadRow ? (unknown ?? withRow) : (withRow ?? unknown)
    if (next !== null) this.#lastHadRow = next === withRow
    return next
  }

  #next(): Candidate | null {
    let best = this.#nextInDoubt()
    if (best !== null) return best
    for (const [id, waiting] of this.#waiting) {
      const rank = rankOf(waiting, this.#get(id))
      if (best === null || rank < best.rank || this.#precedes(id, best.id)) {
        best = { id, waiting, rank }
      }
    }
    return best
  }

  /** True when an unconfirmed order is queried before another; final ones keep their order. */
  #precedes(id: ClientOrderId, other: ClientOrderId): boolean {
    const [a, b] = [this.#get(id), this.#get(other)]
    if (a === undefined || b === undefined || isFinal(a.status)) return false
    return byNewestAndLargest(a, b) < 0
  }
}
