import { totalFees } from '../../ledger/fees.js'
import { centsUp } from '../../ledger/money.js'
import { cashOf, type SizeUnits } from '../../model/units.js'
import type { ExchangeState } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import { bidsFor, isBuy, PAYOUT, type PracticeOrder } from '../orders/order.js'

/**
 * True when a cash account cannot pay for a market order because the market moved; a cash account
 * cannot go into debt. `open` is the size that would trade now.
 */
export function exceedsCash(
  state: ExchangeState,
  market: SymbolMarket,
  order: PracticeOrder,
  open: SizeUnits,
): boolean {
  const account = state.ledger.accounts.get(order.accountId)
  if (account === undefined || account.type !== 'CASH' || !isBuy(order)) return false
  const { terms } = order.view
  const { size, cash } = market.book.quote(bidsFor(terms) ? 'ask' : 'bid', null, open)
  // On the no side of an event market the cost is the payout less the book's price.
  const cost = centsUp(
    terms.event?.outcome === 'no' ? cashOf(PAYOUT, size, order.scale) - cash : cash,
  )
  return (
    cost + totalFees(state.rules(order.product).fees(state, terms, cost, size)) >
    account.cash - (state.holds.cash(order.accountId) - order.heldCents)
  )
}
