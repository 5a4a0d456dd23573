import {
  ArrowLeftRight,
  Divide,
  Layers,
  ShieldCheck,
  Target,
  X,
  XSquare,
  type LucideIcon,
} from 'lucide-react'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { abs, isNegative, isZero } from '../../../shared/domain/decimal.js'
import { isReversible, type ClosePart } from '../../../shared/domain/orders/flatten.js'
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
import { openPanel, showClosing, type LayoutStore } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { RowStore } from '../../stores/row-store.js'
import { prefillTicket, type TicketPrefill } from '../../stores/selection.js'
import { positionInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import { LiveCell, type LiveField } from '../../ui/live-cell.js'
import { Signed } from '../../ui/signed.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import type { MenuGroup } from '../../ui/menus/context-menu.js'
import { isShown, selectInstrument, symbolMenu } from '../../ui/menus/symbol-menu.js'
import { DataTable } from '../../ui/table/data-table.js'
import { protectiveOrder, type Protection } from './protect.js'
import { positionColumns } from './position-columns.js'
import { totalOf } from './totals.js'

const PROTECTIONS: readonly (readonly [Protection, LucideIcon])[] = [
  ['stop', ShieldCheck],
  ['target', Target],
]
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
  const close = useCallback(
    (position: Position): void => {
      // Other products are closed at a price of the market in a dialog of their own.
      if (position.assetClass !== 'stock') {
        return showClosing(layout, { kind: 'position', position, part: 'all' })
      }
      prefillTicket(selection, closingOrder(position))
      openPanel(layout, 'ticket')
    },
    [selection, layout],
  )
  const columns = useMemo(
    () =>
      positionColumns(
        close,
        (position) => positions.get(position.positionId) ?? position,
        text,
        onlyStocks,
      ),
    [positions, close, text, onlyStocks],
  )

  if (freshness === 'loading') return <Skeleton />
  if (rows.length === 0 && !connected) return <NotConnected icon={Layers} />
  if (rows.length === 0) {
    return <Empty icon={Layers} title={text.positions.empty} hint={text.positions.emptyHint} />
  }
  return (
    <DataTable
      table="positions"
      label={text.tables.positions}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.positionId}
      sort={{ id: 'symbol', desc: false }}
      selected={(row) => isShown(positionInstrument(row), active)}
      onOpen={(row) => selectInstrument(mainWindow, positionInstrument(row))}
      menu={(row) => [
        positionMenu(row, close, layout, text.positions),
        protectMenu(row, mainWindow, text.positions),
        symbolMenu(mainWindow, positionInstrument(row), text),
      ]}
      foot={footOf(text.positions)}
    />
  )
}

/** Returns what a menu offers for a position; each opens a review. */
function positionMenu(
  position: Position,
  close: (position: Position) => void,
  layout: LayoutStore,
  text: WindowText['positions'],
): MenuGroup {
  const disabled = isZero(position.quantity)
  const closing = (part: ClosePart) => () =>
    showClosing(layout, { kind: 'position', position, part })
  return [
    { id: 'close', label: text.closeMenu, icon: X, disabled, run: () => close(position) },
    { id: 'half', label: text.halfMenu, icon: Divide, disabled, run: closing('half') },
    ...(isReversible(position.assetClass)
      ? [
          {
            id: 'reverse',
            label: text.reverseMenu,
            icon: ArrowLeftRight,
            disabled,
            run: closing('reverse'),
          },
        ]
      : []),
    {
      id: 'close-all',
      label: text.closeAllMenu,
      icon: XSquare,
      run: () => showClosing(layout, { kind: 'all' }),
    },
  ]
}

/** Returns the orders that end a position at a price, which the person enters in the ticket. */
const protectMenu = (
  position: Position,
  { selection, layout }: Pick<MainWindow, 'selection' | 'layout'>,
  text: WindowText['positions'],
): MenuGroup =>
  PROTECTIONS.flatMap(([protection, icon]) => {
    const order = protectiveOrder(position, protection)
    if (order === null) return []
    const run = (): void => {
      prefillTicket(selection, order)
      openPanel(layout, 'ticket')
    }
    return [{ id: protection, label: text.protectMenu[protection], icon, run }]
  })

/** Returns the market order that closes a stock position. */
const closingOrder = (position: Position): Omit<TicketPrefill, 'nonce'> => ({
  symbol: position.symbol,
  side: isNegative(position.quantity) ? 'buy' : 'sell',
  type: 'market',
  quantity: abs(position.quantity),
  closing: true,
})

const VALUE_FIELD: LiveField<RowStore<string, Position>> = {
  read: (positions) => totalOf(positions.all().map((position) => position.marketValue)),
  write: (value) => formatMoney(value),
}

/** The value of all positions; it changes with theirs. */
function TotalValue() {
  const { positions } = useMainWindow()
  const source = useMemo(
    () => ({ get: () => positions, subscribe: (changed: () => void) => positions.onAny(changed) }),
    [positions],
  )
  return <LiveCell source={source} field={VALUE_FIELD} tone="pnl" className="tnum" />
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

/** The line of totals, by column id. */
const footOf = ({ total }: WindowText['positions']): Readonly<Record<string, ReactNode>> => ({
  symbol: <span className="dim">{total}</span>,
  marketValue: <TotalValue />,
  dayPnl: <TotalPnl figure="dayPnl" />,
  unrealizedPnl: <TotalPnl figure="unrealizedPnl" />,
})
