import { useState } from 'react'
import { createPortal } from 'react-dom'
import { abs, decimalText, isPositive, lte, type Quantity } from '../../../shared/domain/decimal.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { Side } from '../../../shared/domain/side.js'
import { ownQuantity } from '../../format/own.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { orderChangesOf, type PendingConfirmation } from '../../ui/orders/order-changes.js'
import { OrderConfirmationDialog } from '../../ui/orders/order-confirmation-dialog.js'
import { fieldOfWarning, writeWarning } from '../../ui/ticket/model/order-warnings.js'
import { blockingWarning } from '../../ui/ticket/model/summary-model.js'
import { quantityLabel } from './fields/size-field.js'
import type { Ticket } from './use-ticket.js'

/**
 * Says why the order cannot be sent as it stands, names the field to correct, and offers what the
 * broker accepts; nothing when the order can be sent. It stands at the button that it blocks, where
 * no other message covers it.
 */
export function BlockingReason({ id, ticket }: { readonly id: string; readonly ticket: Ticket }) {
  const text = useText()
  const { form, summary } = ticket
  const warning = blockingWarning(summary)
  if (warning === null) return null
  const labels = {
    size: form.sizeKind === 'amount' ? text.ticket.amount : quantityLabel(form, text),
    limitPrice: text.ticket.limitPrice,
  }
  const field = fieldOfWarning(warning)
  return (
    <p id={id} className="ticket-note bad" role="alert" data-testid={`warning-${warning.kind}`}>
      {field !== null && <strong>{labels[field]}: </strong>}
      {writeWarning(warning, {
        side: form.side,
        currency: summary.currency,
        text: text.ticket,
        instrument: form,
      })}{' '}
      <Offer {...ticket} />
    </p>
  )
}

/** Offers what the broker accepts instead of an order that the position does not allow. */
function Offer({ draft, summary, free, act, form }: Ticket) {
  const text = useText()
  const warning = blockingWarning(summary)
  const order = (side: Side, units: Quantity): void => {
    if (side !== form.side) act({ kind: 'side', side })
    if (form.sizeKind !== 'quantity') act({ kind: 'size-kind', sizeKind: 'quantity' })
    act({ kind: 'type-text', field: 'quantity', text: decimalText(units) })
  }
  const sized = (side: Side, units: Quantity) =>
    isPositive(units) && (
      <Button size="small" onClick={() => order(side, units)}>
        {text.ticket.order(text.ticket.side_verbs[side], ownQuantity(units))}
      </Button>
    )
  switch (warning?.kind) {
    case 'oversells':
      if (isPositive(warning.held)) return sized('sell', abs(warning.held))
      return warning.mayShort ? (
        <Button size="small" onClick={() => act({ kind: 'side', side: 'short' })}>
          {text.ticket.side_verbs.short}
        </Button>
      ) : null
    case 'short-while-long': {
      const size = draft?.size
      const isLess = size?.kind === 'quantity' && lte(size.quantity, free)
      return sized('sell', isLess ? size.quantity : free)
    }
    case 'closing-already':
      return (
        <>
          <CancelClosing orders={warning.orders} /> {sized(form.side, warning.free)}
        </>
      )
    case undefined:
    case 'through-market':
    case 'stop-reached':
    case 'too-large':
    case 'share-of-equity':
    case 'wide-trail':
    case 'limit':
    case 'flips':
    case 'overnight-margin':
    case 'uncovers':
    case 'unlimited-loss':
      return null
  }
}

/** Cancels the orders that close the position already, as the list of orders does. */
function CancelClosing({ orders }: { readonly orders: readonly Order[] }) {
  const text = useText()
  const changes = orderChangesOf(useMainWindow())
  const [confirmation, setConfirmation] = useState<PendingConfirmation | null>(null)
  const [first, ...more] = orders
  const cancel = (): void => {
    if (first === undefined) return
    if (more.length === 0) changes.cancel(first, setConfirmation)
    else void changes.cancelEach(orders)
  }
  return (
    <>
      <Button size="small" data-testid="cancel-closing" onClick={cancel}>
        {text.ticket.warnings.cancelClosing(orders.length)}
      </Button>
      {confirmation !== null &&
        createPortal(
          <OrderConfirmationDialog
            confirmation={confirmation}
            onClose={() => setConfirmation(null)}
          />,
          document.body,
        )}
    </>
  )
}
