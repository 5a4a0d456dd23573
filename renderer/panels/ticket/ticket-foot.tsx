import { ListPlus, Repeat } from 'lucide-react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { toast } from '../../stores/toasts.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { basketOf, MAX_ENTRIES } from '../../stores/submit/basket.js'
import { setSkipConfirmation } from '../../stores/order-confirmation.js'
import { useText, type LocalizedText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { BlockingReason } from './blocking-reason.js'
import { ExitsToggle } from './fields/exit-fields.js'
import { isTyped } from '../../ui/ticket/model/ticket-form.js'
import { ticketStoreOf } from '../../ui/ticket/model/ticket-store.js'
import { intentOf } from '../../ui/ticket/model/build-draft.js'
import { formatDraft } from '../../format/order-draft.js'
import { isBlocked } from '../../ui/ticket/model/summary-model.js'
import { OutcomeCard } from '../../ui/ticket/review/ticket-outcome.js'
import type { Sending } from './use-send.js'
import type { Ticket } from './use-ticket.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { lockOutBadge, lockOutReason } from '../../ui/lock-out/lock-out-text.js'
import { useLockOut } from '../../ui/lock-out/use-lock-out.js'

export interface TicketFootProps {
  readonly ticket: Ticket
  readonly sending: Sending
  /** The id of the sentence that says why the order is blocked. */
  readonly reasonId: string
}

/** The last order's outcome and the send button; visible in a panel of any size. */
export function TicketFoot({ ticket, sending, reasonId }: TicketFootProps) {
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
      <BlockingReason id={reasonId} ticket={ticket} />
      <div className="ticket-send">
        <Button
          type="submit"
          size="large"
          variant={ticket.form.side === 'buy' ? 'buy' : 'sell'}
          aria-describedby={isBlocked(ticket.summary) ? reasonId : undefined}
          aria-disabled={waiting || halted || ticket.awaited !== null || isBlocked(ticket.summary)}
          data-testid="ticket-submit"
          onClick={(event) => {
            if (event.detail > 1) event.preventDefault()
          }}
        >
          {submitLabel(ticket, sending, text)}
        </Button>
        <ExitsToggle form={ticket.form} act={ticket.act} held={ticket.held} />
        <RepeatButton ticket={ticket} />
        <BasketButton ticket={ticket} />
      </div>
    </div>
  )
}

function submitLabel(
  { draft, form, name, held, summary, awaited }: Ticket,
  sending: Sending,
  windowText: WindowText,
): string {
  const text = windowText.ticket
  const outcome = sending.sent?.outcome
  if (outcome?.kind === 'sending') return outcome.isQuestioned === true ? text.asking : text.sending
  if (sending.halted) return text.haltedButton
  if (sending.waiting) return text.blocked
  if (isBlocked(summary)) return text.warnings.blocked
  if (awaited !== null) return text.awaited[awaited]
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
 * Puts the order into the basket instead of sending it; a toast leads to the basket. An order with
 * exits is sent with them from the ticket.
 */
function BasketButton({ ticket: { draft, combo } }: Pick<TicketFootProps, 'ticket'>) {
  const text = useText()
  const mainWindow = useMainWindow()
  const basket = basketOf(mainWindow)
  const count = useSlice(basket.state, (state) => state.entries.length)
  const isFull = count >= MAX_ENTRIES
  const isOff = draft === null || combo !== null || isFull
  const add = (order: OrderDraft): void => {
    if (!basket.add(order)) return
    const added: LocalizedText = (now) => now.basket.added(formatDraft(order, now))
    toast(mainWindow.toasts, 'good', added, {
      action: {
        label: (now) => now.basket.open(count + 1),
        run: () => openPanel(mainWindow.layout, 'basket'),
      },
    })
  }
  return (
    <Button
      size="large"
      icon={ListPlus}
      aria-label={text.basket.add}
      aria-disabled={isOff}
      hint={isFull ? text.basket.full(MAX_ENTRIES) : `${text.basket.add}: ${text.basket.addHint}`}
      data-testid="basket-add"
      onClick={() => !isOff && add(draft)}
    />
  )
}

/** Puts the last order back into the empty ticket, to be reviewed and sent as another one. */
function RepeatButton({ ticket: { symbol, form } }: Pick<TicketFootProps, 'ticket'>) {
  const text = useText()
  const store = ticketStoreOf(useMainWindow())
  const last = useSlice(store.state, ({ repeats }) => repeats[symbol])
  if (last === undefined || isTyped(form)) return null
  return (
    <Button
      size="large"
      icon={Repeat}
      aria-label={text.ticket.repeat}
      hint={text.ticket.repeatHint}
      data-testid="ticket-repeat"
      onClick={() => store.repeat(symbol)}
    />
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

interface LockOutNoteProps {
  /** The account of the order; the selected one while the order is incomplete. */
  readonly accountId: AccountId | undefined
}

/** Beside a send button: says before a press that new orders of the account are refused. */
function LockOutNote({ accountId }: LockOutNoteProps) {
  const text = useText().limits
  const lockOut = useLockOut(accountId)
  return lockOut === null ? null : (
    <p className="ticket-note bad" role="alert" data-testid="ticket-locked-out">
      <strong>{lockOutBadge(lockOut, text)}.</strong> {lockOutReason(lockOut, text)}{' '}
      {text.lockedPasses}
    </p>
  )
}
