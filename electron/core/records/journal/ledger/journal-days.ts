import type { JournalDay, JournalTotals } from '../../../../../shared/domain/account/journal.js'
import {
  add,
  asMoney,
  sub,
  sum,
  toScale,
  ZERO,
  type Decimal,
  type Money,
} from '../../../../../shared/domain/decimal.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import type { TradeDate } from '../../../../../shared/domain/market/trade-date.js'
import type { Gain } from './gains.js'
import { keyTradeDate } from '../key-trade-date.js'
import type { RoundTrip } from './round-trips.js'
import { maxDrawdown } from './statistics.js'

const CENTS = 2
/** Rounds to cents, half to even. */
export const cents = (value: Decimal): Money => toScale(asMoney(value), CENTS, 'half-even')

/**
 * Returns what was realized on each trade date on which something closed at a known cost, oldest
 * first. These rows are the calendar and the curve, and the totals of a period are their sums.
 */
export function journalDays(gains: readonly Gain[]): readonly JournalDay[] {
  const days = new Map<TradeDate, { realized: Decimal; fees: Decimal }>()
  for (const { key, closedAt, realized, fees } of gains) {
    if (realized === null) continue
    const day = keyTradeDate(key as InstrumentKey, closedAt)
    const known = days.get(day) ?? { realized: ZERO, fees: ZERO }
    days.set(day, { realized: add(known.realized, realized), fees: add(known.fees, fees) })
  }
  return [...days]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, found]) => {
      const [realized, fees] = [cents(found.realized), cents(found.fees)]
      return { day, realized, fees, pnl: cents(sub<Decimal>(realized, fees)) }
    })
}

/** Returns the sums over the days of a period, whose ended round trips are these. */
export function journalTotals(
  days: readonly JournalDay[],
  trips: readonly Pick<RoundTrip, 'pnl'>[],
): JournalTotals {
  const pnl = sum([asMoney(ZERO), ...days.map((day) => day.pnl)])
  return {
    realized: sum([asMoney(ZERO), ...days.map(({ realized }) => realized)]),
    fees: sum([asMoney(ZERO), ...days.map(({ fees }) => fees)]),
    pnl,
    maxDrawdown: asMoney(maxDrawdown(days.map((day) => day.pnl))),
    outsideTrips: cents(sub<Decimal>(pnl, sum(trips.map((trip) => trip.pnl)))),
  }
}
