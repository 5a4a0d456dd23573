import { stockClass } from '../../ledger/ledger.js'
import type { ExchangeState } from '../state/exchange-state.js'
import type { BrokerOperations } from '../api/broker-operations.js'
import { tradeDate } from '../orders/trading-hours.js'

/**
 * Creates the broker operations. `currentState` advances the exchange to the present before it
 * returns the state.
 */
export const createBrokerOperations = (currentState: () => ExchangeState): BrokerOperations => ({
  openAccount(opening) {
    const state = currentState()
    if (!state.ledger.accounts.has(opening.accountId)) {
      state.ledger.open(
        {
          ...opening,
          accountClass: opening.accountClass ?? stockClass(opening.type),
          depositCents: 0,
        },
        state.clock.time,
        tradeDate(state.clock.time),
      )
    }
  },
  moveCash(movement) {
    const state = currentState()
    state.ledger.move({
      ...movement,
      symbol: null,
      time: state.clock.time,
      day: tradeDate(state.clock.time),
    })
  },
  withdrawable: (accountId) => currentState().value(accountId)?.withdrawable ?? null,
  isEmpty(accountId) {
    const state = currentState()
    const account = state.ledger.accounts.get(accountId)
    if (account === undefined) return true
    return (
      account.cash === 0 &&
      [...account.positions.values()].every(({ size }) => size === 0) &&
      [...state.orders.open.values()].every((order) => order.accountId !== accountId)
    )
  },
})
