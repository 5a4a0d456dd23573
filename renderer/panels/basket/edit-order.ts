import { decimalText } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { draftInstrument } from '../../format/order-draft.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket } from '../../stores/selection.js'
import { builderLegs } from '../../stores/submit/sent-strategies.js'
import { strategyBuilderOf } from '../../stores/submit/strategy.js'

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
  const instrument = ticketInstrument(draftInstrument(draft))
  if (instrument !== null) {
    prefillTicket(mainWindow.selection, { ...instrument, draft })
    openPanel(mainWindow.layout, 'ticket')
    return true
  }
  const legs = builderLegs(draft)
  if (legs === null || draft.size.kind !== 'quantity') return false
  const builder = strategyBuilderOf(mainWindow)
  builder.set(legs, decimalText(draft.size.quantity))
  builder.setTimeInForce(draft.timeInForce)
  if (draft.limitPrice !== null) builder.setLimit(decimalText(draft.limitPrice))
  openPanel(mainWindow.layout, 'strategy')
  return true
}
