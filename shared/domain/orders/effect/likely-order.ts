import { asQuantity, div, type Decimal, type Quantity } from '../../decimal.js'
import type { OrderDraft } from '../order.js'

/** Decimal places of the units that an amount of currency buys. */
const UNIT_PLACES: Readonly<Partial<Record<OrderDraft['assetClass'], number>>> = {
  crypto: 8,
  event: 2,
}
const STOCK_PLACES = 5

/**
 * Returns the units of an order; for an amount of currency, the units that it buys at `price`, to
 * the places of its product (rounded down).
 */
export function likelyQuantity(
  { size, assetClass }: Pick<OrderDraft, 'size' | 'assetClass'>,
  price: Decimal | null,
): Quantity | null {
  if (size.kind === 'quantity') return size.quantity
  const places = UNIT_PLACES[assetClass] ?? STOCK_PLACES
  const units = price === null ? null : div(size.amount, price, places, 'down')
  return units === null ? null : asQuantity(units)
}
