import type { Cents } from '../ledger/money.js'
import type { SizeUnits } from '../units.js'
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
export interface Claims {
  /** What buys will still add. */
  buys: SizeUnits
  /** What sales and short sales will still deliver. */
  sells: SizeUnits
  /** How much of them only closes the position. */
  covers: SizeUnits
}

const NOTHING: Need = { cents: 0, shares: 0 }
const NO_CLAIMS: Readonly<Claims> = { buys: 0, sells: 0, covers: 0 }

/** Running totals of what open orders have set aside, per account. */
export class Holds {
  private readonly cents = new Map<string, Cents>()
  private readonly byAccount = new Map<string, Map<string, Claims>>()

  /** Money set aside by all open orders of an account. */
  cash(accountId: string): Cents {
    return this.cents.get(accountId) ?? 0
  }

  /** What the open orders count on in a position, by its key. */
  claims(accountId: string, key: string): Readonly<Claims> {
    return this.byAccount.get(accountId)?.get(key) ?? NO_CLAIMS
  }

  /** Every position of an account that open orders count on. */
  claimed(accountId: string): ReadonlyMap<string, Readonly<Claims>> {
    return this.byAccount.get(accountId) ?? new Map<string, Claims>()
  }

  /** Brings the totals to what the order needs now; nothing once it is final. */
  update(order: PracticeOrder, need: Need): void {
    const { cents, shares } = isFinal(order) ? NOTHING : need
    this.cents.set(order.accountId, this.cash(order.accountId) + cents - order.heldCents)
    this.claim(order, shares - order.heldShares)
    order.heldCents = cents
    order.heldShares = shares
  }

  /** Changes how much of an order only closes a position. */
  setCover(order: PracticeOrder, cover: SizeUnits): void {
    this.entry(order).covers += cover - order.cover
    order.cover = cover
    this.forget(order)
  }

  /** Counts an order that was loaded from a saved state. */
  load(order: PracticeOrder): void {
    this.cents.set(order.accountId, this.cash(order.accountId) + order.heldCents)
    this.claim(order, order.heldShares)
    this.entry(order).covers += order.cover
    this.forget(order)
  }

  clear(): void {
    this.cents.clear()
    this.byAccount.clear()
  }

  private claim(order: PracticeOrder, change: SizeUnits): void {
    const claims = this.entry(order)
    if (isBuy(order)) claims.buys += change
    else claims.sells += change
    this.forget(order)
  }

  private entry(order: PracticeOrder): Claims {
    let mine = this.byAccount.get(order.accountId)
    if (mine === undefined) {
      mine = new Map()
      this.byAccount.set(order.accountId, mine)
    }
    const key = keyOf(order.view.terms)
    let claims = mine.get(key)
    if (claims === undefined) {
      claims = { ...NO_CLAIMS }
      mine.set(key, claims)
    }
    return claims
  }

  /** Positions that no order counts on take no room. */
  private forget(order: PracticeOrder): void {
    const key = keyOf(order.view.terms)
    const mine = this.byAccount.get(order.accountId)
    const claims = mine?.get(key)
    if (claims !== undefined && claims.buys === 0 && claims.sells === 0 && claims.covers === 0) {
      mine?.delete(key)
    }
  }
}
