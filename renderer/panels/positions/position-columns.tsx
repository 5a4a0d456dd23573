import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { Position } from '../../../shared/domain/account/account.js'
import { asQuantity, isZero } from '../../../shared/domain/decimal.js'
import { formatProductPrice, formatAverageCost } from '../../format/product-price.js'
import { exactText, formatShortRatio } from '../../format/decimal.js'
import { ownExact, ownMoney, ownQuantity } from '../../format/own.js'
import { instrumentName, positionInstrument } from '../../format/instrument-name.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { CellAge, PriceAge } from '../../ui/accounts/figure-age.js'
import { accountColumn } from '../../ui/accounts/account-column.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { LiveCell, rowSource, type LiveField } from '../../ui/live-cell.js'
import type { Column } from '../../ui/table/column.js'
import { compareFigures } from '../../ui/table/columns/compare-figures.js'
import { isClosedRow, type ClosedToday } from './closed-today.js'
import { RealizedFigure } from './realized-figure.js'
import { isGroup, type PositionSource, type PositionStore } from './position-groups.js'
import { fullText } from '../../ui/hints/hint.js'

type PositionText = WindowText['positions']

interface PositionField extends LiveField<Position> {
  readonly id:
    | 'quantity'
    | 'averageCost'
    | 'last'
    | 'marketValue'
    | 'dayPnl'
    | 'unrealizedPnl'
    | 'ratio'
  readonly width: number
  readonly grow: number
}

/** A figure that follows prices. */
interface FigureField extends PositionField {
  /** The properties of a position that its cell shows. */
  readonly properties: readonly (keyof Position)[]
}

/** What is held; it changes in the same frame as its value. */
const sizeFields = (
  widths: (typeof WIDTHS)[keyof typeof WIDTHS],
): readonly [PositionField, PositionField] => [
  {
    id: 'quantity',
    width: widths.quantity,
    grow: 0.5,
    read: (position) => position.quantity,
    write: (value) => ownQuantity(asQuantity(value)),
  },
  {
    id: 'averageCost',
    width: widths.averageCost,
    grow: 0.5,
    read: (position) => position.averageCost,
    write: (value, position) => formatAverageCost(value, position),
  },
]

/** Returns a profit or loss, colored by its sign. */
const profitField = (
  id: PositionField['id'],
  property: 'dayPnl' | 'unrealizedPnl' | 'unrealizedPnlRatio',
  width: number,
  write: PositionField['write'] = (value) => ownMoney(value, null, true),
): FigureField => ({
  id,
  width,
  grow: 0.7,
  read: (position) => position[property],
  write,
  signed: (position) => position[property],
  properties: [property],
})

/** The figures that follow prices, in column order. */
const FIELDS: readonly FigureField[] = [
  {
    id: 'last',
    width: 88,
    grow: 0.7,
    read: (position) => position.lastPrice,
    write: (value, position) => formatProductPrice(value, position),
    flash: true,
    properties: ['lastPrice', 'pricedAt'],
  },
  {
    id: 'marketValue',
    width: 84,
    grow: 0.7,
    read: (position) => position.marketValue,
    write: (value) => ownMoney(value),
    properties: ['marketValue', 'valuedAt'],
  },
  profitField('dayPnl', 'dayPnl', 88),
  profitField('unrealizedPnl', 'unrealizedPnl', 90),
  profitField('ratio', 'unrealizedPnlRatio', 74, formatShortRatio),
]

/** The columns of figures that follow prices: sorted by one of them, rows move with the prices. */
export const FIGURE_COLUMNS: ReadonlySet<string> = new Set(FIELDS.map(({ id }) => id))

/** The properties of a position, and of its legs, that follow prices. */
export const FIGURE_PROPERTIES: ReadonlySet<string> = new Set(
  FIELDS.flatMap(({ properties }) => properties),
)

/** The widths of names and quantities: contracts and coins need more than stocks. */
const WIDTHS = {
  stocks: { name: 84, quantity: 60, averageCost: 84 },
  products: { name: 164, quantity: 88, averageCost: 96 },
} as const

const symbolColumn = (
  { positions: { heads }, instruments }: WindowText,
  nameOf: (position: Position) => string,
  width: number,
): Column<Position> => ({
  id: 'symbol',
  head: heads.symbol,
  width,
  grow: 2,
  pinned: true,
  compare: (a, b) => nameOf(a).localeCompare(nameOf(b)),
  cell: (row) =>
    isGroup(row) ? (
      <span className="symbol" {...fullText(nameOf(row))}>
        {row.symbol} {instruments.strategies[row.strategy ?? 'unknown']}
      </span>
    ) : (
      <InstrumentCell instrument={positionInstrument(row)} />
    ),
  data: nameOf,
})

/** Returns a figure as it is copied and exported; a price is not the person's own. */
const dataOf = (field: PositionField, position: Position): string =>
  field.id === 'averageCost' ? exactText(field.read(position)) : ownExact(field.read(position))

