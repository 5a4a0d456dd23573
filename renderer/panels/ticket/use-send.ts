import { useState } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { setSkipConfirmation } from '../../stores/order-confirmation.js'
import type { Gesture } from '../../stores/submit/submit-guard.js'
import type { Sent, TicketOrder } from '../../stores/submit/submit-order.js'
import { isBlocked } from '../../ui/ticket/model/summary-model.js'
import { ticketStoreOf } from '../../ui/ticket/model/ticket-store.js'
import { useConfirmation, useWaiting } from '../../ui/ticket/use-waiting.js'
import type { Ticket } from './use-ticket.js'

/** How the ticket's order is sent, and what became of the last one. */
export interface Sending {
  /** The last order of this symbol, and its outcome. */
  readonly sent: Sent | null
  /** True while another order for the symbol must wait for the last one. */
  readonly waiting: boolean
  readonly halted: boolean
  /** True when the order is shown for confirmation before it is sent. */
  readonly confirms: boolean
  /** True when the person turned confirmation off until the app closes or locks. */
  readonly skipsConfirmation: boolean
  /** True once the person tried to send an incomplete order. */
  readonly attempted: boolean
  /** The order that is shown for confirmation; null for none. */
  readonly reviewing: TicketOrder | null
  /**
   * Sends the order, or shows it for confirmation. Returns false when a field must be completed or
   * corrected first.
   */
  submit(): boolean
  confirm(order: TicketOrder, gesture: Gesture, skipFromNow: boolean): void
  closeReview(): void
  dismiss(): void
}

const AT_ONCE: Gesture = { repeat: false, clicks: 1, shownMs: Number.POSITIVE_INFINITY }

export function useSend({ symbol, draft, combo, summary, awaited }: Ticket): Sending {
  const mainWindow = useMainWindow()
  const store = ticketStoreOf(mainWindow)
  const sent = useSlice(store.state, (state) => state.sent[symbol]) ?? null
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  const { confirms, skipsConfirmation } = useConfirmation()
  const [attempted, setAttempted] = useState(false)
  const [reviewing, setReviewing] = useState<TicketOrder | null>(null)
  const waiting = useWaiting(sent)
  const send = (order: TicketOrder, gesture: Gesture): boolean => {
    const begun = store.submit(order, gesture, symbol)
    if (begun) {
      setReviewing(null)
      setAttempted(false)
    }
    return begun
  }
  return {
    sent,
    waiting,
    halted,
    confirms,
    skipsConfirmation,
    attempted,
    reviewing,
    submit() {
      if (waiting || halted || awaited !== null) return true
      if (isBlocked(summary)) return false
      if (draft === null) {
        setAttempted(true)
        return false
      }
      if (confirms) setReviewing({ draft, combo })
      else send({ draft, combo }, AT_ONCE)
      return true
    },
    confirm(order, gesture, skipFromNow) {
      if (send(order, gesture) && skipFromNow) {
        setSkipConfirmation(mainWindow.orderConfirmation, true)
      }
    },
    closeReview: () => setReviewing(null),
    dismiss: () => store.dismiss(symbol),
  }
}
