import type { Decimal } from '../../../../shared/domain/decimal.js'
import { MISSING } from '../../../../shared/messages/number-format.js'
import { exactText } from '../../../format/decimal.js'
import { formatDay } from '../../../format/instrument-name.js'
import { Signed } from '../../signed.js'
import type { Column } from '../column.js'
import { compareFigures } from './compare-figures.js'
import { fullText } from '../../hints/hint.js'

type More<T> = Partial<
  Pick<Column<T>, 'headLabel' | 'grow' | 'hidden' | 'pinned' | 'yields' | 'cellClass'>
>

/** The members of a column that its kind does not decide. */
export type ColumnShape<T> = Pick<Column<T>, 'id' | 'head' | 'width'> & Partial<Column<T>>

/** A column of plain text. */
export const textColumn = <T,>(
  shape: ColumnShape<T>,
  textOf: (row: T) => string | null,
): Column<T> => ({
  compare: (a, b) => (textOf(a) ?? '').localeCompare(textOf(b) ?? '', 'en'),
  cell: (row) => <span {...fullText(textOf(row) ?? undefined)}>{textOf(row) ?? MISSING}</span>,
  data: (row) => textOf(row) ?? '',
  ...shape,
})

const DAY = /^\d{4}-\d{2}-\d{2}/

/** A column of days; a date that the broker writes in another form is shown as it is. */
export const dayColumn = <T,>(
  id: string,
  head: string,
  valueOf: (row: T) => string | null,
  more: More<T> = {},
): Column<T> => ({
  id,
  head,
  width: 88,
  compare: (a, b) => (valueOf(a) ?? '').localeCompare(valueOf(b) ?? '', 'en'),
  cell: (row) => <span className="tnum">{dayText(valueOf(row))}</span>,
  data: (row) => valueOf(row) ?? '',
  ...more,
})

/** Formats a date of the broker as a day; one of the far past with a `numeric` year. */
export function dayText(date: string | null, year?: 'numeric'): string {
  if (date === null) return MISSING
  const day = DAY.exec(date)?.[0]
  return day === undefined ? date : formatDay(day, year)
}

/** A column of figures, colored by their sign where `signed`. */
export const figureColumn = <T,>(
  { signed = false, ...shape }: ColumnShape<T> & { readonly signed?: boolean },
  valueOf: (row: T) => Decimal | null,
  write: (value: Decimal) => string,
): Column<T> => ({
  number: true,
  grow: 0.6,
  compare: (a, b) => compareFigures(valueOf(a), valueOf(b)),
  cell: (row) => {
    const value = valueOf(row)
    if (value === null) return <span className="dim">{MISSING}</span>
    return signed ? (
      <Signed value={value}>{write(value)}</Signed>
    ) : (
      <span className="tnum">{write(value)}</span>
    )
  },
  data: (row) => exactText(valueOf(row)),
  ...shape,
})
