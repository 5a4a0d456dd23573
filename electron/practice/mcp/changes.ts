import { eq, parseDecimal } from '../../../shared/domain/decimal.js'
import type { NewOrderBody } from '../exchange/exchange.js'

/** The members of an order record by which it is compared with what was asked. */
export interface PlacedOrder {
  readonly total_quantity: string
  readonly total_cash_amount?: string | undefined
  readonly limit_price?: string | undefined
  readonly stop_price?: string | undefined
}

const same = (a: string, b: string): boolean => {
  const [one, other] = [parseDecimal(a), parseDecimal(b)]
  return one !== null && other !== null ? eq(one, other) : a === b
}

/**
 * What the person changed: members that were asked for in one way and placed in another. Sizes
 * count in the words they were asked in.
 */
export function changesOf(
  asked: NewOrderBody,
  placed: PlacedOrder,
): Record<string, { asked: string; approved: string }> {
  const pairs: readonly (readonly [string, string | null | undefined, string | undefined])[] = [
    ['quantity', asked.entrust_type === 'QTY' ? asked.quantity : null, placed.total_quantity],
    [
      'total_cash_amount',
      asked.entrust_type === 'AMOUNT' ? asked.total_cash_amount : null,
      placed.total_cash_amount,
    ],
    ['limit_price', asked.limit_price, placed.limit_price],
    ['stop_price', asked.stop_price, placed.stop_price],
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