const liveColumn = (
  field: PositionField,
  { heads }: PositionText,
  { store, keyOf }: PositionSource,
): Column<Position> => ({
  id: field.id,
  head: heads[field.id],
  number: true,
  width: field.width,
  grow: field.grow,
  // Of a table that is too narrow, the return goes first: open P&L says as much.
  ...(field.id === 'ratio' ? { yields: 1 } : {}),
  compare: (a, b) => compareFigures(field.read(a), field.read(b)),
  cell: (row) =>
    field.id === 'last' ? (
      <PriceCell positions={store} id={keyOf(row)} field={field} />
    ) : field.id === 'marketValue' ? (
      <ValueCell positions={store} id={keyOf(row)} field={field} />
    ) : (
      <PositionCell positions={store} id={keyOf(row)} field={field} />
    ),
  data: (row) => dataOf(field, store.get(keyOf(row)) ?? row),
})

/** What was realized today; of an instrument that is not held any more, all of it. */
const realizedColumn = (
  { heads, realizedHint }: PositionText,
  realizedOf: ClosedToday['realizedOf'],
): Column<Position> => ({
  id: 'realizedPnl',
  head: heads.realizedPnl,
  headLabel: realizedHint,
  number: true,
  // The total may have an age before it.
  width: 96,
  grow: 0.7,
  compare: (a, b) => compareFigures(realizedOf(a).value, realizedOf(b).value),
  cell: (row) => <RealizedFigure realized={realizedOf(row)} />,
  data: (row) => ownExact(realizedOf(row).value),
})

const currencyColumn = ({ heads }: PositionText): Column<Position> => ({
  id: 'currency',
  head: heads.currency,
  width: 70,
  hidden: true,
  compare: (a, b) => a.currency.localeCompare(b.currency),
  cell: (row) => <span className="dim">{row.currency}</span>,
  data: (row) => row.currency,
})

const actionsColumn = (
  onClose: (position: Position) => void,
  text: PositionText,
  nameOf: (position: Position) => string,
): Column<Position> => ({
  id: 'actions',
  head: '',
  headLabel: text.heads.actions,
  width: 66,
  end: true,
  cell: (row) =>
    isClosedRow(row) ? (
      <span className="dim">{text.closed}</span>
    ) : (
      <span className="actions">
        <Button
          size="small"
          disabled={isZero(row.quantity)}
          aria-label={text.closeLabel(nameOf(row))}
          onClick={() => onClose(row)}
        >
          {text.close}
        </Button>
      </span>
    ),
})

export interface PositionColumnsOptions {
  readonly onClose: (position: Position) => void
  readonly source: PositionSource
  readonly text: WindowText
  /** What was realized today. */
  readonly closed: Pick<ClosedToday, 'realizedOf'>
  /** True when no row has a longer name or quantity than a stock. */
  readonly onlyStocks: boolean
  /** Names the account of a row in full; null for the positions of one account. */
  readonly accountName: ((account: AccountId) => string) | null
}

/** Returns the columns of the positions table. */
export function positionColumns({
  onClose,
  source,
  text: windowText,
  closed,
  onlyStocks,
  accountName,
}: PositionColumnsOptions): Column<Position>[] {
  const { positions: text, instruments, account } = windowText
  const nameOf = (position: Position) => instrumentName(positionInstrument(position), instruments)
  const widths = onlyStocks ? WIDTHS.stocks : WIDTHS.products
  return [
    symbolColumn(windowText, nameOf, widths.name),
    ...(accountName === null
      ? []
      : [accountColumn<Position>(account.overview.heads.account, accountName, false)]),
    ...[...sizeFields(widths), ...FIELDS].flatMap((field) =>
      // What is open comes before what is over: a narrow table shows the first columns.
      field.id === 'unrealizedPnl'
        ? [liveColumn(field, text, source), realizedColumn(text, closed.realizedOf)]
        : [liveColumn(field, text, source)],
    ),
    currencyColumn(text),
    actionsColumn(onClose, text, nameOf),
  ]
}

interface PositionCellProps {
  readonly positions: PositionStore
  readonly id: string
  readonly field: PositionField
}

/** The price, and a mark with its age when it is old. */
function PriceCell({ positions, id, field }: PositionCellProps) {
  const subscribe = useCallback(
    (changed: () => void) => positions.onRow(id, changed),
    [positions, id],
  )
  const pricedAt = useSyncExternalStore(subscribe, () => positions.get(id)?.pricedAt ?? null)
  return (
    <>
      {pricedAt !== null && <PriceAge pricedAt={pricedAt} />}
      <PositionCell positions={positions} id={id} field={field} />
    </>
  )
}

/** The value, and the age of all figures of the row while they stand still. */
function ValueCell({ positions, id, field }: PositionCellProps) {
  const { stoppedHint } = useText().positions
  const subscribe = useCallback(
    (changed: () => void) => positions.onRow(id, changed),
    [positions, id],
  )
  const valuedAt = useSyncExternalStore(subscribe, () => positions.get(id)?.valuedAt)
  return (
    <>
      {valuedAt !== undefined && <CellAge time={valuedAt} hint={stoppedHint} isUpTo />}
      <PositionCell positions={positions} id={id} field={field} />
    </>
  )
}

/** A figure of a position that follows the market. */
function PositionCell({ positions, id, field }: PositionCellProps) {
  const source = useMemo(() => rowSource(positions, id), [positions, id])
  return (
    <LiveCell
      source={source}
      field={field}
      tone="pnl"
      className={field.flash === true ? 'tnum tick' : 'tnum'}
    />
  )
}
