import { feesOf, totalFees } from '../ledger/fees.js'
import { centsUp, shareUp, type Cents, type Ppm } from '../ledger/money.js'
import { cashOf, type SizeUnits } from '../units.js'
import { isBuy, isFinal, leaves, type PracticeOrder } from './order.js'

/**
 * The money an order must set aside: what is open of it, less what only covers a short, at its holding price; that value at
 * the margin ratio, and the fees of a buy.
 */
function holdOf(order: PracticeOrder, ratio: Ppm): Cents {
  if (isFinal(order) || order.holdPrice === 0) return 0
  const { terms } = order.view
  if (terms.amount !== null) return shareUp(Math.max(0, terms.amount - order.bookedCents), ratio)
  const open = leaves(order)
  const size = open - Math.min(open, order.cover)
  const value = centsUp(cashOf(order.holdPrice, size))
  return shareUp(value, ratio) + (isBuy(order) ? totalFees(feesOf('BUY', value, open)) : 0)
}

/** Running totals of what open orders have set aside, per account. */
export class Holds {
  private readonly cents = new Map<string, Cents>()
  private readonly shares = new Map<string, SizeUnits>()
  private readonly covers = new Map<string, SizeUnits>()

  /** Money set aside by all open orders of an account. */
  cash(accountId: string): Cents {
    return this.cents.get(accountId) ?? 0
  }

  /** Shares that open sell and short orders will deliver. */
  deliveries(accountId: string, symbol: string): SizeUnits {
    return this.shares.get(`${accountId}/${symbol}`) ?? 0
  }

  /** Shares of a short position that open buy orders will cover. */
  covered(accountId: string, symbol: string): SizeUnits {
    return this.covers.get(`${accountId}/${symbol}`) ?? 0
  }

  /** Brings the totals to what the order needs now; nothing once it is final. */
  update(order: PracticeOrder, ratio: Ppm): void {
    const key = `${order.accountId}/${order.view.terms.symbol}`
    const cents = holdOf(order, ratio)
    const shares = isFinal(order) || isBuy(order) ? 0 : leaves(order)
    this.add(this.cents, order.accountId, cents - order.heldCents)
    this.add(this.shares, key, shares - order.heldShares)
    order.heldCents = cents
    order.heldShares = shares
  }

  /** Changes how much of a buy covers a short position. */
  setCover(order: PracticeOrder, cover: SizeUnits): void {
    this.add(this.covers, `${order.accountId}/${order.view.terms.symbol}`, cover - order.cover)
    order.cover = cover
  }

  /** Counts an order that was loaded from a saved state. */
  load(order: PracticeOrder): void {
    const key = `${order.accountId}/${order.view.terms.symbol}`
    this.add(this.cents, order.accountId, order.heldCents)
    this.add(this.shares, key, order.heldShares)
    this.add(this.covers, key, order.cover)
  }

  clear(): void {
    this.cents.clear()
    this.shares.clear()
    this.covers.clear()
  }

  private add(totals: Map<string, number>, key: string, change: number): void {
    if (change !== 0) totals.set(key, (totals.get(key) ?? 0) + change)
  }
}
