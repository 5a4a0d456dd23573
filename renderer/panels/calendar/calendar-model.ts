import { underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import {
  CALENDAR_KINDS,
  type CalendarEntry,
  type CalendarView,
} from '../../../shared/domain/reference/calendar.js'
import { DAY_MS } from '../../../shared/domain/time.js'

export const CALENDAR_FILTERS = ['all', ...CALENDAR_KINDS] as const
export type CalendarFilter = (typeof CALENDAR_FILTERS)[number]
export const CALENDAR_SCOPES = ['both', 'held', 'watched'] as const
export type CalendarScope = (typeof CALENDAR_SCOPES)[number]

/** A date of the table. */
export interface CalendarRow {
  readonly id: string
  readonly entry: CalendarEntry
  /** Days from today; negative for past ones. */
  readonly inDays: number
  readonly isHeld: boolean
}

/** The most symbols that main reads dates of (shared/ipc/streams.ts). */
export const MAX_SYMBOLS = 200

/**
 * Returns the symbols whose dates concern the person, held ones first. An option brings its
 * underlying too: its dividends and earnings move it.
 */
export function calendarSymbols(
  scope: CalendarScope,
  held: readonly Symbol[],
  watched: readonly Symbol[],
): readonly Symbol[] {
  const chosen = [...(scope === 'watched' ? [] : held), ...(scope === 'held' ? [] : watched)]
  return [...new Set(chosen.flatMap(withUnderlying))]
}

function withUnderlying(symbol: Symbol): readonly Symbol[] {
  const underlying = underlyingSymbol({ assetClass: symbolClass(symbol), symbol })
  return underlying === symbol ? [symbol] : [symbol, underlying]
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** True while a part of the dates could not be read, so that no row does not mean no date. */
export const isUnread = ({ failed, splitsUnread }: CalendarView): boolean =>
  failed.length > 0 || splitsUnread

/** Returns the rows of a filter; past dates only where they are asked for. */
export function calendarRows(
  entries: readonly CalendarEntry[],
  {
    filter,
    past,
    today,
    held,
  }: {
    readonly filter: CalendarFilter
    readonly past: boolean
    readonly today: string
    readonly held: ReadonlySet<Symbol>
  },
): readonly CalendarRow[] {
  const rows = entries
    .filter(({ kind, day }) => (filter === 'all' || kind === filter) && (past || day >= today))
    .map((entry, index) => ({
      id: `${entry.day} ${entry.symbol} ${entry.kind} ${index}`,
      entry,
      inDays: daysBetween(today, entry.day),
      isHeld: held.has(entry.symbol),
    }))
  return rows
}
