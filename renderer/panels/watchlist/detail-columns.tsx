import { useEffect } from 'react'
import { cmp, type Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { SessionFigures, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import { SparkLine } from '../../chart/spark/spark-line.js'
import { exactText, formatRatio } from '../../format/decimal.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import { timeHint } from '../../format/time.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useRow } from '../../stores/context.js'
import type { SymbolRowStore } from '../../stores/market/quotes.js'
import { Absent } from '../../ui/absent.js'
import { Signed } from '../../ui/signed.js'
import type { Column } from '../../ui/table/column.js'
import { compareFigures } from '../../ui/table/columns/compare-figures.js'
import type { WatchRow } from './watch-row.js'
import { explain } from '../../ui/hints/hint.js'

type DetailsText = WindowText['watchlist']
type DetailId =
  | 'yearHigh'
  | 'yearLow'
  | 'extendedLast'
  | 'extendedChange'
  | 'overnightLast'
  | 'overnightChange'

interface DetailField {
  readonly id: DetailId
  readonly width: number
  readonly read: (details: SymbolDetails) => Decimal | null
  /** The session to which the figure belongs; absent for figures of the year. */
  readonly session?: (details: SymbolDetails) => SessionFigures | null
  readonly signed?: boolean
  /** Why a stock may have none. */
  readonly missing: keyof DetailsText['missing']
}

const FIELDS: readonly DetailField[] = [
  { id: 'yearHigh', width: 70, read: ({ yearHigh }) => yearHigh, missing: 'year' },
  { id: 'yearLow', width: 70, read: ({ yearLow }) => yearLow, missing: 'year' },
  {
    id: 'extendedLast',
    width: 70,
    read: ({ extended }) => extended?.last ?? null,
    session: ({ extended }) => extended,
    missing: 'extended',
  },
  {
    id: 'extendedChange',
    width: 74,
    read: ({ extended }) => extended?.changeRatio ?? null,
    session: ({ extended }) => extended,
    signed: true,
    missing: 'extended',
  },
  {
    id: 'overnightLast',
    width: 70,
    read: ({ overnight }) => overnight?.last ?? null,
    session: ({ overnight }) => overnight,
    missing: 'overnight',
  },
  {
    id: 'overnightChange',
    width: 74,
    read: ({ overnight }) => overnight?.changeRatio ?? null,
    session: ({ overnight }) => overnight,
    signed: true,
    missing: 'overnight',
  },
]

/** True for columns whose figures are read over HTTP while they are shown. */
export const isDetailColumn = (id: string): boolean => FIELDS.some((field) => field.id === id)

/** Prices of a complete day, by product; products without a close show the last 24 hours. */
const SLOTS: Readonly<Record<AssetClass, number>> = {
  stock: 78,
  option: 26,
  futures: 0,
  crypto: 0,
  event: 0,
}

/** Only stocks and ETFs have these figures (MARKET-1). */
const hasDetails = (symbol: Symbol): boolean => symbolClass(symbol) === 'stock'

/**
 * Returns the columns of figures that no stream carries, hidden at first. Only cells in view
 * request them, so nothing is read while a column is hidden.
 */
export const detailColumns = (
  detailsOf: (symbol: Symbol) => SymbolDetails | undefined,
  { watchlist: text }: WindowText,
): readonly Column<WatchRow>[] => [
  ...FIELDS.map((field): Column<WatchRow> => {
    const valueOf = ({ symbol }: WatchRow): Decimal | null => {
      const details = detailsOf(symbol)
      return details === undefined ? null : field.read(details)
    }
    return {
      id: field.id,
      head: text.heads[field.id],
      headLabel: text.headsLong[field.id],
      number: true,
      hidden: true,
      width: field.width,
      grow: 0.6,
      compare: (a, b) => compareFigures(valueOf(a), valueOf(b)),
      cell: ({ symbol }) =>
        hasDetails(symbol) ? (
          <DetailCell symbol={symbol} field={field} />
        ) : (
          <Absent reason={text.absent} />
        ),
      data: (row) => exactText(valueOf(row)),
    }
  }),
  {
    id: 'dayLine',
    head: text.heads.dayLine,
    headLabel: text.headsLong.dayLine,
    hidden: true,
    width: 72,
    grow: 0.6,
    cell: ({ symbol }) => <DayLineCell symbol={symbol} />,
  },
]

/** Returns a symbol's row, which is read while the cell is in view. */
function useWatchedRow<T>({ rows, watch }: SymbolRowStore<T>, symbol: Symbol): T | undefined {
  useEffect(() => watch([symbol]), [watch, symbol])
  return useRow(rows, symbol)
}

function DetailCell({ symbol, field }: { readonly symbol: Symbol; readonly field: DetailField }) {
  const { watchlist: text } = useText()
  const details = useWatchedRow(useMainWindow().details, symbol)
  if (details === undefined) return <Waiting />
  const value = field.read(details)
  if (value === null) return <Absent reason={text.missing[field.missing]} />
  const time = field.session?.(details)?.time ?? null
  return (
    <span className="tnum" {...explain(time === null ? undefined : timeHint(time))}>
      {field.signed === true ? (
        <Signed value={value}>{formatRatio(value)}</Signed>
      ) : (
        formatSymbolPrice(value, symbol)
      )}
    </span>
  )
}

function DayLineCell({ symbol }: { readonly symbol: Symbol }) {
  const { watchlist: text } = useText()
  const { dayLines, quotes } = useMainWindow()
  const line = useWatchedRow(dayLines, symbol)
  if (line === undefined) return <Waiting />
  const [first, ...rest] = line.closes
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return <Absent reason={text.missing.dayLine} />
  const sorted = line.closes.toSorted(cmp)
  const label = text.dayLine(
    formatSymbolPrice(sorted[0] ?? first, symbol),
    formatSymbolPrice(sorted.at(-1) ?? last, symbol),
    formatSymbolPrice(last, symbol),
  )
  const base = quotes.rows.get(symbol)?.previousClose ?? null
  return (
    <SparkLine closes={line.closes} base={base} slots={SLOTS[symbolClass(symbol)]} label={label} />
  )
}

/** The mark of a figure that is being read. */
function Waiting() {
  return <span className="dim">{MISSING}</span>
}
