import {
  oldestPrice,
  type Account,
  type AccountOverview,
  type Balance,
} from '../../../shared/domain/account/account.js'
import { CurrencyTotals } from '../../../shared/domain/account/currency-amounts.js'
import type { DayPnl } from '../../../shared/domain/account/day-pnl.js'
import type { Money } from '../../../shared/domain/decimal.js'
import { earliestOf, type EpochMs } from '../../../shared/domain/time.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

/** One account with its figures. */
export interface AccountRow extends AccountOverview {
  readonly account: Account
  /** As every other place shows it; null until the balance could be read. */
  readonly dayPnl: DayPnl | null
}

/** A figure and its moments, which are null while it is current. */
export interface DatedFigure {
  readonly value: Money | null
  /** Since when it stands still. */
  readonly valuedAt: EpochMs | null
  /** When the oldest price in it was received. */
  readonly pricedAt: EpochMs | null
}

/** A figure of an account, in a column. */
export interface Figure {
  readonly id: keyof WindowText['account']['overview']['heads']
  readonly read: (row: AccountRow) => DatedFigure
  /** True for profits and losses. */
  readonly signed?: true
}

const UNKNOWN: DatedFigure = { value: null, valuedAt: null, pricedAt: null }

/** Reads a figure of a balance that follows the prices of the positions. */
const live =
  (pick: (balance: Balance) => Money | null) =>
  ({ balance }: AccountRow): DatedFigure =>
    balance === null
      ? UNKNOWN
      : {
          value: pick(balance),
          valuedAt: balance.valuedAt ?? null,
          pricedAt: balance.pricedAt ?? null,
        }

/** Reads a figure of a balance that follows no price. */
const still =
  (pick: (balance: Balance) => Money | null) =>
  (row: AccountRow): DatedFigure => ({ ...live(pick)(row), pricedAt: null })

/** The figures of an account, in column order. */
export const FIGURES: readonly Figure[] = [
  { id: 'netLiquidation', read: live((balance) => balance.netLiquidation) },
  { id: 'dayPnl', read: ({ dayPnl }) => dayPnl ?? UNKNOWN, signed: true },
  { id: 'unrealizedPnl', read: live((balance) => balance.unrealizedPnl), signed: true },
  { id: 'totalCash', read: still((balance) => balance.totalCash) },
  { id: 'totalMarketValue', read: live((balance) => balance.totalMarketValue) },
  {
    id: 'buyingPower',
    read: still(
      ({ currency, currencies }) =>
        currencies.find((entry) => entry.currency === currency)?.buyingPower ?? null,
    ),
  },
]

/** The figures that are the same money in each account; buying power is not. */
export const SUMMED: readonly Figure[] = FIGURES.filter(({ id }) => id !== 'buyingPower')

/** Returns the currencies of the balances that are known. */
export const currenciesOf = (rows: readonly AccountRow[]): readonly string[] =>
  [...new Set(rows.flatMap(({ balance }) => balance?.currency ?? []))].sort()

/** A sum over accounts. */
export interface FigureSum extends DatedFigure {
  /** True without accounts of which the broker reports no such figure, as of event accounts. */
  readonly isPartial: boolean
}

/**
 * Returns the sum of a figure over the accounts of a currency, of which it has the earliest moments
 * (REL-41). Amounts are summed as far as they are known; a profit or loss is not known while one of
 * them is not.
 */
export function sumOf(rows: readonly AccountRow[], figure: Figure, currency: string): FigureSum {
  const parts = rows
    .filter(({ balance }) => balance?.currency === currency)
    .map((row) => figure.read(row))
  const summands = figure.signed === true ? parts : parts.filter(({ value }) => value !== null)
  const total = CurrencyTotals.sumOf(summands.map(({ value }) => ({ currency, amount: value })))
  return {
    value: total.in(currency),
    isPartial: summands.length < parts.length,
    valuedAt: earliestOf(parts.map(({ valuedAt }) => valuedAt)),
    pricedAt: oldestPrice(parts),
  }
}
