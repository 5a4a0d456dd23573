import type { ReactNode } from 'react'
import type { AccountId } from '../../../shared/domain/ids.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import { ownExact, ownQuantity } from '../../format/own.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { exactIso } from '../../format/time.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { InstrumentCell } from '../instrument-cell.js'
import { Stamp } from '../stamp.js'
import { dayText, type ColumnShape } from '../table/columns/simple-columns.js'
import type { Column } from '../table/column.js'
import type { RecordField } from './record-detail.js'

/** A column of times at the exchange; `none` stands for a missing one. */
export const timeColumn = <T,>(
  shape: ColumnShape<T>,
  timeOf: (row: T) => number | null,
  none: ReactNode = <span>{MISSING}</span>,
): Column<T> => ({
  compare: (a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0),
  cell: (row) => {
    const time = timeOf(row)
    return time === null ? none : <Stamp time={time} />
  },
  data: (row) => {
    const time = timeOf(row)
    return time === null ? '' : exactIso(time)
  },
  ...shape,
})

/** A column of exact numbers. */
export const numberColumn = <T,>(
  shape: ColumnShape<T>,
  valueOf: (row: T) => Decimal | null,
  format: (value: Decimal | null, row: T) => string = (value) => ownQuantity(value),
): Column<T> => ({
  number: true,
  cell: (row) => <span className="tnum">{format(valueOf(row), row)}</span>,
  data: (row) => ownExact(valueOf(row)),
  detail: (row) => format(valueOf(row), row),
  ...shape,
})

/** A column of symbols, named as a trader does. */
export const symbolColumn = <T,>(
  shape: ColumnShape<T>,
  symbolOf: (row: T) => string | null,
): Column<T> => ({
  compare: (a, b) => (symbolOf(a) ?? '').localeCompare(symbolOf(b) ?? ''),
  cell: (row) => {
    const symbol = symbolOf(row)
    return symbol === null ? (
      <span>{MISSING}</span>
    ) : (
      <InstrumentCell instrument={symbolInstrument(symbol)} />
    )
  },
  data: (row) => symbolOf(row) ?? '',
  ...shape,
})

/** The name of an account in full. */
export type AccountName = (account: AccountId) => string

/** The exact time that `exactIso` writes. */
const EXACT_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\.\d{3}[+-]\d{2}:\d{2}$/

/** Shows a value that is a day or a time as the window writes them; a copy has it as it is. */
export function shownText(value: string): string {
  const [, day, clock] = EXACT_TIME.exec(value) ?? []
  if (day !== undefined && clock !== undefined) return `${dayText(day)}, ${clock} ET`
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : value
}

/** Every column of a row as fields of its detail, as the window writes them; a copy is exact. */
export const fieldsOf = <T,>(columns: readonly Column<T>[], row: T): readonly RecordField[] =>
  columns.flatMap(({ head, headLabel, data, detail }): readonly RecordField[] => {
    const exact = data?.(row) ?? ''
    const shown = detail?.(row) ?? shownText(exact)
    return exact === '' ? [] : [{ name: headLabel ?? head, shown, exact }]
  })

/** True when a row belongs to the symbol that the person wrote, or to an option on it. */
export const matchesSymbol = (symbol: string | null, wanted: string): boolean =>
  wanted === '' || (symbol?.toUpperCase().startsWith(wanted) ?? false)
