import { PencilLine } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { useActiveSymbol, useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Empty } from '../../ui/states.js'
import { AccountChoice } from './account-choice.js'
import { ExitFields } from './fields/exit-fields.js'
import type { FieldsProps } from './fields/field-props.js'
import { TicketFields } from './fields/ticket-fields.js'
import type { TicketOrder } from '../../stores/submit/submit-order.js'
import { ticketStoreOf } from './model/ticket-store.js'
import { Review } from './review/ticket-review.js'
import { Summary, Warnings } from './review/ticket-summary.js'
import { TicketFoot, type TicketFootProps } from './ticket-foot.js'
import { TicketHead, TicketSides } from './ticket-head.js'
import { useSend } from './use-send.js'
import { knownInstrument, useTicket } from './use-ticket.js'
import './ticket.css'

/** The order ticket of the symbol of the first link group, whatever its product. */
export function TicketPanel() {
  const text = useText()
  const mainWindow = useMainWindow()
  const symbol = useActiveSymbol()
  const prefill = useSlice(mainWindow.selection, (state) => state.prefill)
  useEffect(() => ticketStoreOf(mainWindow).takePrefill(), [mainWindow, prefill])
  if (symbol === null) {
    return <Empty icon={PencilLine} title={text.ticket.pick} hint={text.ticket.pickHint} />
  }
  return <TicketView key={symbol} symbol={symbol} />
}

function TicketView({ symbol }: { readonly symbol: Symbol }) {
  const text = useText()
  const ticket = useTicket(symbol)
  const sending = useSend(ticket)
  const box = useRef<HTMLFormElement>(null)
  const { form, summary, otherAccounts } = ticket
  const fields: FieldsProps = {
    form,
    act: ticket.act,
    findings: ticket.findings,
    attempted: sending.attempted,
    quote: ticket.quote,
    held: ticket.held,
    instrument: knownInstrument(ticket.instrument),
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (sending.submit()) return
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ticket-fields input')?.focus()
  }
  return (
    <form
      ref={box}
      className="ticket"
      aria-label={text.ticket.form(ticket.name)}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={ignoreHeldEnter}
      data-testid="ticket"
    >
      <TicketHead ticket={ticket} />
      {otherAccounts === null ? (
        <>
          <TicketSides ticket={ticket} />
          <TicketFields {...fields} />
          <ExitFields {...fields} combo={ticket.combo} />
          <Summary
            side={form.side}
            summary={summary}
            preview={ticket.preview}
            onRetry={ticket.retryPreview}
          />
          <Warnings side={form.side} assetClass={form.assetClass} summary={summary} max={1} />
          <TicketFoot ticket={ticket} sending={sending} />
        </>
      ) : (
        <AccountChoice name={ticket.name} accounts={otherAccounts} />
      )}
      {sending.reviewing !== null && (
        <TicketReview order={sending.reviewing} ticket={ticket} sending={sending} />
      )}
    </form>
  )
}

/** A held Enter submits once. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function TicketReview({
  order,
  ticket,
  sending,
}: TicketFootProps & { readonly order: TicketOrder }) {
  const accountName = useAccountNames()
  return (
    <Review
      order={order}
      account={accountName(order.draft.accountId)}
      summary={ticket.summary}
      onSend={(gesture, skipFromNow) => sending.confirm(order, gesture, skipFromNow)}
      onClose={sending.closeReview}
    />
  )
}
