import { NO_FEES } from '../../ledger/fees.js'
import { centsText, valueCents } from '../../ledger/money.js'
import { sizeText } from '../../ledger/records.js'
import type { EventInstrument } from '../../instrument.js'
import type { Core } from '../core.js'
import { cancelRest } from '../fills.js'
import { bookPrice, PAYOUT } from '../order.js'
import { tradeDate } from '../schedule.js'

/**
 * The market as it stands now: the one kept with the book does not know of an end that came early.
 */
export function eventNow(core: Core, symbol: string): EventInstrument | undefined {
  const instrument = core.deps.instrument(symbol)
  return instrument?.product === 'EVENT' ? instrument : undefined
}

/** Trading has ended in a market, on time or early: nothing stays open in it. */
export function endTrading(core: Core): void {
  for (const order of [...core.open.values()]) {
    if (order.product !== 'EVENT') continue
    const instrument = eventNow(core, order.view.terms.symbol)
    if (instrument === undefined || instrument.status === 'NT') cancelRest(core, order)
  }
}

const WORD = { yes: 'Yes', no: 'No' } as const

/**
 * Pays out positions of markets whose outcome is known and due: one dollar for each contract of the
 * side that won, nothing for
 * the other (contract/trading.md 5, EC_SETTLEMENT), and tells their holders
 * (contract/trade-events.md, position event).
 */
export function settleEvents(core: Core): void {
  for (const { accountId, position } of core.positionsOf('EVENT')) {
    const { symbol, outcome, size, cost, scale } = position
    const instrument = eventNow(core, symbol)
    const yes =
      instrument === undefined || instrument.paysAt > core.time
        ? null
        : (core.deps.settlement?.(symbol) ?? null)
    if (instrument === undefined || yes === null || outcome === null) continue
    const worth = bookPrice({ event: { outcome, mode: null } }, yes)
    const cash = valueCents(worth, size, scale)
    core.ledger.book({
      accountId,
      asset: position,
      size: -size,
      cash,
      fees: NO_FEES,
      settles: null,
      mark: worth,
      execution: null,
      time: core.time,
      day: tradeDate(core.time),
      type: 'EC_SETTLEMENT',
      subType: worth === PAYOUT ? 'EC_PAYOUT' : 'EC_EXPIRATION',
    })
    core.accountEvents.tell({
      kind: 'position',
      accountId,
      time: core.time,
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
