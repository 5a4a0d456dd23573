import { tradingDay, type ExchangeDay } from '../../../../shared/domain/exchange-time.js'
import { futuresDate } from '../../../../shared/domain/product-hours.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { Occasion } from '../../ledger/journal.js'
import { NO_FEES } from '../../ledger/fees.js'
import { valueCents } from '../../ledger/money.js'
import type { Core } from '../core.js'

/** The trade date that an instant belongs to; the next one when the market is closed. */
export const futuresTradeDate = (time: EpochMs): ExchangeDay => tradingDay(futuresDate(time), 0)

const occasion = (core: Core): Occasion => ({
  ...ASSUMPTIONS.futures.settlementActivity,
  time: core.time,
  day: futuresTradeDate(core.time),
})

/**
 * At the end of a trade date every open position is settled to its last price, and its day begins
 * anew there.
 */
export function settleDay(core: Core): void {
  for (const { accountId, position } of core.positionsOf('FUTURES')) {
    core.ledger.settle(accountId, position, core.mark(position), occasion(core))
  }
  for (const market of core.markets.values()) {
    if (market.instrument.product === 'FUTURES') {
      market.close = core.last(market.instrument.symbol) ?? market.last
    }
  }
  core.ledger.startDay(
    ({ product }) => product === 'FUTURES',
    (position) => core.mark(position),
  )
}

/** Contracts that have ended are closed in cash at what they are finally worth. */
export function settleEnded(core: Core): void {
  for (const { accountId, position } of core.positionsOf('FUTURES')) {
    const instrument =
      core.markets.get(position.symbol)?.instrument ?? core.deps.instrument(position.symbol)
    if (instrument?.product !== 'FUTURES' || instrument.expiresAt > core.time) continue
    const price = core.deps.settlement?.(position.symbol) ?? core.mark(position)
    core.ledger.book({
      ...occasion(core),
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
