import { Bot } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import type { Ticket } from './use-ticket.js'

/** Says that an assistant filled the ticket, until the person changes, sends or clears it. */
export function FilledBand({ ticket: { form, act } }: { readonly ticket: Ticket }) {
  const text = useText().ticket.filled
  if (!form.isAsFilled) return null
  return (
    <p className="ticket-note ticket-filled" role="status" data-testid="ticket-filled">
      <Bot size={14} aria-hidden />
      <span>{text.band(form.filledBy)}</span>
      <Button size="small" onClick={() => act({ kind: 'clear' })}>
        {text.clear}
      </Button>
    </p>
  )
}
