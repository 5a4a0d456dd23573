import { decimalText } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { draftInstrument } from '../../format/order-draft.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket } from '../../stores/selection.js'
import { builderLegs } from '../../stores/submit/sent-strategies.js'
import { heldLeg } from '../../stores/submit/held-leg.js'
import { strategyBuilderOf, type BuilderLeg } from '../../stores/submit/strategy.js'

/**
 * Puts a prepared order back where it was made, with everything it has: into the ticket, or into
 * the strategy builder when it has several legs. Its account is selected first, because both trade
 * with the selected one. Returns false where that fails; the order then stays in the basket.
 */
export async function editOrder(mainWindow: MainWindow, draft: OrderDraft): Promise<boolean> {
  const { accountId } = draft
  if (mainWindow.session.getState().value?.selectedAccount !== accountId) {
    const reply = await mainWindow.invoke('session.select-account', { accountId })
    if (!reply.ok) return false
  }
  const legging = draft.terms?.legging
  if (legging?.direction === 'in') return editLegIn(mainWindow, draft, legging.positionId)
  const instrument = ticketInstrument(draftInstrument(draft))
  if (instrument !== null) {
    prefillTicket(mainWindow.selection, { ...instrument, draft })
    openPanel(mainWindow.layout, 'ticket')
    return true
  }
  return build(mainWindow, draft, [])
}

/** Puts a leg beside the position that it makes a strategy; false where that is not held. */
function editLegIn(mainWindow: MainWindow, draft: OrderDraft, positionId: string): boolean {
  const position = mainWindow.positions.all().find((held) => held.positionId === positionId)
  const held = position === undefined ? null : heldLeg(position)
  return held !== null && build(mainWindow, draft, [held.leg])
}

/** Puts an order into the strategy builder, after the legs that are held already. */
function build(mainWindow: MainWindow, draft: OrderDraft, held: readonly BuilderLeg[]): boolean {
  const legs = builderLegs(draft)
  if (legs === null || draft.size.kind !== 'quantity') return false
  const builder = strategyBuilderOf(mainWindow)
  builder.set([...held, ...legs], decimalText(draft.size.quantity))
  builder.setTimeInForce(draft.timeInForce)
  if (draft.limitPrice !== null) builder.setLimit(decimalText(draft.limitPrice))
  openPanel(mainWindow.layout, 'strategy')
  return true
}
