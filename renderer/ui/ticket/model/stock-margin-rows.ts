import { eq, type Money } from '../../../../shared/domain/decimal.js'
import type { OrderEffect } from '../../../../shared/domain/orders/effect/effect-types.js'
import { MISSING } from '../../../../shared/messages/number-format.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'

/**
 * Returns label and value of the margin of shares after an order: for the day and for what is held
 * beyond it, as one amount where they are the same. None in an account that does not lend, and
 * where the broker reports no ratio.
 */
export function stockMarginRows(
  { stockMargin }: Pick<OrderEffect, 'stockMargin'>,
  money: (value: Money) => string,
  ticket: WindowText['ticket'],
): readonly (readonly [string, string])[] {
  if (stockMargin === null) return []
  const { intraday, overnight } = stockMargin
  if (intraday === null && overnight === null) return []
  const shown = (value: Money | null): string => (value === null ? MISSING : money(value))
  const isSame = intraday !== null && overnight !== null && eq(intraday, overnight)
  const value = isSame
    ? money(overnight)
    : ticket.dayAndOvernight(shown(intraday), shown(overnight))
  return [[ticket.stockMargin, value]]
}
