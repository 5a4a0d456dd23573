import type { Position } from '../../../shared/domain/account/account.js'
import { closedRows, heldKeys } from '../../../shared/domain/account/day-pnl.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import { ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { positionInstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { isGroup, type PositionStore } from './position-groups.js'
import { totalOf } from './totals.js'

/** The first part of the id of every closed row. */
const CLOSED = 'closed'

/** True for the row of an instrument that was closed today. */
export const isClosedRow = ({ positionId }: Position): boolean =>
  positionId.startsWith(`${CLOSED} `)

const instrumentOf = (position: Position): string =>
  `${position.accountId} ${positionInstrumentKey(position) ?? ''}`

/** What the accounts of a table closed today. */
export interface ClosedToday {
  /** A row of quantity 0 for each instrument that is not held any more. */
  readonly rows: readonly Position[]
  /** Returns what was realized of a position today; null while it is not known. */
  realizedOf(position: Position): Money | null
  /** Returns the total of a currency; null while a part of it is not known. */
  totalIn(currency: string): Money | null
}

/**
 * Joins what was closed today with what is held.
 * @param accounts the accounts whose positions the table shows
 */
export function closedToday(
  days: readonly RealizedDay[],
  accounts: readonly AccountId[],
  held: readonly Position[],
): ClosedToday {
  const shown = days.filter(({ accountId }) => accounts.includes(accountId))
  const complete = new Set(shown.flatMap((day) => (day.isComplete ? [day.accountId] : [])))
  const realized = new Map<string, Money | null>(
    shown.flatMap(({ accountId, rows }) =>
      rows.map(({ key, realizedPnl }) => [`${accountId} ${key}`, realizedPnl] as const),
    ),
  )
  const entries = shown.flatMap(({ rows }) => rows)
  return {
    rows: shown.flatMap((day) =>
      closedRows(day, heldKeys(held.filter(({ accountId }) => accountId === day.accountId))).map(
        ({ key, position }) => ({ ...position, positionId: `${CLOSED} ${day.accountId} ${key}` }),
      ),
    ),
    realizedOf(position) {
      if (isGroup(position)) return null
      const found = realized.get(instrumentOf(position))
      return found !== undefined ? found : complete.has(position.accountId) ? ZERO_MONEY : null
    },
    totalIn: (currency) =>
      accounts.length === 0 || accounts.some((account) => !complete.has(account))
        ? null
        : totalOf([
            ZERO_MONEY,
            ...entries.flatMap(({ position, realizedPnl }) =>
              position.currency === currency ? [realizedPnl] : [],
            ),
          ]),
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
