import type { SessionView } from '../../../../shared/domain/session/session-view.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { message } from '../../../../shared/messages/make-message.js'

/**
 * Returns why accounts, orders and prices are not available to assistants yet; null when they are.
 * Before the session knows them, an empty answer would be wrong: no account, no such order, market
 * closed.
 */
export function notReadyReason({ phase }: Pick<SessionView, 'phase'>): Refusal | null {
  switch (phase) {
    case 'ready':
    case 'reconnecting':
      return null
    case 'starting':
      return {
        code: 'not-ready',
        message: message('refusals.connecting'),
      }
    case 'signing-in':
    case 'signed-out':
      return {
        code: 'not-ready',
        message: message('refusals.signedOut'),
      }
    case 'attention':
      return { code: 'not-ready', message: message('refusals.signInNeeded') }
  }
}
