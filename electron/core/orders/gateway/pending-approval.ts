import type { Message } from '../../../../shared/messages/message.js'
import type { ConfirmedPrices } from './price-questions.js'

/**
 * The approval of an order whose records are still being written, so that the checks of the order
 * and its journal record overlap with them. Nothing rejects.
 */
export interface PendingApproval {
  /** The prices that the person acknowledged although they are not current; absent without. */
  readonly confirmed?: ConfirmedPrices | null | undefined
  /**
   * Resolves with null once the decision is on disk, otherwise with why the order may not be sent.
   * The order is journaled only after this, so that the journal holds no order that nobody decided.
   */
  readonly decided: Promise<Message | null>
  /**
   * Called once, after the order was journaled. Resolves with null once every record of the
   * approval is on disk and nothing has stopped it, otherwise with why the order may not be sent.
   * From then on nothing stops it but the limits.
   */
  release(): Promise<Message | null>
}
