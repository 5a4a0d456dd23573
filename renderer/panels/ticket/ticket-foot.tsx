import { ListPlus } from 'lucide-react'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { basketOf, MAX_ENTRIES } from '../../stores/submit/basket.js'
import { setSkipConfirmation } from '../../stores/order-confirmation.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { intentOf } from './model/build-draft.js'
import { LockOutNote } from '../../ui/lock-out/lock-out-note.js'
import { formatDraft } from '../../format/order-draft.js'
import { isBlocked } from './model/summary-model.js'
import { OutcomeCard } from './review/ticket-outcome.js'
import type { Sending } from './use-send.js'
import type { Ticket } from './use-ticket.js'

export interface TicketFootProps {
  readonly ticket: Ticket
  readonly sending: Sending
}

/** The last order's outcome and the send button; visible in a panel of any size. */
export function TicketFoot({ ticket, sending }: TicketFootProps) {
  const text = useText()
  const { sent, halted, waiting } = sending
  return (
    <div className="ticket-foot">
      {sent !== null && <OutcomeCard sent={sent} onDismiss={sending.dismiss} />}
      {sending.skipsConfirmation && <SkipNotice />}
      {halted && (
        <p className="ticket-note bad" role="alert">
          {text.ticket.halted}
        </p>
      )}
      <LockOutNote accountId={ticket.draft?.accountId} />
      <Button
        type="submit"
        size="large"
        variant={ticket.form.side === 'buy' ? 'buy' : 'sell'}
        aria-disabled={waiting || halted || isBlocked(ticket.summary)}
        data-testid="ticket-submit"
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {submitLabel(ticket, sending, text)}
      </Button>
      <BasketButtons ticket={ticket} />
    </div>
  )
}

function submitLabel(
  { draft, form, name, held, summary }: Ticket,
  sending: Sending,
  windowText: WindowText,
): string {
  const text = windowText.ticket
  if (sending.sent?.outcome.kind === 'sending') return text.sending
  if (sending.halted) return text.haltedButton
  if (sending.waiting) return text.blocked
  if (isBlocked(summary)) return text.warnings.blocked
  if (draft === null) {
    const verb =
      form.assetClass === 'option'
        ? text.intents[intentOf(form.side, held)]
        : text.side_verbs[form.side]
    return text.incomplete(verb, name)
  }
  const order = formatDraft(draft, windowText)
  return sending.confirms ? text.review(order) : order
}

/**
 * Puts the order into the basket instead of sending it, and opens the basket. An order with exits
 * is sent with them from here.
 */
function BasketButtons({ ticket: { draft, combo } }: Pick<TicketFootProps, 'ticket'>) {
  const text = useText().basket
  const mainWindow = useMainWindow()
  const basket = basketOf(mainWindow)
  const count = useSlice(basket.state, (state) => state.entries.length)
  const isFull = count >= MAX_ENTRIES
  const isOff = draft === null || combo !== null || isFull
  return (
    <div className="ticket-basket">
      <Button
        size="small"
        icon={ListPlus}
        aria-disabled={isOff}
        title={isFull ? text.full(MAX_ENTRIES) : text.addHint}
        data-testid="basket-add"
        onClick={() => !isOff && basket.add(draft)}
      >
        {text.add}
      </Button>
      {count > 0 && (
        <Button
          size="small"
          variant="quiet"
          data-testid="basket-open"
          onClick={() => openPanel(mainWindow.layout, 'basket')}
        >
          {text.open(count)}
        </Button>
      )}
    </div>
  )
}

/** Reminds that confirmation is off, and turns it on again. */
function SkipNotice() {
  const text = useText()
  const { orderConfirmation } = useMainWindow()
  return (
    <p className="ticket-note warn ticket-at-once" data-testid="at-once">
      <span>{text.ticket.skipConfirmation.notice}</span>{' '}
      <Button size="small" onClick={() => setSkipConfirmation(orderConfirmation, false)}>
        {text.ticket.skipConfirmation.confirmAgain}
      </Button>
    </p>
  )
}
