import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { totalFees } from '../../ledger/fees.js'
import type { JournalEntry } from '../../ledger/journal.js'
import { firstDeposit, type AccountOpeningEntry } from '../../ledger/ledger.js'
import type { PracticeOrder } from '../orders/order.js'
import { tradeDate } from '../orders/trading-hours.js'
import { priceFor, STOCK_SCALE } from '../../model/units.js'

type Line = Omit<JournalEntry, 'number'>

/** The part of a version 1 saved state from which the journal is built. */
export interface SavedV1 {
  readonly time: EpochMs
  readonly accounts: readonly AccountOpeningEntry[]
  readonly orders: readonly PracticeOrder[]
}

/**
 * Returns an order's fills as one line, because version 1 stored only their sums and the time of
 * the last fill.
 */
function lineOf({ number, accountId, bookedCents, view }: PracticeOrder, time: EpochMs): Line {
  const { terms, filled, filledCash, fees } = view
  const bought = terms.side === 'BUY'
  const gross = bought ? 0 - bookedCents : bookedCents
  return {
    accountId,
    time,
    day: tradeDate(time),
    type: 'TRADE',
    subType: bought ? 'BUY' : 'SELL',
    symbol: terms.symbol,
    outcome: null,
    cents: gross - totalFees(fees),
    size: bought ? filled : 0 - filled,
    cost: 0 - gross,
    execution: {
      order: number,
      orderType: terms.type,
      limit: terms.limit,
      price: priceFor(filledCash, filled, STOCK_SCALE),
      total: terms.size,
      filled,
    },
  }
}

/**
 * Builds the journal of a version 1 state: the first deposits, then every filled order as one
 * execution at its average price. It adds up exactly to that state's cash and positions.
 */
export function journalOfV1({ time, accounts, orders }: SavedV1): readonly Line[] {
  const traded = orders
    .filter((order) => order.view.filled > 0)
    .map((order) => lineOf(order, order.view.filledAt ?? order.placedAt))
  const first = orders.reduce(
    (earliest, order) => Math.min(earliest, order.placedAt),
    time as number,
  )
  const opened = epochMs(first - DAY_MS)
  const deposits = accounts
    .filter((account) => account.depositCents !== 0)
    .map((account) => firstDeposit(account, opened, tradeDate(opened)))
  return [...deposits, ...traded.sort((a, b) => a.time - b.time)]
}
