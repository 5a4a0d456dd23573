import { LogOut } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { heldPositionName } from '../../format/order-draft.js'
import { useSelectedAccount } from '../../stores/context.js'
import { useLeggingPosition } from '../../ui/orders/use-legging-position.js'
import { reduces } from '../../ui/ticket/model/build-draft.js'
import type { Ticket } from './use-ticket.js'

/** Says that the order removes a leg from a strategy. */
export function LegOutNote({ ticket: { form, held } }: { readonly ticket: Ticket }) {
  const text = useText()
  const accountId = useSelectedAccount()
  const positionId = form.legOut === '' ? null : form.legOut
  const position = useLeggingPosition({ accountId, terms: { legging: { positionId } } })
  if (positionId === null || !reduces(form.side, held)) return null
  return (
    <p className="ticket-note ticket-leg-out" role="status" data-testid="ticket-leg-out">
      <LogOut size={14} aria-hidden />
      <span>
        {position === undefined
          ? text.strategy.legOfPosition(text.strategy.legOut, positionId)
          : text.strategy.legOutOf(heldPositionName(position, null, text))}
      </span>
    </p>
  )
}
