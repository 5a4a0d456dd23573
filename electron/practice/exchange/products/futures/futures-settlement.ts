import { tradeDate, type TradeDate } from '../../../../../shared/domain/market/trade-date.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import type { Occasion } from '../../../ledger/journal.js'
import { NO_FEES } from '../../../ledger/fees.js'
import { valueCents } from '../../../ledger/money.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'

/** Returns the trade date of an instant; the one that ended while the market is closed. */
export const futuresTradeDate = (time: EpochMs): TradeDate => tradeDate('futures', time)

const occasion = (state: Slices<'clock'>): Occasion => ({
  ...ASSUMPTIONS.futures.settlementActivity,
  time: state.clock.time,
  day: futuresTradeDate(state.clock.time),
})

/** Settles every open position to its last price at the end of a trade date. */
export function settleDay(state: ExchangeState): void {
  for (const { accountId, position } of state.positionsOf('FUTURES')) {
    state.ledger.settle(accountId, position, state.markets.mark(position), occasion(state))
  }
  for (const market of state.markets.all.values()) {
    if (market.instrument.product === 'FUTURES') {
      market.close = state.markets.last(market.instrument.symbol) ?? market.last
    }
  }
}

/** Starts the day's gains where a trade date begins, at the price of the settlement. */
export const startDay = (state: ExchangeState): void => {
  state.ledger.startDay(
    ({ product }) => product === 'FUTURES',
    (position) => state.markets.mark(position),
  )
}

/** Closes expired contracts in cash at their final value. */
export function settleEnded(state: ExchangeState): void {
  for (const { accountId, position } of state.positionsOf('FUTURES')) {
    const instrument =
      state.markets.all.get(position.symbol)?.instrument ?? state.deps.instrument(position.symbol)
    if (instrument?.product !== 'FUTURES' || instrument.expiresAt > state.clock.time) continue
    const price = state.deps.settlement?.(position.symbol) ?? state.markets.mark(position)
    state.ledger.book({
      ...occasion(state),
      accountId,
      asset: position,
      size: -position.size,
      cash: valueCents(price, position.size, position.scale),
      fees: NO_FEES,
      settles: null,
      mark: price,
      execution: null,
    })
  }
}
