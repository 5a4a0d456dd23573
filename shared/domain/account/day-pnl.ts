import { ZERO_MONEY, type Money } from '../decimal.js'
import type { AccountId } from '../ids.js'
import type { EpochMs } from '../time.js'
import { positionInstrumentKey, type InstrumentKey } from '../instruments/instrument-key.js'
import { oldestPrice, type Position } from './account.js'
import { CurrencyTotals } from './currency-amounts.js'
import type { RealizedDay, RealizedRow } from './realized-day.js'
import { singleLegPositions } from './single-leg-positions.js'

/** The profit and loss of the day. */
export interface DayPnl {
  /** Null while neither the rows nor the broker's total are known. */
  readonly value: Money | null
  /** False while the value is the broker's own total, because not every row of the day is known. */
  readonly isCurrent: boolean
  /** The moment of a value that stands still; null while it follows the prices. */
  readonly valuedAt: EpochMs | null
  /** When the oldest of its prices was received; null while all of them are streamed. */
  readonly pricedAt: EpochMs | null
}

/** Returns the instruments that positions hold, also those that are legs of a combination. */
export const heldKeys = (positions: readonly Position[]): ReadonlySet<InstrumentKey> =>
  new Set(
    positions.flatMap((position) =>
      (singleLegPositions(position) ?? []).flatMap((part) => positionInstrumentKey(part) ?? []),
    ),
  )

/** Returns what was closed today and is not held any more. */
export const closedRows = (
  { rows }: Pick<RealizedDay, 'rows'>,
  held: ReadonlySet<InstrumentKey>,
): readonly RealizedRow[] => rows.filter(({ key, isClosed }) => isClosed && !held.has(key))

/** The figures of one account at one moment. */
export interface DayFigures {
  readonly accountId: AccountId
  readonly currency: string
  /** The positions; null until all of them are read. */
  readonly positions: readonly Position[] | null
  /** The instruments of the positions, see {@link heldKeys}. */
  readonly held: ReadonlySet<InstrumentKey>
  readonly day: RealizedDay | undefined
  /** The broker's own total, its moment while it stands still, and its oldest price. */
  readonly reported: Money | null
  readonly reportedAt: EpochMs | null
  readonly reportedPriceAt?: EpochMs | null | undefined
}

/**
 * True when positions and trades show the same moment, as far as the total depends on it: what
 * the trades leave held is held, and what they closed is not. A position that was opened and is not
 * among the trades yet has its profit in its own row.
 */
const agree = (day: RealizedDay, held: ReadonlySet<InstrumentKey>): boolean =>
  day.isComplete &&
  day.open.every((key) => held.has(key)) &&
  day.rows.every(({ key, isClosed }) => !isClosed || !held.has(key))

/**
 * Returns the profit and loss of the day: the sum over what is held, realized parts included, and
 * over what was closed today. Positions, trades and the broker's total are read at different times,
 * so for seconds after a fill they disagree, or rows stand still: then it is the broker's total,
 * and not current.
 */
export function dayPnlOf(figures: DayFigures): DayPnl {
  const { accountId, currency, positions, held, day } = figures
  const reported: DayPnl = {
    value: figures.reported,
    isCurrent: false,
    valuedAt: figures.reportedAt,
    pricedAt: figures.reportedPriceAt ?? null,
  }
  if (
    positions === null ||
    day === undefined ||
    !agree(day, held) ||
    positions.some((row) => row.accountId !== accountId || row.valuedAt !== undefined)
  ) {
    return reported
  }
  const rows = [...positions, ...closedRows(day, held).map(({ position }) => position)]
  const ofCurrency = rows.filter((row) => row.currency === currency)
  const current = { isCurrent: true, valuedAt: null, pricedAt: oldestPrice(ofCurrency) }
  if (ofCurrency.length === 0) return { value: ZERO_MONEY, ...current }
  const total = CurrencyTotals.sumOf(
    ofCurrency.map(({ dayPnl }) => ({ currency, amount: dayPnl })),
  ).in(currency)
  return total === null ? reported : { value: total, ...current }
}
