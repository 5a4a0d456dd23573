import { LogOut } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { reduces } from '../../ui/ticket/model/build-draft.js'
import type { Ticket } from './use-ticket.js'

/** Says that the order removes a leg from a strategy. */
export function LegOutNote({ ticket: { form, held } }: { readonly ticket: Ticket }) {
  const text = useText().strategy
  if (form.legOut === '' || !reduces(form.side, held)) return null
  return (
    <p className="ticket-note ticket-leg-out" role="status" data-testid="ticket-leg-out">
      <LogOut size={14} aria-hidden />
      <span>{text.legOfPosition(text.legOut, form.legOut)}</span>
    </p>
  )
}
