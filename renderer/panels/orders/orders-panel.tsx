import { Rows3 } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import {
  useActiveSymbol,
  useCurrentRows,
  useConnected,
  useMainWindow,
  useFreshness,
  useSelectedAccount,
  useSetting,
  useSlice,
} from '../../stores/context.js'
import type { RowStore } from '../../stores/row-store.js'
import { shortAccountName } from '../../format/account-name.js'
import { orderInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import { Select, TextInput } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'
import { hasSeveralAccounts } from '../../ui/accounts/account-column.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { Empty, NotKnown, Skeleton } from '../../ui/states.js'
import { useAccountNames, useAccounts } from '../../ui/accounts/use-account-names.js'
import { isShown, selectInstrument, symbolMenu } from '../../ui/menus/symbol-menu.js'
import { DataTable } from '../../ui/table/data-table.js'
import { CancelAll, type CancelQuestion } from './cancel-all.js'
import { cancelable, cancelItem, cancelRows, orderMenu } from './order-menu.js'
import { linkOf } from '../../../shared/domain/orders/combo-rules.js'
import { orderColumns } from './order-columns.js'
import { isOrderRow, orderTreeRows, parentOfOrder, type OrderRow } from './order-tree.js'
import { treeColumns } from './tree-columns.js'
import { hasReason, matches, mergeOrders, ORDER_FILTERS, type OrderFilter } from './order-filter.js'
import { OrdersPanelProvider } from './orders-state.js'
import { OrderConfirmationDialog } from '../../ui/orders/order-confirmation-dialog.js'
import { useHistory, type History } from './use-history.js'
import { useOrdersActions } from './use-orders-actions.js'
import { isChangeable } from '../../ui/orders/changeable.js'
import type { PendingConfirmation } from '../../ui/orders/order-changes.js'
import { useLeggingPositions } from '../../ui/orders/use-legging-position.js'
import { explainByTab } from '../../ui/hints/hint.js'
import { errorLine } from '../../language/error-message.js'
import { Button } from '../../ui/button.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'

/** Every order with its state; replace and cancel in the row, older ones by page. */
export function OrdersPanel() {
  const { orders } = useMainWindow()
  const live = useCurrentRows(orders)
  const history = useHistory(useSelectedAccount())
  const search = useOrderSearch()
  const { filter, account, wanted } = search
  const [confirmation, setConfirmation] = useState<PendingConfirmation | null>(null)
  const actions = useOrdersActions(setConfirmation)
  const all = useMemo(() => mergeOrders(live, history.orders), [live, history.orders])
  const rows = useMemo(
    () => all.filter((order) => matches(order, { filter, account, search: wanted })),
    [all, filter, account, wanted],
  )
  const [question, setQuestion] = useState<CancelQuestion | null>(null)
  const foot = filter === 'working' ? null : <HistoryFoot history={history} />
  return (
    <OrdersPanelProvider value={actions}>
      <div className="panel">
        <OrdersBar search={search} live={live} question={question} onQuestion={setQuestion} />
        <div className="panel-body">
          {rows.length === 0 ? (
            <NoOrders search={search} foot={foot} />
          ) : (
            <OrdersTable
              rows={rows}
              all={all}
              actions={actions}
              onCancel={(orders) => setQuestion({ orders, isListed: true })}
              foot={foot}
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

interface OrderSearch {
  readonly filter: OrderFilter
  readonly setFilter: (filter: OrderFilter) => void
  /** The account whose orders are shown; null for all. */
  readonly account: AccountId | null
  readonly setAccount: (account: AccountId | null) => void
  readonly search: string
  readonly setSearch: (search: string) => void
  /** The search as the rows follow it. */
  readonly wanted: string
}

/** Returns the filter and the search; another panel can search for one order. */
function useOrderSearch(): OrderSearch {
  const { layout } = useMainWindow()
  const [filter, setFilter] = useSetting('orders.filter', ORDER_FILTERS, 'all')
  const [account, setAccount] = useAccountSetting()
  const [search, setSearch] = useState('')
  const sought = useSlice(layout, (state) => state.order)
  useEffect(() => {
    if (sought === null) return
    setFilter('all')
    setAccount(null)
    setSearch(sought)
    layout.setState({ order: null })
  }, [sought, layout, setFilter, setAccount])
  const wanted = useDeferredValue(search)
  return { filter, setFilter, account, setAccount, search, setSearch, wanted }
}

/** Returns the saved account filter; null while the session has no such account. */
function useAccountSetting(): readonly [AccountId | null, (account: AccountId | null) => void] {
  const accounts = useAccounts()
  const ids = accounts.map(({ accountId }) => accountId)
  const [saved, setSaved] = useSetting<string>('orders.account', ids, ALL_ACCOUNTS)
  const account = ids.find((id) => id === saved) ?? null
  const setAccount = useCallback(
    (next: AccountId | null) => setSaved(next ?? ALL_ACCOUNTS),
    [setSaved],
  )
  return [account, setAccount]
}

function OrdersBar({
  search: { filter, setFilter, account, setAccount, search, setSearch },
  live,
  question,
  onQuestion,
}: {
  readonly search: OrderSearch
  readonly live: readonly Order[]
  readonly question: CancelQuestion | null
  readonly onQuestion: (question: CancelQuestion | null) => void
}) {
  const text = useText()
  const freshness = useFreshness(useMainWindow().orders)
  const cancellable = useMemo(
    () =>
      live.filter(
        (order) => isChangeable(order) && (account === null || order.accountId === account),
      ),
    [live, account],
  )
  return (
    <div className="panel-bar">
      <Segments
        label={text.orders.filterLabel}
        value={filter}
        onValue={setFilter}
        options={ORDER_FILTERS.map((value) => ({ value, label: text.orders.filters[value] }))}
      />
      <AccountFilter rows={live} account={account} setAccount={setAccount} />
      <TextInput
        aria-label={text.orders.search}
        placeholder={text.orders.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <span className="spring" />
      <ListProgress working={cancellable.length} />
      <ChannelAge channel="events" gap={freshness === 'stale'} />
      <CancelAll orders={cancellable} question={question} onQuestion={onQuestion} />
    </div>
  )
}

const ALL_ACCOUNTS = ''

/** Chooses whose orders are shown, and what "Cancel all" means; only with several accounts. */
function AccountFilter({
  rows,
  account,
  setAccount,
}: Pick<OrderSearch, 'account' | 'setAccount'> & { readonly rows: readonly Order[] }) {
  const text = useText()
  const accounts = useAccounts()
  if (account === null && !hasSeveralAccounts(rows)) return null
  return (
    <Select<AccountId | typeof ALL_ACCOUNTS>
      aria-label={text.orders.accountFilter}
      value={account ?? ALL_ACCOUNTS}
      onValue={(chosen) => setAccount(chosen === ALL_ACCOUNTS ? null : chosen)}
      options={[
        { value: ALL_ACCOUNTS, label: text.orders.allAccounts },
        ...accounts.map((option) => ({
          value: option.accountId,
          label: shortAccountName(option),
        })),
      ]}
    />
  )
}

/** While the broker's lists are being read: how many orders work at least. */
function ListProgress({ working }: { readonly working: number }) {
  const text = useText()
  const connected = useConnected()
  const isListed = useSlice(useMainWindow().session, ({ value }) => value?.ordersListed ?? true)
  if (isListed || !connected) return null
  return (
    <span className="dim tnum" role="status" {...explainByTab(text.orders.atLeastMeaning)}>
      {text.orders.atLeast(working)}
    </span>
  )
}

/** Shown in place of the table while there is no row. */
function NoOrders({
  search: { filter, account, wanted },
  foot,
}: {
  readonly search: OrderSearch
  readonly foot: ReactNode
}) {
  const text = useText()
  const freshness = useFreshness(useMainWindow().orders)
  const connected = useConnected()
  const isListed = useSlice(useMainWindow().session, ({ value }) => value?.ordersListed === true)
  if (freshness === 'loading') return <Skeleton />
  // Until the broker's lists were read to their end, no order here does not mean none there.
  if (!connected || !isListed) {
    return <NotKnown icon={Rows3} title={text.orders.unknown} problem={null} />
  }
  const title =
    wanted !== '' || account !== null
      ? text.orders.emptyFiltered
      : filter === 'working'
        ? text.orders.emptyWorking
        : text.orders.empty
  return (
    <Empty icon={Rows3} title={title} hint={wanted === '' ? text.orders.emptyHint : null}>
      {foot}
    </Empty>
  )
}

const keyOfRow = (row: OrderRow): OrderRow['clientOrderId'] => row.clientOrderId
const rowClass = ({ comboRow, legOf }: OrderRow): string | undefined =>
  comboRow !== undefined ? 'order-combo' : legOf !== undefined ? 'order-leg' : undefined

function OrdersTable({
  rows,
  all,
  actions,
  onCancel,
  foot,
}: {
  readonly rows: readonly Order[]
  /** Also those that the filter hides. */
  readonly all: readonly Order[]
  readonly actions: ReturnType<typeof useOrdersActions>
  /** Asks before it cancels several orders. */
  readonly onCancel: (orders: readonly Order[]) => void
  readonly foot: ReactNode
}) {
  const text = useText()
  const onlyStocks = rows.every(({ assetClass }) => assetClass === 'stock')
  const withAccount = hasSeveralAccounts(rows)
  const withReasons = rows.some(hasReason)
  const accountName = useAccountNames()
  const withLinks = rows.some((row) => linkOf(row) !== null)
  const openMains = openMainOrders(rows).join('\n')
  const waits = useMemo(() => {
    const links = new Set(openMains.split('\n'))
    return (order: Order): boolean => waitsForMain(order, links)
  }, [openMains])
  const positionOf = useLeggingPositions(rows)
  const tree = useMemo(() => orderTreeRows(rows, all), [rows, all])
  const isTree = tree.length > rows.length
  const columns = useMemo(
    () =>
      treeColumns(
        orderColumns(text, accountName, {
          onlyStocks,
          isTree,
          withAccount,
          withReasons,
          withLinks,
          waits,
          positionOf,
        }),
        text,
      ),
    [text, accountName, onlyStocks, isTree, withAccount, withReasons, withLinks, waits, positionOf],
  )
  const mainWindow = useMainWindow()
  const { orders } = mainWindow
  const active = useActiveSymbol()
  const freshness = useFreshness(orders)
  const cancel = (chosen: readonly OrderRow[]): void => cancelRows(chosen, actions, onCancel)
  return (
    <>
      {freshness === 'loading' && <Skeleton />}
      <DataTable
        table="orders"
        label={text.tables.orders}
        columns={columns}
        rows={tree}
        store={orders as RowStore<ClientOrderId, OrderRow>}
        keyOf={keyOfRow}
        parentOf={parentOfOrder}
        rowClass={rowClass}
        isExported={isOrderRow}
        sort={{ id: 'placed', desc: true }}
        current={(row) => isShown(orderInstrument(row), active)}
        onOpen={(row) => selectInstrument(mainWindow, orderInstrument(row))}
        onDelete={cancel}
        menuOfSeveral={(chosen) => [[cancelItem(cancelable(chosen), cancel, text)]]}
        menu={(row) => [
          ...(isOrderRow(row) ? [orderMenu(row, actions, text)] : []),
          symbolMenu(mainWindow, orderInstrument(row), text),
        ]}
        after={foot}
      />
    </>
  )
}

/** Below the last row: loads older orders, or shows why that failed. */
function HistoryFoot({ history }: { readonly history: History }) {
  const text = useText()
  return (
    <div className="after">
      {history.error !== null && (
        <p className="down" role="alert">
          {errorLine(history.error)}
        </p>
      )}
      {history.state === 'whole' && <p>{text.orders.noMore}</p>}
      {history.state !== 'whole' && (
        <Button
          variant="quiet"
          size="small"
          disabled={history.state === 'loading'}
          onClick={history.more}
        >
          {history.state === 'loading'
            ? text.orders.loadingMore
            : history.error === null
              ? text.orders.loadMore
              : text.states.retry}
        </Button>
      )}
    </div>
  )
}

/**
 * Returns the keys of the linked orders whose main order can still fill, sorted: until it has, the
 * others wait.
 */
const openMainOrders = (orders: readonly Order[]): readonly string[] =>
  orders
    .filter(({ status, terms }) => terms?.combo?.role === 'master' && !isFinal(status))
    .flatMap((order) => linkOf(order) ?? [])
    .toSorted()

/** True when an order begins to work only after its main order. */
function waitsForMain(order: Order, openMains: ReadonlySet<string>): boolean {
  const link = linkOf(order)
  if (link === null || order.terms?.combo?.role === 'master') return false
  return !isFinal(order.status) && openMains.has(link)
}
