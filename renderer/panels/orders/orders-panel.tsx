import { Rows3 } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import {
  useActiveSymbol,
  useAllRows,
  useConnected,
  useMainWindow,
  useFreshness,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { text } from '../../text/en.js'
import { TextInput } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import { CancelAll } from './cancel-all.js'
import { HistoryFoot } from './history-foot.js'
import { ORDER_COLUMNS } from './order-columns.js'
import {
  isChangeable,
  matches,
  mergeOrders,
  ORDER_FILTERS,
  type OrderFilter,
} from './order-filter.js'
import { OrdersPanelProvider } from './orders-state.js'
import { OrderConfirmationDialog } from './order-confirmation-dialog.js'
import { useHistory } from './use-history.js'
import { useOrdersActions, type PendingConfirmation } from './use-orders-actions.js'

const RESORT_MS = 250

/** Every order with its state; replace and cancel in the row, older ones by page. */
export function OrdersPanel() {
  const { orders, selection, layout } = useMainWindow()
  const live = useAllRows(orders, RESORT_MS)
  const freshness = useFreshness(orders)
  const connected = useConnected()
  const accountId = useSelectedAccount()
  const active = useActiveSymbol()
  const history = useHistory(accountId)
  const [filter, setFilter] = useState<OrderFilter>('all')
  const [search, setSearch] = useState('')
  const [confirmation, setConfirmation] = useState<PendingConfirmation | null>(null)
  const actions = useOrdersActions(setConfirmation)
  const sought = useSlice(layout, (state) => state.order)
  useEffect(() => {
    if (sought === null) return
    setFilter('all')
    setSearch(sought)
    layout.setState({ order: null })
  }, [sought, layout])
  const wanted = useDeferredValue(search)
  const rows = useMemo(
    () => mergeOrders(live, history.orders).filter((order) => matches(order, filter, wanted)),
    [live, history.orders, filter, wanted],
  )
  const cancellable = useMemo(() => live.filter(isChangeable), [live])
  const empty =
    wanted !== ''
      ? text.orders.emptyFiltered
      : filter === 'working'
        ? text.orders.emptyWorking
        : text.orders.empty
  const foot = filter === 'working' ? null : <HistoryFoot history={history} />

  return (
    <OrdersPanelProvider value={actions}>
      <div className="panel">
        <div className="panel-bar">
          <Segments
            label={text.orders.filterLabel}
            value={filter}
            onValue={setFilter}
            options={ORDER_FILTERS.map((value) => ({ value, label: text.orders.filters[value] }))}
          />
          <TextInput
            aria-label={text.orders.search}
            placeholder={text.orders.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <span className="spring" />
          <ChannelAge channel="events" gap={freshness === 'stale'} />
          <CancelAll orders={cancellable} />
        </div>
        <div className="panel-body">
          {freshness === 'loading' && <Skeleton />}
          {freshness !== 'loading' && rows.length === 0 && !connected && (
            <NotConnected icon={Rows3} />
          )}
          {freshness !== 'loading' && rows.length === 0 && connected && (
            <Empty icon={Rows3} title={empty} hint={wanted === '' ? text.orders.emptyHint : null}>
              {foot}
            </Empty>
          )}
          {rows.length > 0 && (
            <DataTable
              label={text.panels.orders}
              columns={ORDER_COLUMNS}
              rows={rows}
              store={orders}
              keyOf={(row) => row.clientOrderId}
              sort={{ id: 'placed', desc: true }}
              selected={(row) => row.symbol === active}
              onOpen={(row) => selectSymbol(selection, row.symbol)}
              onDelete={(row) => {
                if (isChangeable(row)) actions.cancel(row)
              }}
              after={foot}
            />
          )}
        </div>
        {confirmation !== null && (
          <OrderConfirmationDialog
            confirmation={confirmation}
            onClose={() => setConfirmation(null)}
          />
        )}
      </div>
    </OrdersPanelProvider>
  )
}
