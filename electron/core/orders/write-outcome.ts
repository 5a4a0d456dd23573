import type { OrderId } from '../../../shared/domain/ids.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * The outcome of one write. Only listed answers of the provider are definitive; timeouts, resets,
 * 5xx, unreadable 2xx and 429 without its published code are `unknown` (REL-30).
 *
 * - acknowledged: the provider accepted it
 * - repeated: the provider refused this client order id as already used, so the first attempt had
 *   arrived (place only)
 * - rejected: the provider refused it; nothing was placed or changed. `tooEarly` when it refused
 *   only because the order is not at the market yet, so that the same request succeeds soon
 * - not-sent: no byte of the request left this computer (no token, no rate-limit budget, connection
 *   refused before sending)
 * - unknown: anything else
 */
export type WriteOutcome =
  | { readonly outcome: 'acknowledged'; readonly orderId: OrderId | null }
  | { readonly outcome: 'repeated' }
  | {
      readonly outcome: 'rejected'
      readonly code: string
      readonly reason: Message
      readonly tooEarly?: true
    }
  | { readonly outcome: 'not-sent'; readonly reason: Message }
  | { readonly outcome: 'unknown'; readonly reason: Message }
