import { useCallback } from 'react'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import type { Position } from '../../../shared/domain/account/account.js'
import { cmp, isZero, type Decimal } from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { formatMoney, formatPrice, formatQuantity, formatRatio } from '../../format/decimal.js'
import { Button } from '../../ui/button.js'
import { LiveCell, type LiveField } from '../../ui/live-cell.js'
import type { Column } from '../../ui/table/column.js'
import { livePosition, type LivePosition } from './live-position.js'

type PositionText = WindowText['positions']

interface PositionField extends LiveField<LivePosition> {
  readonly id: 'last' | 'marketValue' | 'dayPnl' | 'unrealizedPnl' | 'ratio'
  readonly width: number
  readonly yields?: number
}

/** The figures that follow the quote, in column order; signed ones are profits and losses. */
const FIELDS: readonly PositionField[] = [
  {
    id: 'last',
    width: 68,
    yields: 2,
    read: (live) => live.last,
    write: (value) => formatPrice(value, 4),
    flash: true,
  },
  {
    id: 'marketValue',
    width: 84,
    yields: 1,
    read: (live) => live.marketValue,
    write: (value) => formatMoney(value),
  },
  {
    id: 'dayPnl',
    width: 88,
    read: (live) => live.dayPnl,
    write: (value) => formatMoney(value, null, true),
    signed: (live) => live.dayPnl,
  },
  {
    id: 'unrealizedPnl',
    width: 90,
    read: (live) => live.unrealizedPnl,
    write: (value) => formatMoney(value, null, true),
    signed: (live) => live.unrealizedPnl,
  },
  {
    id: 'ratio',
    width: 74,
    yields: 4,
    read: (live) => live.ratio,
    write: (value) => formatRatio(value),
    signed: (live) => live.ratio,
  },
]

/** The columns that are the same at every quote. */
const fixedColumns = ({ heads }: PositionText): readonly Column<Position>[] => [
  {
    id: 'symbol',
    head: heads.symbol,
    width: 70,
    grow: 1,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
    cell: (row) => <span className="symbol">{row.symbol}</span>,
  },
  {
    id: 'quantity',
    head: heads.quantity,
    number: true,
    width: 60,
    grow: 0.5,
    compare: (a, b) => cmp(a.quantity, b.quantity),
    cell: (row) => <span className="tnum">{formatQuantity(row.quantity)}</span>,
  },
  {
    id: 'averageCost',
    head: heads.averageCost,
    number: true,
    width: 76,
    grow: 0.5,
    yields: 3,
    cell: (row) => <span className="tnum">{formatPrice(row.averageCost, 4)}</span>,
  },
]

const byDecimal = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : cmp(a, b)

/** Returns the column of a figure; `liveOf` values a position for sorting. */
function liveColumn(
  field: PositionField,
  liveOf: (position: Position) => LivePosition,
  { heads }: PositionText,
): Column<Position> {
  return {
    id: field.id,
    head: heads[field.id],
    number: true,
    width: field.width,
    grow: 0.7,
    ...(field.yields === undefined ? {} : { yields: field.yields }),
    compare: (a, b) => byDecimal(field.read(liveOf(a)), field.read(liveOf(b))),
    cell: (row) => <PositionCell position={row} field={field} />,
  }
}

const actionsColumn = (
  onClose: (position: Position) => void,
  text: PositionText,
): Column<Position> => ({
  id: 'actions',
  head: '',
  headLabel: text.heads.actions,
  width: 58,
  end: true,
  cell: (row) => (
    <span className="actions">
      <Button
        size="small"
        disabled={isZero(row.quantity)}
        aria-label={text.closeLabel(row.symbol)}
        onClick={() => onClose(row)}
      >
        {text.close}
      </Button>
    </span>
  ),
})

/** Returns the columns of the positions table. */
export const positionColumns = (
  liveOf: (position: Position) => LivePosition,
  onClose: (position: Position) => void,
  text: PositionText,
): Column<Position>[] => [
  ...fixedColumns(text),
  ...FIELDS.map((field) => liveColumn(field, liveOf, text)),
  actionsColumn(onClose, text),
]

/** A figure of a position that follows the quote. */
function PositionCell({
  position,
  field,
}: {
  readonly position: Position
  readonly field: PositionField
}) {
  const sourceOf = useCallback(
    (quote: Quote | undefined) => livePosition(position, quote),
    [position],
  )
  return (
    <LiveCell
      symbol={position.symbol}
      sourceOf={sourceOf}
      field={field}
      tone="pnl"
      className={field.flash === true ? 'tnum tick' : 'tnum'}
    />
  )
}
