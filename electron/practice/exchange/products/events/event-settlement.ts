import { NO_FEES } from '../../../ledger/fees.js'
import { centsText, valueCents } from '../../../ledger/money.js'
import { sizeText } from '../../../ledger/records.js'
import type { EventInstrument } from '../../../model/instrument.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import { cancelRest } from '../../matching/fills.js'
import { bookPrice, PAYOUT } from '../../orders/order.js'
import { tradeDate } from '../../orders/trading-hours.js'

/** Returns the current instrument; the one stored with the book does not reflect an early end. */
export function eventNow(state: Slices<'deps'>, symbol: string): EventInstrument | undefined {
  const instrument = state.deps.instrument(symbol)
  return instrument?.product === 'EVENT' ? instrument : undefined
}

/** Cancels all open orders of markets whose trading has ended, on time or early. */
export function endTrading(state: ExchangeState): void {
  for (const order of [...state.orders.open.values()]) {
    if (order.product !== 'EVENT') continue
    const instrument = eventNow(state, order.view.terms.symbol)
    if (instrument === undefined || instrument.status === 'NT') cancelRest(state, order)
  }
}

const WORD = { yes: 'Yes', no: 'No' } as const

/**
 * Pays out positions of markets whose outcome is known and due: one dollar per contract of the
 * winning side, nothing for the other (TRADING-5, EC_SETTLEMENT). Emits a position event for each
 * (EVENTS-4).
 */
export function settleEvents(state: ExchangeState): void {
  for (const { accountId, position } of state.positionsOf('EVENT')) {
    const { symbol, outcome, size, cost, scale } = position
    const instrument = eventNow(state, symbol)
    const yes =
      instrument === undefined || instrument.paysAt > state.clock.time
        ? null
        : (state.deps.settlement?.(symbol) ?? null)
    if (instrument === undefined || yes === null || outcome === null) continue
    const settlementPrice = bookPrice({ event: { outcome, mode: null } }, yes)
    const cash = valueCents(settlementPrice, size, scale)
    state.ledger.book({
      accountId,
      asset: position,
      size: -size,
      cash,
      fees: NO_FEES,
      settles: null,
      mark: settlementPrice,
      execution: null,
      time: state.clock.time,
      day: tradeDate(state.clock.time),
      type: 'EC_SETTLEMENT',
      subType: settlementPrice === PAYOUT ? 'EC_PAYOUT' : 'EC_EXPIRATION',
    })
    state.accountEvents.emit({
      kind: 'position',
      accountId,
      time: state.clock.time,
      payload: {
        event_name: instrument.eventName,
        yes_condition: instrument.yesCondition,
        settle_result: yes === PAYOUT ? 'Yes' : 'No',
        settle_side: WORD[outcome],
        quantity: sizeText(size, scale),
        cost: centsText(cost),
        settle_amount: centsText(cash),
      },
    })
  }
}
