import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftField } from '../../../../shared/domain/orders/order-rules.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { WindowText } from '../../../../shared/messages/window/window-text.js'
import { formatMessage } from '../../../format/message.js'
import { isMissing, type TicketFinding } from './build-draft.js'

type TicketText = WindowText['ticket']

/** Formats a draft: "Buy 100 AAPL". */
export function formatDraft({ side, size, symbol }: OrderDraft, text: TicketText): string {
  const order = {
    symbol,
    quantity: size.kind === 'quantity' ? size.quantity : null,
    amount: size.kind === 'amount' ? size.amount : null,
  }
  return text.order(text.side_verbs[side], formatMessage(message('order.subject', { order })))
}

/**
 * Formats the price terms of an order: "Limit 185.20", "Stop 180.00, limit 179.50", or its trailing
 * distance.
 */
export function formatPriceTerms({ type, limitPrice, stopPrice, trail }: OrderDraft): string {
  const order = { type, limitPrice, stopPrice, trail }
  const terms = formatMessage(message('order.priceTerms', { order }))
  return `${terms.charAt(0).toUpperCase()}${terms.slice(1)}`
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
