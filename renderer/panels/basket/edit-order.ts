import { decimalText, div, mul, toInteger } from '../../../shared/domain/decimal.js'
import { legContract, underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import { draftInstrument } from '../../format/order-draft.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket } from '../../stores/selection.js'
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

/** Returns the legs of a strategy order; null when one of them is no contract that is known. */
export function builderLegs(draft: OrderDraft): readonly BuilderLeg[] | null {
  const { size, terms } = draft
  const underlying = underlyingSymbol(draft)
  if (size.kind !== 'quantity') return null
  const legs: BuilderLeg[] = []
  for (const leg of terms?.legs ?? []) {
    const { side, quantity, option } = leg
    const unit = option === null ? mul(size.quantity, STANDARD_MULTIPLIER) : size.quantity
    const perUnit = div(quantity, unit, 4, 'half-up')
    const ratio = perUnit === null ? null : toInteger(perUnit, 0)
    const contract = option === null ? underlying : legContract(leg)
    if (contract === null || ratio === null) return null
    legs.push({ symbol: contract, underlying, side, ratio: Number(ratio) })
  }
  return legs.length === 0 ? null : legs
}
