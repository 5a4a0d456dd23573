import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { denialMessage, type Denial } from '../../risk/risk-limits.js'
import { message } from '../../../../shared/messages/make-message.js'

/** The denial of everything that has to be journaled while the journal cannot be written. */
export const JOURNAL_FAILED: Denial = {
  code: 'journal-failed',
  message: message('orders.journalFailed'),
}

/** Returns the outcome of a request that was not sent for these reasons. */
export const denied = (...denials: readonly Denial[]): TradeOutcome => ({
  outcome: 'denied',
  reasons: denials.map(denialMessage),
})
