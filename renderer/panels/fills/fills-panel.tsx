import { CheckCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { asMoney, cmp, mul, notional, type Money } from '../../../shared/domain/decimal.js'
import type { Fill } from '../../../shared/domain/orders/order.js'
import type { OrderTerms } from '../../../shared/domain/orders/order-terms.js'
import { formatMoney, formatPrice, formatQuantity } from '../../format/decimal.js'
import { useAllRows, useConnected, useMainWindow, useFreshness } from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { accountColumn, hasSeveralAccounts } from '../../ui/accounts/account-column.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Column } from '../../ui/table/column.js'
import { orderInstrument } from '../../format/instrument-name.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { Stamp } from '../../ui/stamp.js'

const REFRESH_MS = 250

/** Returns the money that a fill moved; null for futures, which are not paid for. */
function valueOf(
  { price, quantity, assetClass }: Fill,
  terms: OrderTerms | undefined,
): Money | null {
  if (assetClass === 'futures') return null
  if (assetClass !== 'option') return notional(price, quantity)
  const multiplier = terms?.legs.find(({ option }) => option !== null)?.option?.multiplier ?? null
  return multiplier === null ? null : asMoney(mul(notional(price, quantity), multiplier))
}

const columnsOf = (
  { fills: { heads }, sides }: WindowText,
  accountHead: string | null,
  termsOf: (fill: Fill) => OrderTerms | undefined,
): readonly Column<Fill>[] => [
  {
    id: 'time',
    head: heads.time,
    width: 110,
    compare: (a, b) => a.time - b.time,
    cell: (row) => <Stamp time={row.time} />,
  },
  {
    id: 'symbol',
    head: heads.symbol,
    width: 80,
    grow: 2,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
    cell: (row) => <InstrumentCell instrument={orderInstrument(row)} />,
  },
  ...(accountHead === null ? [] : [accountColumn<Fill>(accountHead)]),
  {
    id: 'side',
    head: heads.side,
    width: 64,
    grow: 0.5,
    compare: (a, b) => a.side.localeCompare(b.side),
    cell: (row) => <span className={`side ${row.side}`}>{sides[row.side]}</span>,
  },
  {
    id: 'quantity',
    head: heads.quantity,
    number: true,
    width: 80,
    grow: 0.6,
    compare: (a, b) => cmp(a.quantity, b.quantity),
    cell: (row) => <span className="tnum">{formatQuantity(row.quantity)}</span>,
  },
  {
    id: 'price',
    head: heads.price,
    number: true,
    width: 90,
    grow: 0.6,
    compare: (a, b) => cmp(a.price, b.price),
    cell: (row) => <span className="tnum">{formatPrice(row.price)}</span>,
  },
  {
    id: 'value',
    head: heads.value,
    number: true,
    width: 110,
    grow: 0.8,
    cell: (row) => <span className="tnum">{formatMoney(valueOf(row, termsOf(row)))}</span>,
  },
]

/** Every execution received, newest first. */
export function FillsPanel() {
  const text = useText()
  const { fills, orders, selection } = useMainWindow()
  const rows = useAllRows(fills, REFRESH_MS)
  const accountHead = hasSeveralAccounts(rows) ? text.orders.heads.account : null
  // The order's own report names more of a contract than its first fill does.
  const columns = useMemo(
    () =>
      columnsOf(text, accountHead, (fill) => orders.get(fill.clientOrderId)?.terms ?? fill.terms),
    [text, accountHead, orders],
  )
  const freshness = useFreshness(fills)
  const connected = useConnected()
  if (freshness === 'loading') return <Skeleton />
  if (rows.length === 0 && !connected) return <NotConnected icon={CheckCheck} />
  if (rows.length === 0) {
    return <Empty icon={CheckCheck} title={text.fills.empty} hint={text.fills.emptyHint} />
  }
  return (
    <DataTable
      label={text.tables.fills}
      columns={columns}
      rows={rows}
      sort={{ id: 'time', desc: true }}
      keyOf={(row, index) => `${row.clientOrderId}-${row.time}-${index}`}
      onOpen={(row) => selectSymbol(selection, row.symbol)}
    />
  )
}
