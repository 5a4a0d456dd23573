import type { WindowText } from '../../../shared/messages/window-text.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import { exactText } from '../../format/decimal.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { Absent } from '../../ui/absent.js'
import { QuoteCell } from '../../ui/live-cell.js'
import { QuoteAge } from '../../ui/reading/quote-age.js'
import type { Column } from '../../ui/table/column.js'
import { compareFigures } from '../../ui/table/columns/compare-figures.js'
import { WATCH_FIELDS, type WatchField } from './fields.js'
import { detailColumns } from './detail-columns.js'
import type { WatchRow } from './watch-row.js'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../../ui/button.js'

type QuoteOf = (symbol: Symbol) => Quote | undefined

/** The width in px in which the names of a product fit. */
const NAME_PX: Readonly<Record<AssetClass, number>> = {
  stock: 66,
  futures: 66,
  crypto: 80,
  option: 156,
  event: 156,
}

/** Returns the width of the symbol column for the products of a list. */
export const nameWidth = (list: readonly Symbol[]): number =>
  list.reduce((width, symbol) => Math.max(width, NAME_PX[symbolClass(symbol)]), NAME_PX.stock)

const symbolColumn = ({ watchlist: { heads } }: WindowText, width: number): Column<WatchRow> => ({
  id: 'symbol',
  head: heads.symbol,
  width,
  grow: 1,
  pinned: true,
  compare: (a, b) => a.symbol.localeCompare(b.symbol),
  cell: ({ symbol }) => <InstrumentCell instrument={symbolInstrument(symbol)} />,
  data: (row) => row.symbol,
})

/** What the columns read and call. */
interface WatchColumnsOptions {
  readonly quoteOf: QuoteOf
  readonly detailsOf: (symbol: Symbol) => SymbolDetails | undefined
  readonly actions: {
    readonly move: (symbol: Symbol, by: -1 | 1) => void
    readonly remove: (symbol: Symbol) => void
  }
  readonly text: WindowText
  readonly symbolWidth: number
}

/** Returns the columns of the watchlist: the symbol, its quote, the actions of a row. */
export const watchColumns = ({
  quoteOf,
  detailsOf,
  actions,
  text,
  symbolWidth,
}: WatchColumnsOptions): Column<WatchRow>[] => [
  symbolColumn(text, symbolWidth),
  ...WATCH_FIELDS.map((field) => fieldColumn(field, quoteOf, text)),
  ...detailColumns(detailsOf, text),
  {
    id: 'actions',
    head: '',
    headLabel: text.positions.heads.actions,
    width: 64,
    overlay: true,
    cell: (row) => (
      <WatchRowActions symbol={row.symbol} onMove={actions.move} onRemove={actions.remove} />
    ),
  },
]

const fieldColumn = (
  field: WatchField,
  quoteOf: QuoteOf,
  { watchlist: text }: WindowText,
): Column<WatchRow> => ({
  id: field.id,
  head: text.heads[field.id],
  headLabel: text.headsLong[field.id],
  number: true,
  live: true,
  width: field.width,
  grow: 0.6,
  hidden: field.hidden ?? false,
  ...(field.yields === undefined ? {} : { yields: field.yields }),
  compare: (a, b) =>
    compareFigures(valueOf(quoteOf(a.symbol), field), valueOf(quoteOf(b.symbol), field)),
  cell: ({ symbol }) =>
    field.absent?.includes(symbolClass(symbol)) === true ? (
      <Absent reason={text.absent} />
    ) : (
      <>
        {field.id === 'last' && <QuoteAge symbol={symbol} />}
        <QuoteCell symbol={symbol} field={field} />
      </>
    ),
  data: (row) => exactText(valueOf(quoteOf(row.symbol), field)),
})

const valueOf = (quote: Quote | undefined, field: WatchField): Decimal | null =>
  quote === undefined ? null : field.read(quote)

interface WatchRowActionsProps {
  readonly symbol: Symbol
  readonly onMove: (symbol: Symbol, by: -1 | 1) => void
  readonly onRemove: (symbol: Symbol) => void
}

/**
 * Buttons on the row under the pointer or the keyboard; Alt with an arrow, and Delete, do the same.
 */
function WatchRowActions({ symbol, onMove, onRemove }: WatchRowActionsProps) {
  const text = useText()
  return (
    <span className="row-actions">
      <IconButton
        icon={ChevronUp}
        size="small"
        tabIndex={-1}
        label={`${text.watchlist.moveUp} ${symbol}`}
        onClick={() => onMove(symbol, -1)}
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        tabIndex={-1}
        label={`${text.watchlist.moveDown} ${symbol}`}
        onClick={() => onMove(symbol, 1)}
      />
      <IconButton
        icon={X}
        size="small"
        tabIndex={-1}
        label={`${text.watchlist.remove} ${symbol}`}
        onClick={() => onRemove(symbol)}
      />
    </span>
  )
}
