import {
  ArrowLeftRight,
  CalendarPlus,
  Divide,
  Layers,
  LogIn,
  LogOut,
  ShieldCheck,
  ShieldPlus,
  Target,
  X,
  XSquare,
  type LucideIcon,
} from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import type { AccountOverview, Position } from '../../../shared/domain/account/account.js'
import { abs, isNegative, isZero } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { isReversible, type ClosePart } from '../../../shared/domain/orders/flatten.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { positionKey } from '../../stores/account-overviews.js'
import {
  useActiveSymbol,
  useConnected,
  useFreshness,
  useMainWindow,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import { openPanel, showClosing, type LayoutStore } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { RowStore } from '../../stores/row-store.js'
import type { TableId } from '../../stores/table-views.js'
import { toast } from '../../stores/toasts.js'
import { prefillTicket, type TicketPrefill } from '../../stores/selection.js'
import { instrumentName, positionInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import { ScopedPanel, useAccountScope } from '../../ui/accounts/account-scope.js'
import { useAccountNames, useAccounts } from '../../ui/accounts/use-account-names.js'
import { Empty, NotKnown } from '../../ui/states.js'
import type { MenuGroup, MenuItem } from '../../ui/menus/menu-groups.js'
import { isShown, selectInstrument, symbolMenu } from '../../ui/menus/symbol-menu.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Foot } from '../../ui/table/foot-row.js'
import { prepareGroupClose, type PositionGroup } from './position-groups.js'
import { isRollable, prepareRoll } from './roll.js'
import { legsOut, mayLegIn, prepareLegIn, prepareLegOut } from './legging.js'
import { protectiveOrder, type Protection } from './protect.js'
import { positionColumns, type PositionColumnsOptions } from './position-columns.js'
import { menuOfRows } from './close-several.js'
import { closedToday, isClosedRow, withClosed, type ClosedToday } from './closed-today.js'
import { ClosedToggle, useClosedShown } from './closed-toggle.js'
import { followsPrices, useHeldRows } from './use-held-rows.js'
import { usePositionTree, type PositionTree } from './use-position-tree.js'
import { accountTotals, currencyTotals } from './position-totals.js'

const PROTECTIONS: readonly (readonly [Protection, LucideIcon])[] = [
  ['stop', ShieldCheck],
  ['target', Target],
  ['both', ShieldPlus],
]
/** ASSUMPTION: accounts of US customers trade in dollars (TRADING-3). */
const CURRENCY = 'USD'
const NO_DAYS: readonly RealizedDay[] = []
const NO_ROWS: readonly Position[] = []
const NO_NAMES: readonly string[] = []

/** The positions of the selected account or of all, with profit and loss at the current price. */
export function PositionsPanel() {
  const text = useText()
  const [scope, setScope] = useAccountScope('positions')
  const hasClosed = useSlice(
    useMainWindow().realized,
    ({ value }) => value?.some(({ rows }) => rows.some(({ isClosed }) => isClosed)) === true,
  )
  return (
    <ScopedPanel
      scope={scope}
      onScope={setScope}
      text={text.positions.scopes}
      controls={hasClosed ? <ClosedToggle /> : undefined}
    >
      {scope === 'all' ? <AllPositions /> : <AccountPositions />}
    </ScopedPanel>
  )
}

function AccountPositions() {
  const text = useText()
  const { positions } = useMainWindow()
  const account = useSelectedAccount()
  const accounts = useMemo(() => (account === null ? [] : [account]), [account])
  const source = useMemo(
    () => ({ store: positions, keyOf: ({ positionId }: Position) => positionId }),
    [positions],
  )
  return (
    <PositionsTable
      source={source}
      accounts={accounts}
      unread={NO_NAMES}
      accountName={null}
      feetOf={(_rows, closed) => accountTotals(text.positions, CURRENCY, closed.totalIn(CURRENCY))}
    />
  )
}

function AllPositions() {
  const text = useText()
  const { overviews } = useMainWindow()
  const accountName = useAccountNames()
  const all = useAccounts()
  const accounts = useMemo(() => all.map(({ accountId }) => accountId), [all])
  useEffect(() => overviews.watch(), [overviews])
  const unread = useUnreadNames(accounts, overviews.accounts)
  const source = useMemo(() => ({ store: overviews.positions, keyOf: positionKey }), [overviews])
  return (
    <PositionsTable
      source={source}
      accounts={accounts}
      unread={unread}
      accountName={accountName}
      feetOf={(rows, closed) =>
        currencyTotals(
          text.positions,
          [...new Set(rows.map(({ currency }) => currency))].sort(),
          (currency) => closed.totalIn(currency),
        )
      }
    />
  )
}

/** Returns the names of the accounts whose positions were not read yet. */
function useUnreadNames(
  accounts: readonly AccountId[],
  overviews: RowStore<AccountId, AccountOverview>,
): readonly string[] {
  const accountName = useAccountNames()
  // Overviews change with every price; whether they were read does not.
  const unread = useSyncExternalStore(
    useCallback((wake) => overviews.onAny(wake), [overviews]),
    () => accounts.filter((id) => overviews.get(id)?.positions == null).join(),
  )
  return useMemo(
    () => (unread === '' ? NO_NAMES : (unread.split(',') as AccountId[]).map(accountName)),
    [unread, accountName],
  )
}

interface PositionsTableProps extends Pick<PositionColumnsOptions, 'accountName'> {
  readonly source: {
    readonly store: RowStore<string, Position>
    readonly keyOf: (position: Position) => string
  }
  /** The accounts whose positions these are. */
  readonly accounts: readonly AccountId[]
  /** The names of the accounts whose positions were not read yet. */
  readonly unread: readonly string[]
  /** Returns the lines of totals under these rows. */
  readonly feetOf: (rows: readonly Position[], closed: ClosedToday) => readonly Foot[]
}

/** Returns the held positions, with those that were closed today where they are shown. */
function useShownPositions(
  { source, accounts }: Pick<PositionsTableProps, 'source' | 'accounts'>,
  table: TableId,
) {
  const mainWindow = useMainWindow()
  const isByFigure = useSlice(mainWindow.view, ({ tables }) =>
    followsPrices(tables[table]?.sort?.id),
  )
  const openRows = useHeldRows(source.store, isByFigure)
  const [isClosedShown] = useClosedShown()
  const days = useSlice(mainWindow.realized, ({ value }) => value ?? NO_DAYS)
  const heldNames = openRows.map((row) => source.keyOf(row)).join()
  const latest = useRef(openRows)
  latest.current = openRows
  const closed = useMemo(() => {
    void heldNames
    return closedToday(days, accounts, latest.current)
  }, [days, accounts, heldNames])
  const shown = isClosedShown ? closed.rows : NO_ROWS
  const store = useMemo(() => withClosed(source.store, shown), [source.store, shown])
  const rows = useMemo(
    () => (shown.length === 0 ? openRows : [...openRows, ...shown]),
    [openRows, shown],
  )
  return { held: openRows, closed, store, rows }
}

function PositionsTable(props: PositionsTableProps) {
  const { source, unread, accountName, feetOf } = props
  const text = useText()
  const mainWindow = useMainWindow()
  const { selection, layout } = mainWindow
  const table = accountName === null ? 'positions' : 'all-positions'
  const { held, closed, store, rows } = useShownPositions(props, table)
  const tree = usePositionTree(rows, store, source.keyOf)
  const { source: figures, groupOf } = tree
  const freshness = useFreshness(source.store)
  const active = useActiveSymbol()
  const connected = useConnected()
  const problem = useSlice(mainWindow.session, ({ value }) =>
    accountName === null ? (value?.unread.positions ?? null) : null,
  )
  const account = useSelectedAccount()
  // Rows are rendered for what is held: the figures of now are in the store.
  const currentRow = useCallback(
    (row: Position): Position => figures.store.get(figures.keyOf(row)) ?? row,
    [figures],
  )

  const onlyStocks = rows.every(({ assetClass }) => assetClass === 'stock')
  const close = useCallback(
    (row: Position): void => {
      const position = currentRow(row)
      const group = groupOf(position)
      if (group !== undefined) return prepareGroupClose(mainWindow, group)
      // The ticket trades with the selected account; the review closes in the position's own.
      if (position.assetClass !== 'stock' || position.accountId !== account) {
        return showClosing(layout, { kind: 'position', position, part: 'all' })
      }
      prefillTicket(selection, closingOrder(position))
      openPanel(layout, 'ticket')
    },
    [mainWindow, selection, layout, account, groupOf, currentRow],
  )
  const columns = useMemo(
    () =>
      positionColumns({ onClose: close, source: figures, text, closed, onlyStocks, accountName }),
    [close, figures, text, closed, onlyStocks, accountName],
  )

  const isKnown = freshness !== 'loading' && unread.length === 0
  if ((rows.length === 0 && !connected) || (held.length === 0 && !isKnown)) {
    return <NotKnown icon={Layers} title={text.positions.unknown} problem={problem} />
  }
  if (rows.length === 0) {
    return <Empty icon={Layers} title={text.positions.empty} hint={text.positions.emptyHint} />
  }
  return (
    <DataTable
      table={table}
      label={text.tables.positions}
      columns={columns}
      rows={tree.rows}
      keyOf={tree.keyOf}
      parentOf={tree.parentOf}
      sort={{ id: 'symbol', desc: false }}
      rowClass={(row) => (isClosedRow(row) ? 'closed-row' : undefined)}
      current={(row) => isShown(positionInstrument(row), active)}
      onOpen={(row) => selectInstrument(mainWindow, positionInstrument(row))}
      menuOfSeveral={(several) =>
        menuOfRows(groupOf, layout, text.positions)(several.map(currentRow))
      }
      menu={(row) => rowMenu(currentRow(row), { tree, close, account, mainWindow, text })}
      feet={feetOf(rows, closed)}
      after={
        unread.length > 0 && (
          <p className="after" role="status">
            {text.positions.notRead(unread.join(', '))}
          </p>
        )
      }
    />
  )
}

interface RowMenuContext {
  readonly tree: PositionTree
  readonly close: (position: Position) => void
  readonly account: AccountId | null
  readonly mainWindow: MainWindow
  readonly text: WindowText
}

/** Returns the menu of a row: of a strategy, of what was closed today, or of a position. */
function rowMenu(
  row: Position,
  { tree, close, account, mainWindow, text }: RowMenuContext,
): readonly MenuGroup[] {
  const group = tree.groupOf(row)
  if (group !== undefined) return [groupMenu(group, mainWindow, text.positions)]
  if (isClosedRow(row)) return [symbolMenu(mainWindow, positionInstrument(row), text)]
  return [
    positionMenu(row, close, mainWindow.layout, text.positions),
    protectMenu(row, mainWindow, account, text.positions),
    ...(isRollable(row) ? [rollMenu(row, mainWindow, text)] : []),
    leggingMenu(row, tree.parentOf(row) !== null, mainWindow, text),
    symbolMenu(mainWindow, positionInstrument(row), text),
  ]
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
    reverseItem(position, closing('reverse'), text),
    {
      id: 'close-all',
      label: text.closeAllMenu,
      icon: XSquare,
      run: () => showClosing(layout, { kind: 'all' }),
    },
  ]
}

/** Returns the entry that reverses a position; where its product has no short side, it says so. */
const reverseItem = (
  { assetClass, quantity }: Position,
  run: () => void,
  { reverseMenu, notReversible }: WindowText['positions'],
): MenuItem => ({
  id: 'reverse',
  label: isReversible(assetClass) ? reverseMenu : notReversible[assetClass],
  icon: ArrowLeftRight,
  disabled: !isReversible(assetClass) || isZero(quantity),
  run,
})

/**
 * Returns the orders that end a position at a price, which the person enters in the ticket. The
 * ticket trades with the selected account, so the position's own is selected first.
 */
const protectMenu = (
  position: Position,
  { selection, layout, invoke }: Pick<MainWindow, 'selection' | 'layout' | 'invoke'>,
  selected: AccountId | null,
  text: WindowText['positions'],
): MenuGroup =>
  PROTECTIONS.flatMap(([protection, icon]) => {
    const order = protectiveOrder(position, protection)
    if (order === null) return []
    const open = (): void => {
      prefillTicket(selection, order)
      openPanel(layout, 'ticket')
    }
    const { accountId } = position
    const run = (): void =>
      accountId === selected
        ? open()
        : void invoke('session.select-account', { accountId }).then((reply) => {
            if (reply.ok) open()
          })
    return [{ id: protection, label: text.protectMenu[protection], icon, run }]
  })

/** Returns what a menu offers for a whole strategy: one order of all its legs, to be reviewed. */
const groupMenu = (
  group: PositionGroup,
  mainWindow: MainWindow,
  text: WindowText['positions'],
): MenuGroup => [
  {
    id: 'close',
    label: text.closeStrategyMenu,
    icon: X,
    run: () => prepareGroupClose(mainWindow, group),
  },
]

/** Returns what moves an option position to a later expiry, as a two-leg order to be reviewed. */
const rollMenu = (position: Position, mainWindow: MainWindow, text: WindowText): MenuGroup => [
  {
    id: 'roll',
    label: text.strategy.roll,
    icon: CalendarPlus,
    run: () =>
      void prepareRoll(mainWindow, position).then((prepared) => {
        if (!prepared) toast(mainWindow.toasts, 'warn', ({ strategy }) => strategy.rollFailed)
      }),
  },
]

/**
 * Returns what adds a leg to a position, and what removes one from a strategy.
 * @param isOfStrategy true for a position that forms a strategy with others
 */
function leggingMenu(
  position: Position,
  isOfStrategy: boolean,
  mainWindow: MainWindow,
  { strategy: text, instruments }: WindowText,
): MenuGroup {
  const out = legsOut(position)
  const isCombination = out.length > 1
  return [
    ...(mayLegIn(position)
      ? [
          {
            id: 'leg-in',
            label: text.legIn,
            icon: LogIn,
            run: () => void prepareLegIn(mainWindow, position),
          },
        ]
      : []),
    ...(isOfStrategy || isCombination
      ? out.map((legOut, index) => ({
          id: `leg-out-${index}`,
          label: text.legOutMenu(
            isCombination ? instrumentName(positionInstrument(legOut.leg), instruments) : null,
          ),
          icon: LogOut,
          run: () => void prepareLegOut(mainWindow, legOut),
        }))
      : []),
  ]
}

/** Returns the market order that closes a stock position. */
const closingOrder = (position: Position): Omit<TicketPrefill, 'nonce'> => ({
  symbol: underlyingSymbol(position),
  side: isNegative(position.quantity) ? 'buy' : 'sell',
  type: 'market',
  quantity: abs(position.quantity),
  closing: true,
})
