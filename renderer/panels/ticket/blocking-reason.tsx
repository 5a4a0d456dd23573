import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { fieldOfWarning, writeWarning } from '../../ui/ticket/model/order-warnings.js'
import { blockingWarning } from '../../ui/ticket/model/summary-model.js'
import { quantityLabel } from './fields/size-field.js'
import type { Ticket } from './use-ticket.js'

/**
 * Says why the order cannot be sent as it stands, and names the field to correct; nothing when it
 * can be. It stands at the button that it blocks, where no other message covers it.
 */
export function BlockingReason({ id, ticket }: { readonly id: string; readonly ticket: Ticket }) {
  const text = useText()
  const { form, summary, act } = ticket
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
      {writeWarning(warning, form.side, summary.currency, text.ticket, form)}
      {warning.kind === 'oversells' && warning.mayShort && (
        <>
          {' '}
          <Button size="small" onClick={() => act({ kind: 'side', side: 'short' })}>
            {text.ticket.side_verbs.short}
          </Button>
        </>
      )}
    </p>
  )
}
