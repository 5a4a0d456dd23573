import type { Position } from '../../../shared/domain/account/account.js'
import { closedRows, heldKeys } from '../../../shared/domain/account/day-pnl.js'
import type { RealizedDay, RealizedRow } from '../../../shared/domain/account/realized-day.js'
import { CurrencyAmounts } from '../../../shared/domain/account/currency-amounts.js'
import type { Money } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { earliestOf, type EpochMs } from '../../../shared/domain/time.js'
import { positionInstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { isGroup, type PositionStore } from './position-groups.js'

/** The first part of the id of every closed row. */
const CLOSED = 'closed'

/** True for the row of an instrument that was closed today. */
export const isClosedRow = ({ positionId }: Position): boolean =>
  positionId.startsWith(`${CLOSED} `)

const instrumentOf = (position: Position): string =>
  `${position.accountId} ${positionInstrumentKey(position) ?? ''}`

/** What was realized of one row, or of a whole table. */
export interface Realized {
  /** The sum of what is known; null while nothing is. */
  readonly value: Money | null
  /** The instruments of which a part is not known, so that it is not in the value. */
  readonly missing: readonly Position[]
  /** True while not all trades of the day are read. */
  readonly isIncomplete: boolean
  /** The moment up to which executions are known while a later one is being read; null for now. */
  readonly valuedAt: EpochMs | null
  /** True when legs of a strategy share its net price. */
  readonly isAllotted: boolean
}

/** What the accounts of a table closed today. */
export interface ClosedToday {
  /** A row of quantity 0 for each instrument that is not held any more. */
  readonly rows: readonly Position[]
  /** Returns what was realized of a position today; of a strategy, of its legs together. */
  realizedOf(position: Position): Realized
  /** Returns the total of a currency: an unknown part never hides the known rest. */
  totalIn(currency: string): Realized
}

/**
 * Joins what was closed today with what is held.
 * @param accounts the accounts whose positions the table shows
 */
export function closedToday(
  days: readonly RealizedDay[],
  accounts: readonly AccountId[],
  positions: readonly Position[],
): ClosedToday {
  const chosenDays = days.filter(({ accountId }) => accounts.includes(accountId))
  const complete = new Set(chosenDays.flatMap((day) => (day.isComplete ? [day.accountId] : [])))
  const realized = new Map<string, RealizedRow>(
    chosenDays.flatMap(({ accountId, rows }) =>
      rows.map((row) => [`${accountId} ${row.key}`, row] as const),
    ),
  )
  const entries = chosenDays.flatMap(({ rows }) => rows)
  return {
    rows: chosenDays.flatMap((day) =>
      closedRows(
        day,
        heldKeys(positions.filter(({ accountId }) => accountId === day.accountId)),
      ).map(({ key, position }) => ({
        ...position,
        positionId: `${CLOSED} ${day.accountId} ${key}`,
      })),
    ),
    realizedOf(position) {
      const { accountId } = position
      const names = isGroup(position)
        ? [...heldKeys([position])].map((key) => `${accountId} ${key}`)
        : [instrumentOf(position)]
      const found = names.flatMap((name) => realized.get(name) ?? [])
      return realizedSum(found, position.currency, {
        isComplete: complete.has(accountId),
        valuedAt: earliest(chosenDays.filter((day) => day.accountId === accountId)),
      })
    },
    totalIn: (currency) =>
      realizedSum(
        entries.filter(({ position }) => position.currency === currency),
        currency,
        {
          isComplete: accounts.length > 0 && accounts.every((account) => complete.has(account)),
          valuedAt: earliest(chosenDays),
        },
      ),
  }
}

/** Returns the earliest moment up to which executions are known; null while all are. */
const earliest = (days: readonly RealizedDay[]): EpochMs | null =>
  earliestOf(days.map(({ valuedAt }) => valuedAt))

/** Sums the gains of rows in a currency; without any the sum is nothing once the day is read. */
function realizedSum(
  rows: readonly RealizedRow[],
  currency: string,
  { isComplete, valuedAt }: { readonly isComplete: boolean } & Pick<Realized, 'valuedAt'>,
): Realized {
  const known = rows.flatMap(({ position, realizedPnl }) =>
    realizedPnl === null ? [] : [{ currency: position.currency, amount: realizedPnl }],
  )
  const isKnown = known.length > 0 || (rows.length === 0 && isComplete)
  return {
    value: isKnown ? CurrencyAmounts.sumOf(known).only(currency) : null,
    missing: rows.flatMap(({ position, isPartial }) => (isPartial ? [position] : [])),
    isIncomplete: !isComplete,
    valuedAt,
    isAllotted: rows.some(({ isAllotted }) => isAllotted),
  }
}

/** Returns a store that also has the closed rows, whose figures no price moves. */
export function withClosed(store: PositionStore, closed: readonly Position[]): PositionStore {
  const rows = new Map(closed.map((row) => [row.positionId, row]))
  return {
    get: (key) => rows.get(key) ?? store.get(key),
    onRow: (key, listener) => (rows.has(key) ? () => undefined : store.onRow(key, listener)),
  }
}
