import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { abs, cmp, isNegative, isZero, type Decimal } from '../../../shared/domain/decimal.js'
import { formatMoney, formatPrice, formatQuantity, formatRatio } from '../../format/decimal.js'
import {
  useActiveSymbol,
  useAllRows,
  useConnected,
  useMainWindow,
  useFreshness,
  useWatch,
} from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { Signed } from '../../ui/signed.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Column } from '../../ui/table/column.js'
import { livePosition, total, type LivePosition } from './live-position.js'
import { PositionCell, type PositionField } from './position-cell.js'

const heads = text.positions.heads
const TOTALS_MS = 500

const FIELDS: readonly (PositionField & {
  readonly id: 'last' | 'marketValue' | 'dayPnl' | 'unrealizedPnl' | 'ratio'
  readonly width: number
  readonly yields?: number
})[] = [
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
    signed: true,
  },
  {
    id: 'unrealizedPnl',
    width: 90,
    read: (live) => live.unrealizedPnl,
    write: (value) => formatMoney(value, null, true),
    signed: true,
  },
  {
    id: 'ratio',
    width: 74,
    yields: 4,
    read: (live) => live.ratio,
    write: (value) => formatRatio(value),
    signed: true,
  },
]

const byDecimal = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : cmp(a, b)

/** The account's positions, with profit and loss at the current price. */
export function PositionsPanel() {
  const mainWindow = useMainWindow()
  const { positions, quotes, selection, layout } = mainWindow
  const rows = useAllRows(positions, TOTALS_MS)
  const freshness = useFreshness(positions)
  const active = useActiveSymbol()
  const connected = useConnected()
  useWatch(useMemo(() => rows.map((row) => row.symbol), [rows]))

  const columns = useMemo((): Column<Position>[] => {
    const live = (position: Position): LivePosition =>
      livePosition(position, quotes.rows.get(position.symbol))
    const close = (position: Position): void => {
      prefillTicket(selection, {
        symbol: position.symbol,
        side: isNegative(position.quantity) ? 'buy' : 'sell',
        type: 'market',
        quantity: abs(position.quantity),
        closing: true,
      })
      openPanel(layout, 'ticket')
    }
    return [
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
      ...FIELDS.map(
        (field): Column<Position> => ({
          id: field.id,
          head: heads[field.id],
          number: true,
          width: field.width,
          grow: 0.7,
          ...(field.yields === undefined ? {} : { yields: field.yields }),
          compare: (a, b) => byDecimal(field.read(live(a)), field.read(live(b))),
          cell: (row) => <PositionCell position={row} field={field} />,
        }),
      ),
      {
        id: 'actions',
        head: '',
        headLabel: heads.actions,
        width: 58,
        end: true,
        cell: (row) => (
          <span className="actions">
            <Button
              size="small"
              disabled={isZero(row.quantity)}
              aria-label={text.positions.closeLabel(row.symbol)}
              onClick={() => close(row)}
            >
              {text.positions.close}
            </Button>
          </span>
        ),
      },
    ]
  }, [quotes, selection, layout])

  if (freshness === 'loading') return <Skeleton />
  if (rows.length === 0 && !connected) return <NotConnected icon={Layers} />
  if (rows.length === 0) {
    return <Empty icon={Layers} title={text.positions.empty} hint={text.positions.emptyHint} />
  }
  return (
    <DataTable
      label={text.panels.positions}
      columns={columns}
      rows={rows}
      store={positions}
      keyOf={(row) => row.positionId}
      sort={{ id: 'symbol', desc: false }}
      selected={(row) => row.symbol === active}
      onOpen={(row) => selectSymbol(selection, row.symbol)}
      foot={[
        <span key="t" className="dim">
          {text.positions.total}
        </span>,
        '',
        '',
        '',
        <Total key="v" read={(live) => live.marketValue} />,
        <Total key="d" read={(live) => live.dayPnl} signed />,
        <Total key="u" read={(live) => live.unrealizedPnl} signed />,
        '',
        '',
      ]}
    />
  )
}

function Total({
  read,
  signed = false,
}: {
  readonly read: (live: LivePosition) => LivePosition['dayPnl']
  readonly signed?: boolean
}) {
  const { positions, quotes } = useMainWindow()
  useEvery(TOTALS_MS)
  const value = total(
    positions
      .all()
      .map((position) => read(livePosition(position, quotes.rows.get(position.symbol)))),
  )
  return signed ? (
    <Signed value={value}>{formatMoney(value, null, true)}</Signed>
  ) : (
    <span className="tnum">{formatMoney(value)}</span>
  )
}
