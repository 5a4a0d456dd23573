import { History, Rows3 } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { Order } from '../../../shared/domain/orders/order.js'
import { orderInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSetting } from '../../stores/context.js'
import { showOrder } from '../../stores/layout.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Select } from '../../ui/field.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { ExecutionsView } from '../../ui/records/executions-view.js'
import { fieldsOf, matchesSymbol } from '../../ui/records/record-columns.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import {
  shownStatus,
  shownStatusText,
  type ShownStatus,
} from '../../ui/orders/order-status-text.js'
import { RecordFilterFields, useRecordFilters } from '../../ui/records/record-filters.js'
import { noRecords } from '../../ui/records/record-loader.js'
import { RecordsView } from '../../ui/records/records-view.js'
import { Segments } from '../../ui/segments.js'
import { orderHistoryColumns } from './order-history-columns.js'
import { useLeggingPositions } from '../../ui/orders/use-legging-position.js'

const VIEWS = ['orders', 'fills'] as const
type View = (typeof VIEWS)[number]

const ALL = 'all'
/** The statuses that a broker's history can have. */
const STATUSES = [
  ALL,
  'filled',
  'partially-filled',
  'cancelled',
  'expired',
  'rejected',
  'working',
  'pending',
] as const satisfies readonly (ShownStatus | typeof ALL)[]
type StatusFilter = (typeof STATUSES)[number]

/** Orders and fills of any dates, as the broker keeps them. */
export function HistoryPanel() {
  const text = usePanelText().records
  const [view, setView] = useSetting<View>('history.view', VIEWS, 'orders')
  const choice = (
    <Segments
      label={text.viewLabel}
      value={view}
      onValue={setView}
      options={VIEWS.map((value) => ({ value, label: text.historyViews[value] }))}
    />
  )
  return view === 'orders' ? (
    <OrderHistory choice={choice} />
  ) : (
    <ExecutionsView panel="history" choice={choice} />
  )
}

/** Returns the orders that name a position, with those of one more page. */
function withLegged(before: readonly Order[], page: readonly Order[]): readonly Order[] {
  const known = new Set(before.map(({ clientOrderId }) => clientOrderId))
  const added = page.filter(
    ({ terms, clientOrderId }) => terms?.legging != null && !known.has(clientOrderId),
  )
  return added.length === 0 ? before : [...before, ...added]
}

function OrderHistory({ choice }: { readonly choice: ReactNode }) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const { invoke, layout } = mainWindow
  const accountName = useAccountNames()
  const filters = useRecordFilters('history')
  const [status, setStatus] = useSetting<StatusFilter>('history.status', STATUSES, ALL)
  const [open, setOpen] = useState<Order | null>(null)
  const [legged, setLegged] = useState<readonly Order[]>([])
  const positionOf = useLeggingPositions(legged)
  const columns = useMemo(
    () => orderHistoryColumns(text, accountName, positionOf),
    [text, accountName, positionOf],
  )
  const { accountId, times, symbol } = filters
  return (
    <>
      <RecordsView<Order, Order>
        table="order-history"
        label={text.records.historyViews.orders}
        icon={History}
        source={{
          key: JSON.stringify(['orders', accountId, times, status, symbol]),
          read: async (cursor) => {
            if (accountId === null) return noRecords()
            const reply = await invoke('orders.history', { accountId, ...times, cursor })
            if (reply.ok) setLegged((before) => withLegged(before, reply.value.orders))
            return reply.ok
              ? { ok: true, value: { rows: reply.value.orders, cursor: reply.value.cursor } }
              : reply
          },
          matches: (row) =>
            (status === ALL || shownStatus(row) === status) && matchesSymbol(row.symbol, symbol),
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: 'placed', desc: true }}
        keyOf={(row) => row.clientOrderId}
        onOpen={setOpen}
        menu={(row) => [
          [
            {
              id: 'order',
              label: text.table.showOrder,
              icon: Rows3,
              run: () => showOrder(layout, row.clientOrderId),
            },
          ],
          symbolMenu(mainWindow, orderInstrument(row), text),
        ]}
        filtered={status !== ALL || symbol !== ''}
        empty={{ title: text.records.empty.orders, hint: text.records.emptyHint.orders }}
        filters={
          <>
            {choice}
            <RecordFilterFields filters={filters} />
            <Select
              aria-label={text.records.statusFilter}
              value={status}
              onValue={setStatus}
              options={STATUSES.map((value) => ({
                value,
                label: value === ALL ? text.records.allStatuses : shownStatusText(value, text),
              }))}
            />
          </>
        }
      />
      {open !== null && (
        <RecordDetail
          title={text.records.detail.orders}
          sections={[{ title: null, fields: fieldsOf(columns, open) }]}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
