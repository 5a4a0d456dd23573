import { PencilLine } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import {
  useActiveSymbol,
  useMainWindow,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Empty } from '../../ui/states.js'
import { TicketFields } from './fields/ticket-fields.js'
import { ticketStoreOf } from './model/ticket-store.js'
import { OtherProduct, otherProduct } from './other-product.js'
import { Review } from './review/ticket-review.js'
import { Summary, Warnings } from './review/ticket-summary.js'
import { TicketFoot, type TicketFootProps } from './ticket-foot.js'
import { TicketHead } from './ticket-head.js'
import { useSend } from './use-send.js'
import { useTicket } from './use-ticket.js'
import './ticket.css'

/** The order ticket of the symbol of the first link group. */
export function TicketPanel() {
  const text = useText()
  const mainWindow = useMainWindow()
  const symbol = useActiveSymbol()
  const prefill = useSlice(mainWindow.selection, (state) => state.prefill)
  const accountId = useSelectedAccount()
  const otherAccountProduct = otherProduct(
    useSlice(mainWindow.session, (state) => state.value?.accounts),
    accountId,
  )
  useEffect(() => ticketStoreOf(mainWindow).takePrefill(), [mainWindow, prefill])
  if (otherAccountProduct !== null) return <OtherProduct product={otherAccountProduct} />
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
  const { form, act, findings, quote, held, summary } = ticket
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (sending.submit()) return
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ticket-fields input')?.focus()
  }
  return (
    <form
      ref={box}
      className="ticket"
      aria-label={text.ticket.form(symbol)}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={ignoreHeldEnter}
      data-testid="ticket"
    >
      <TicketHead ticket={ticket} />
      <TicketFields
        form={form}
        act={act}
        findings={findings}
        attempted={sending.attempted}
        quote={quote}
        held={held}
      />
      <Summary
        side={form.side}
        summary={summary}
        preview={ticket.preview}
        onRetry={ticket.retryPreview}
      />
      <Warnings side={form.side} summary={summary} max={1} />
      <TicketFoot ticket={ticket} sending={sending} />
      {sending.reviewing !== null && (
        <TicketReview draft={sending.reviewing} ticket={ticket} sending={sending} />
      )}
    </form>
  )
}

/** A held Enter submits once. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function TicketReview({
  draft,
  ticket,
  sending,
}: TicketFootProps & { readonly draft: OrderDraft }) {
  const accountName = useAccountNames()
  return (
    <Review
      draft={draft}
      account={accountName(draft.accountId)}
      summary={ticket.summary}
      onSend={(gesture, skipFromNow) => sending.confirm(draft, gesture, skipFromNow)}
      onClose={sending.closeReview}
    />
  )
}
