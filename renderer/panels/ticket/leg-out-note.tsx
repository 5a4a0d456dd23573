import { LogOut } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { heldPositionName } from '../../format/order-draft.js'
import { useMainWindow, useSelectedAccount } from '../../stores/context.js'
import { reduces } from '../../ui/ticket/model/build-draft.js'
import type { Ticket } from './use-ticket.js'

/** Says that the order removes a leg from a strategy. */
export function LegOutNote({ ticket: { form, held } }: { readonly ticket: Ticket }) {
  const text = useText()
  const { positions } = useMainWindow()
  const accountId = useSelectedAccount()
  if (form.legOut === '' || !reduces(form.side, held)) return null
  const position = positions
    .all()
    .find((row) => row.accountId === accountId && row.positionId === form.legOut)
  return (
    <p className="ticket-note ticket-leg-out" role="status" data-testid="ticket-leg-out">
      <LogOut size={14} aria-hidden />
      <span>
        {position === undefined
          ? text.strategy.legOfPosition(text.strategy.legOut, form.legOut)
          : text.strategy.legOutOf(heldPositionName(position, null, text))}
      </span>
    </p>
  )
}
