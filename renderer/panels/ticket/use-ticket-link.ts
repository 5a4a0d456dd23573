import { useEffect, useMemo, useRef } from 'react'
import { asPrice, asQuantity, isPositive } from '../../../shared/domain/decimal.js'
import { usesLimit, usesStop } from '../../../shared/domain/orders/order-types.js'
import { useMainWindow } from '../../stores/context.js'
import {
  ticketLinkOf,
  type ShownTicket,
  type TicketActions,
  type TicketPrice,
  type TicketPriceField,
} from '../../stores/submit/ticket-link.js'
import type { TicketOrder } from '../../stores/submit/submit-order.js'
import { EXIT_FIELDS, exitsOffer } from '../../ui/ticket/model/exits.js'
import { readInput, writeInput } from '../../ui/ticket/model/number-input.js'
import { INPUT_LOCALE } from '../../ui/ticket/model/ticket-store.js'
import type { Sending } from './use-send.js'
import type { Ticket } from './use-ticket.js'

/** Shows the ticket's order to the chart, where its prices are lines that can be moved. */
export function useTicketLink(ticket: Ticket, sending: Sending): void {
  const store = ticketLinkOf(useMainWindow())
  const latest = useRef({ ticket, sending })
  latest.current = { ticket, sending }
  const { form, held } = ticket
  const { confirms } = sending
  const isSent = useIsSent(ticket, sending)
  const enteredTicket = useMemo(() => {
    const entered = shownTicket(form, held, confirms)
    return isSent ? { ...entered, prices: [] } : entered
  }, [form, held, confirms, isSent])
  const actions = useMemo((): TicketActions => {
    const type = (field: TicketPriceField, text: string): void =>
      latest.current.ticket.act({ kind: 'type-text', field, text })
    return {
      setPrice: (field, price) => type(field, writeInput(price, INPUT_LOCALE)),
      attachStop(price) {
        latest.current.ticket.act({ kind: 'exits', attached: true })
        type('stopLoss', writeInput(price, INPUT_LOCALE))
      },
      submit: () => latest.current.sending.submit(),
      discard: () => latest.current.ticket.act({ kind: 'clear' }),
    }
  }, [])
  useEffect(() => {
    const link = { shown: enteredTicket, actions }
    store.setState({ link })
  }, [store, enteredTicket, actions])
  useEffect(() => () => store.setState({ link: null }), [store])
}

/** True while the ticket still has what was just sent: that is an order, and no draft any more. */
function useIsSent({ form, draft, combo }: Ticket, { sent }: Sending): boolean {
  const sentForm = useRef<Ticket['form'] | null>(null)
  const isOut = sent !== null && ['sending', 'acknowledged', 'unknown'].includes(sent.outcome.kind)
  if (isOut && draft !== null && isSame(sent, { draft, combo })) sentForm.current = form
  // An order that was certainly not placed is a draft again.
  if (sent !== null && !isOut) sentForm.current = null
  return sentForm.current === form
}

const isSame = (a: TicketOrder, b: TicketOrder): boolean =>
  JSON.stringify([a.draft, a.combo]) === JSON.stringify([b.draft, b.combo])

function shownTicket(form: Ticket['form'], held: Ticket['held'], confirms: boolean): ShownTicket {
  const offer = exitsOffer(form, held)
  const exits = form.exits && offer !== null ? EXIT_FIELDS[offer] : []
  const fields: readonly TicketPriceField[] = [
    ...(usesLimit(form.type) ? (['limitPrice'] as const) : []),
    ...(usesStop(form.type) ? (['stopPrice'] as const) : []),
    ...exits,
  ]
  const size = form.sizeKind === 'quantity' ? readInput(form.quantity, INPUT_LOCALE) : null
  return {
    symbol: form.symbol,
    side: form.side,
    type: form.type,
    quantity: size?.kind === 'value' && isPositive(size.value) ? asQuantity(size.value) : null,
    outcome: form.outcome,
    closing: form.closing,
    prices: fields.flatMap((field): readonly TicketPrice[] => {
      const typed = readInput(form[field], INPUT_LOCALE)
      return typed.kind === 'value' && isPositive(typed.value)
        ? [{ field, price: asPrice(typed.value) }]
        : []
    }),
    confirms,
    canLink: offer === 'position',
  }
}
