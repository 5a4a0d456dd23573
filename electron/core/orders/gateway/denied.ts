import type { Denied } from '../../../../shared/domain/orders/trade-outcome.js'
import { denialMessage, type Denial } from '../../risk/risk-limits.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** The denial of everything that has to be journaled while the journal cannot be written. */
export const JOURNAL_FAILED: Denial = {
  code: 'journal-failed',
  message: message('orders.journalFailed'),
}

/** Returns the outcome of a request that was not sent for these reasons. */
export const denied = (...denials: readonly Denial[]): Denied => ({
  outcome: 'denied',
  reasons: denials.map(denialMessage),
})

/** Returns the sentences of several denials as one message. */
export const joinedReasons = (denials: readonly Denial[]): Message =>
  message('orders.reasons', { reasons: denials.map(denialMessage) })
