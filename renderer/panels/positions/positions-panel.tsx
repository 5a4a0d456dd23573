import { Layers } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { abs, isNegative } from '../../../shared/domain/decimal.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { formatMoney } from '../../format/decimal.js'
import {
  useActiveSymbol,
  useAllRows,
  useConnected,
  useMainWindow,
  useFreshness,
  useSlice,
} from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { prefillTicket, selectSymbol, type TicketPrefill } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { Signed } from '../../ui/signed.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import { positionColumns } from './position-columns.js'
import { totalOf } from './totals.js'

/** How often rows are sorted and totals are summed again. */
const ROWS_MS = 500

/** The account's positions, with profit and loss at the current price. */
export function PositionsPanel() {
  const text = useText()
  const mainWindow = useMainWindow()
  const { positions, selection, layout } = mainWindow
  const rows = useAllRows(positions, ROWS_MS)
  const freshness = useFreshness(positions)
  const active = useActiveSymbol()
  const connected = useConnected()

  const onlyStocks = rows.every(({ assetClass }) => assetClass === 'stock')
  const columns = useMemo(
    () =>
      positionColumns(
        (position) => {
          prefillTicket(selection, closingOrder(position))
          openPanel(layout, 'ticket')
        },
        text,
        onlyStocks,
      ),
    [selection, layout, text, onlyStocks],
  )

  if (freshness === 'loading') return <Skeleton />
  if (rows.length === 0 && !connected) return <NotConnected icon={Layers} />
  if (rows.length === 0) {
    return <Empty icon={Layers} title={text.positions.empty} hint={text.positions.emptyHint} />
  }
  return (
    <DataTable
      label={text.tables.positions}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.positionId}
      sort={{ id: 'symbol', desc: false }}
      selected={(row) => row.symbol === active}
      onOpen={(row) => selectSymbol(selection, row.symbol)}
      foot={footOf(text.positions)}
    />
  )
}

/** Returns the market order that closes a position. */
const closingOrder = (position: Position): Omit<TicketPrefill, 'nonce'> => ({
  symbol: position.symbol,
  side: isNegative(position.quantity) ? 'buy' : 'sell',
  type: 'market',
  quantity: abs(position.quantity),
  closing: true,
})

/** The value of all positions. */
function TotalValue() {
  const { positions } = useMainWindow()
  const rows = useAllRows(positions, ROWS_MS)
  return (
    <span className="tnum">
      {formatMoney(totalOf(rows.map((position) => position.marketValue)))}
    </span>
  )
}

/**
 * A profit of the whole account, as the status bar and the Account panel show it: the day's
 * includes positions that were closed today.
 */
function TotalPnl({ figure }: { readonly figure: 'dayPnl' | 'unrealizedPnl' }) {
  const text = useText()
  const value = useSlice(useMainWindow().balance, (state) => state.value?.[figure] ?? null)
  return (
    <span title={figure === 'dayPnl' ? text.positions.totalHint : undefined}>
      <Signed value={value} tone="pnl">
        {formatMoney(value, null, true)}
      </Signed>
    </span>
  )
}

/** The line of totals, one node per column. */
const footOf = ({ total }: WindowText['positions']): readonly ReactNode[] => [
  <span key="t" className="dim">
    {total}
  </span>,
  '',
  '',
  '',
  <TotalValue key="v" />,
  <TotalPnl key="d" figure="dayPnl" />,
  <TotalPnl key="u" figure="unrealizedPnl" />,
  '',
  '',
]
