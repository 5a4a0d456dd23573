import type { Cents } from '../../ledger/money.js'
import type { SizeUnits } from '../../model/units.js'
import { isBuy, isFinal, keyOf, type PracticeOrder } from './order.js'

/**
 * What an open order needs: money, and a part of a position (or of room for one) that no other
 * order may count on.
 */
export interface Need {
  readonly cents: Cents
  readonly shares: SizeUnits
}

/** What the open orders of an account count on in one position. */
export interface Reservations {
  /** What buys will still add. */
  buys: SizeUnits
  /** What sales and short sales will still deliver. */
  sells: SizeUnits
  /** How much of them only closes the position. */
  covers: SizeUnits
}

const NOTHING: Need = { cents: 0, shares: 0 }
const NO_RESERVATIONS: Readonly<Reservations> = { buys: 0, sells: 0, covers: 0 }

/** Running totals of what open orders have set aside, per account. */
export class Holds {
  private readonly cents = new Map<string, Cents>()
  private readonly byAccount = new Map<string, Map<string, Reservations>>()

  /** Money set aside by all open orders of an account. */
  cash(accountId: string): Cents {
    return this.cents.get(accountId) ?? 0
  }

  /** What the open orders count on in a position, by its key. */
  reservations(accountId: string, key: string): Readonly<Reservations> {
    return this.byAccount.get(accountId)?.get(key) ?? NO_RESERVATIONS
  }

  /** Every position of an account that open orders count on. */
  reservationsByPosition(accountId: string): ReadonlyMap<string, Readonly<Reservations>> {
    return this.byAccount.get(accountId) ?? new Map<string, Reservations>()
  }

  /** Brings the totals to what the order needs now; nothing once it is final. */
  update(order: PracticeOrder, need: Need): void {
    const { cents, shares } = isFinal(order) ? NOTHING : need
    this.cents.set(order.accountId, this.cash(order.accountId) + cents - order.heldCents)
    this.reserve(order, shares - order.heldShares)
    order.heldCents = cents
    order.heldShares = shares
  }

  /** Changes how much of an order only closes a position. */
  setCover(order: PracticeOrder, cover: SizeUnits): void {
    this.entry(order).covers += cover - order.cover
    order.cover = cover
    this.dropIfEmpty(order)
  }

  /** Counts an order that was loaded from a saved state. */
  load(order: PracticeOrder): void {
    this.cents.set(order.accountId, this.cash(order.accountId) + order.heldCents)
    this.reserve(order, order.heldShares)
    this.entry(order).covers += order.cover
    this.dropIfEmpty(order)
  }

  clear(): void {
    this.cents.clear()
    this.byAccount.clear()
  }

  private reserve(order: PracticeOrder, change: SizeUnits): void {
    const reserved = this.entry(order)
    if (isBuy(order)) reserved.buys += change
    else reserved.sells += change
    this.dropIfEmpty(order)
  }

  private entry(order: PracticeOrder): Reservations {
    let byPosition = this.byAccount.get(order.accountId)
    if (byPosition === undefined) {
      byPosition = new Map()
      this.byAccount.set(order.accountId, byPosition)
    }
    const key = keyOf(order.view.terms)
    let reserved = byPosition.get(key)
    if (reserved === undefined) {
      reserved = { ...NO_RESERVATIONS }
      byPosition.set(key, reserved)
    }
    return reserved
  }

  /** Positions that no order counts on take no room. */
  private dropIfEmpty(order: PracticeOrder): void {
    const key = keyOf(order.view.terms)
    const byPosition = this.byAccount.get(order.accountId)
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
