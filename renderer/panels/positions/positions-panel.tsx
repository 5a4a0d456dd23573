import { Layers } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { abs, isNegative } from '../../../shared/domain/decimal.js'
import { formatMoney } from '../../format/decimal.js'
import {
  useActiveSymbol,
  useAllRows,
  useConnected,
  useMainWindow,
  useFreshness,
  useWatch,
} from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { prefillTicket, selectSymbol, type TicketPrefill } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { useEvery } from '../../ui/every.js'
import { Signed } from '../../ui/signed.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import { livePosition, total, type LivePosition } from './live-position.js'
import { positionColumns } from './position-columns.js'

const TOTALS_MS = 500

/** The account's positions, with profit and loss at the current price. */
export function PositionsPanel() {
  const text = useText()
  const mainWindow = useMainWindow()
  const { positions, quotes, selection, layout } = mainWindow
  const rows = useAllRows(positions, TOTALS_MS)
  const freshness = useFreshness(positions)
  const active = useActiveSymbol()
  const connected = useConnected()
  useWatch(useMemo(() => rows.map((row) => row.symbol), [rows]))

  const columns = useMemo(
    () =>
      positionColumns(
        (position) => livePosition(position, quotes.rows.get(position.symbol)),
        (position) => {
          prefillTicket(selection, closingOrder(position))
          openPanel(layout, 'ticket')
        },
        text.positions,
      ),
    [quotes, selection, layout, text],
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
      store={positions}
      keyOf={(row) => row.positionId}
      sort={{ id: 'symbol', desc: false }}
      selected={(row) => row.symbol === active}
      onOpen={(row) => selectSymbol(selection, row.symbol)}
      foot={footOf(text.positions.total)}
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
    <Signed value={value} tone="pnl">
      {formatMoney(value, null, true)}
    </Signed>
  ) : (
    <span className="tnum">{formatMoney(value)}</span>
  )
}

/** The line of totals, one node per column. */
const footOf = (label: string): readonly ReactNode[] => [
  <span key="t" className="dim">
    {label}
  </span>,
  '',
  '',
  '',
  <Total key="v" read={(live) => live.marketValue} />,
  <Total key="d" read={(live) => live.dayPnl} signed />,
  <Total key="u" read={(live) => live.unrealizedPnl} signed />,
  '',
  '',
]
