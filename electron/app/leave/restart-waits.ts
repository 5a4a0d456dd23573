import type { AppStateView } from '../../../shared/domain/app/app-state.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { openMatters } from './leave-question.js'

export interface WaitingMatters {
  readonly appState: Pick<AppStateView, 'current' | 'armed'>
  /** All orders of the open profile. */
  readonly orders: readonly Order[]
  readonly assistants: Pick<AssistantsView, 'unread'>
}

/**
 * Returns why a restart of the program has to wait, whether it puts an update in place (REL-53) or
 * leaves replaced files (REL-48): an order whose request is on its way or whose outcome is not
 * known, an instruction that waits for a decision, or trading that is allowed on a live account.
 * Orders that work at the broker are no reason; the question before the end names them.
 */
export function restartWaits({ appState, orders, assistants }: WaitingMatters): readonly Message[] {
  const environment = appState.current?.environment ?? 'practice'
  const { inFlight } = openMatters(environment, orders, { instructions: assistants.unread })
  return [
    ...(inFlight.length > 0 ? [message('updates.waitsForOrder')] : []),
    ...(assistants.unread > 0 ? [message('updates.waitsForInstruction')] : []),
    ...(environment === 'production' && appState.armed ? [message('updates.waitsForArmed')] : []),
  ]
}
