import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { denialText, type Denial } from '../../risk/risk-limits.js'

/** The denial of everything that has to be journaled while the journal cannot be written. */
export const JOURNAL_FAILED: Denial = {
  code: 'journal-failed',
  message: 'The order journal cannot be written',
}

/** Returns the outcome of a request that was not sent for these reasons. */
export const denied = (...denials: readonly Denial[]): TradeOutcome => ({
  outcome: 'denied',
  reasons: denials.map(denialText),
})
