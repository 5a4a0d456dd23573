import { decimalText, dec, mul, trim, type Decimal } from '../../../../shared/domain/decimal.js'
import type { OrderDraft, Trail } from '../../../../shared/domain/orders/order.js'
import type { DraftField } from '../../../../shared/domain/orders/order-rules.js'
import { formatMoney, formatPrice, formatQuantity } from '../../../format/decimal.js'
import type { WindowText } from '../../../../shared/messages/window/window-text.js'
import { isMissing, type TicketFinding } from './build-draft.js'

type TicketText = WindowText['ticket']

/** Formats the size of an order: "100" or "$500.00". */
export const formatSize = (draft: Pick<OrderDraft, 'size'>): string =>
  draft.size.kind === 'quantity'
    ? formatQuantity(draft.size.quantity)
    : formatMoney(draft.size.amount, 'USD')

/** Formats a draft: "Buy 100 AAPL". */
export const formatDraft = (draft: OrderDraft, text: TicketText): string =>
  text.order(text.side_verbs[draft.side], formatSize(draft), draft.symbol)

const percentOf = (step: Decimal): string => decimalText(trim(mul(step, dec('100'))))
const trailText = (trail: Trail): string =>
  trail.kind === 'percent' ? `${percentOf(trail.step)}%` : formatMoney(trail.step, 'USD')

/**
 * Formats the price terms of an order: "Limit 185.20", "Stop 180.00, limit 179.50", or its trailing
 * distance.
 */
export function formatPriceTerms(draft: OrderDraft, { dialog }: TicketText): string {
  if (draft.trail !== null) return dialog.trailBy(trailText(draft.trail))
  if (draft.stopPrice !== null && draft.limitPrice !== null) {
    return dialog.stopLimitAt(formatPrice(draft.stopPrice), formatPrice(draft.limitPrice))
  }
  if (draft.stopPrice !== null) return dialog.stopAt(formatPrice(draft.stopPrice))
  return draft.limitPrice === null ? dialog.atMarket : dialog.limitAt(formatPrice(draft.limitPrice))
}

/**
 * Returns the message for a field, or null. Empty fields have none until the person tried to send.
 */
export function problemOf(
  findings: readonly TicketFinding[],
  field: DraftField | 'side',
  attempted: boolean,
  text: TicketText,
): string | null {
  const found = findings.find(
    (finding) => finding.field === field && (attempted || !isMissing(finding)),
  )
  return found === undefined ? null : text.problems[found.problem]
}
