import { eq, parseDecimal } from '../../../shared/domain/decimal.js'
import type { NewOrderBody } from '../exchange/api/exchange-api.js'

/** The members of an order record that are compared with the request. */
export interface PlacedOrder {
  readonly total_quantity: string
  readonly total_cash_amount?: string | undefined
  readonly limit_price?: string | undefined
  readonly stop_price?: string | undefined
}

const same = (a: string, b: string): boolean => {
  const [first, other] = [parseDecimal(a), parseDecimal(b)]
  return first !== null && other !== null ? eq(first, other) : a === b
}

/**
 * Returns the members that the person changed before placing. A quantity or amount is compared only
 * where the request used the same unit.
 */
export function changesOf(
  requested: NewOrderBody,
  placed: PlacedOrder,
): Record<string, { asked: string; approved: string }> {
  const pairs: readonly (readonly [string, string | null | undefined, string | undefined])[] = [
    [
      'quantity',
      requested.entrust_type === 'QTY' ? requested.quantity : null,
      placed.total_quantity,
    ],
    [
      'total_cash_amount',
      requested.entrust_type === 'AMOUNT' ? requested.total_cash_amount : null,
      placed.total_cash_amount,
    ],
    ['limit_price', requested.limit_price, placed.limit_price],
    ['stop_price', requested.stop_price, placed.stop_price],
  ]
  const changed: Record<string, { asked: string; approved: string }> = {}
  for (const [name, before, now] of pairs) {
    if (
      typeof before === 'string' &&
      before !== '' &&
      typeof now === 'string' &&
      now !== '' &&
      !same(before, now)
    ) {
      changed[name] = { asked: before, approved: now }
    }
  }
  return changed
}
