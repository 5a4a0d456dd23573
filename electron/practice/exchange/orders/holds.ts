import type { Cents } from '../../ledger/money.js'
import type { SizeUnits } from '../../model/units.js'
import { isBuy, isFinal, keyOf, type PracticeOrder } from './order.js'

/**
 * The hold that an open order needs: money, and a part of a position (or of the room for one) that
 * no other order may use.
 */
export interface Need {
  readonly cents: Cents
  readonly shares: SizeUnits
}

/** The reservations of an account's open orders in one position. */
export interface Reservations {
  /** Size that buys may still add. */
  buys: SizeUnits
  /** Size that sales and short sales may still deliver. */
  sells: SizeUnits
  /** The part of both that only closes the position. */
  covers: SizeUnits
}

const NOTHING: Need = { cents: 0, shares: 0 }
const NO_RESERVATIONS: Readonly<Reservations> = { buys: 0, sells: 0, covers: 0 }

/** Running totals of the holds of open orders, per account. */
export class Holds {
  readonly #cents = new Map<string, Cents>()
  readonly #byAccount = new Map<string, Map<string, Reservations>>()

  /** Returns the money held for all open orders of an account. */
  cash(accountId: string): Cents {
    return this.#cents.get(accountId) ?? 0
  }

  /** Returns the reservations of open orders in a position, by its key. */
  reservations(accountId: string, key: string): Readonly<Reservations> {
    return this.#byAccount.get(accountId)?.get(key) ?? NO_RESERVATIONS
  }

  /** Returns the reservations of open orders for every position of an account. */
  reservationsByPosition(accountId: string): ReadonlyMap<string, Readonly<Reservations>> {
    return this.#byAccount.get(accountId) ?? new Map<string, Reservations>()
  }

  /** Updates the totals to the order's present need; a final order needs nothing. */
  update(order: PracticeOrder, need: Need): void {
    const { cents, shares } = isFinal(order) ? NOTHING : need
    this.#cents.set(order.accountId, this.cash(order.accountId) + cents - order.heldCents)
    this.#reserve(order, shares - order.heldShares)
    order.heldCents = cents
    order.heldShares = shares
  }

  /** Changes the part of an order that only closes a position. */
  setCover(order: PracticeOrder, cover: SizeUnits): void {
    this.#entry(order).covers += cover - order.cover
    order.cover = cover
    this.#dropIfEmpty(order)
  }

  /** Adds the holds of an order loaded from a saved state. */
  load(order: PracticeOrder): void {
    this.#cents.set(order.accountId, this.cash(order.accountId) + order.heldCents)
    this.#reserve(order, order.heldShares)
    this.#entry(order).covers += order.cover
    this.#dropIfEmpty(order)
  }

  clear(): void {
    this.#cents.clear()
    this.#byAccount.clear()
  }

  #reserve(order: PracticeOrder, change: SizeUnits): void {
    const reserved = this.#entry(order)
    if (isBuy(order)) reserved.buys += change
    else reserved.sells += change
    this.#dropIfEmpty(order)
  }

  #entry(order: PracticeOrder): Reservations {
    let byPosition = this.#byAccount.get(order.accountId)
    if (byPosition === undefined) {
      byPosition = new Map()
      this.#byAccount.set(order.accountId, byPosition)
    }
    const key = keyOf(order.view.terms)
    let reserved = byPosition.get(key)
    if (reserved === undefined) {
      reserved = { ...NO_RESERVATIONS }
      byPosition.set(key, reserved)
    }
    return reserved
  }

  /** Removes entries without reservations. */
  #dropIfEmpty(order: PracticeOrder): void {
    const key = keyOf(order.view.terms)
    const byPosition = this.#byAccount.get(order.accountId)
    const reserved = byPosition?.get(key)
    if (
      reserved !== undefined &&
      reserved.buys === 0 &&
      reserved.sells === 0 &&
      reserved.covers === 0
    ) {
      byPosition?.delete(key)
    }
  }
}
