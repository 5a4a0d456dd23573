import {
  add,
  asQuantity,
  isNegative,
  maxOf,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import { masterOf } from '../../../../shared/domain/orders/combo-rules.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'

/** What an order meets of its position, and what it may sell of it. */
export interface Holding {
  /** Negative for what was sold short. */
  readonly held: Quantity
  readonly available: Quantity
}

const quantityOf = ({ size }: OrderDraft): Quantity =>
  size.kind === 'quantity' ? size.quantity : ZERO_QUANTITY

/**
 * Returns the position and available quantity for a linked order that starts when the first has
 * filled. The broker checks it only then. Sales that start with it take their part first, unless
 * only one of them can fill.
 * @param now what an order of the same position would meet now
 * @param index its index among the linked orders
 */
export function holdingAtStart(combo: ComboDraft, index: number, now: Holding): Holding {
  const entry = masterOf(combo)
  if (entry === undefined) return now
  const size = quantityOf(entry)
  const after = (before: Quantity): Quantity =>
    asQuantity(entry.side === 'buy' ? add<Decimal>(before, size) : sub<Decimal>(before, size))
  const earlier = combo.orders
    .slice(0, index)
    .filter(({ role, draft }) => role === 'oto' && draft.side === 'sell')
  const sold = sum(earlier.map(({ draft }) => quantityOf(draft)))
  // Nothing can be sold of a short position before all of it is bought back.
  const free = after(isNegative(now.held) ? now.held : now.available)
  return {
    held: after(now.held),
    available: asQuantity(maxOf<Decimal>(sub<Decimal>(free, sold), ZERO_QUANTITY)),
  }
}
