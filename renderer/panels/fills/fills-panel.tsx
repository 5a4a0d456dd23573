import { CheckCheck, Rows3 } from 'lucide-react'
import { useMemo } from 'react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { asMoney, cmp, mul, notional, type Money } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import type { Fill, Order } from '../../../shared/domain/orders/order.js'
import type { OrderTerms } from '../../../shared/domain/orders/order-terms.js'
import { formatProductPrice } from '../../format/product-price.js'
import { exactText } from '../../format/decimal.js'
import { ownExact, ownMoney, ownQuantity } from '../../format/own.js'
import {
  useAllRows,
  useConnected,
  useFreshness,
  useMainWindow,
  useRow,
  useSlice,
} from '../../stores/context.js'
import { showOrder } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { accountColumn, hasSeveralAccounts } from '../../ui/accounts/account-column.js'
import { Empty, NotKnown, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Column } from '../../ui/table/column.js'
import { actionOf, instrumentName, orderInstrument } from '../../format/instrument-name.js'
import { exchangeIso } from '../../format/time.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { selectInstrument, symbolMenu } from '../../ui/menus/symbol-menu.js'
import { toolsColumn } from '../../ui/table/tools-column.js'
import { orderTypeText } from '../../ui/orders/order-type-text.js'
import { Absent } from '../../ui/absent.js'
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

/** What the columns read beside the fill itself. */
interface FillContext {
  /** The rows belong to several accounts. */
  readonly withAccount: boolean
  readonly accountName: (account: AccountId) => string
  /** The order of a fill; undefined while it is not known. */
  readonly orderOf: (fill: Fill) => Order | undefined
  /** Returns how many fills the order has, and whether this is the newest of them. */
  readonly placeOf: (fill: Fill) => FillPlace
}

/** The place of a fill among those of its order. */
interface FillPlace {
  readonly count: number
  readonly isNewest: boolean
}

const executionColumns = (
  text: WindowText,
  { withAccount, accountName }: FillContext,
): readonly Column<Fill>[] => {
  const {
    fills: { heads },
    sides,
    instruments,
  } = text
  return [
    {
      id: 'symbol',
      head: heads.symbol,
      width: 164,
      grow: 2,
      pinned: true,
      compare: (a, b) => a.symbol.localeCompare(b.symbol),
      cell: (row) => <InstrumentCell instrument={orderInstrument(row)} />,
      data: (row) => instrumentName(orderInstrument(row), instruments),
    },
    {
      id: 'time',
      head: heads.time,
      headLabel: heads.timeLong,
      width: 100,
      compare: (a, b) => a.time - b.time,
      cell: (row) => <Stamp time={row.time} />,
      data: (row) => exchangeIso(row.time),
    },
    accountColumn<Fill>(text.orders.heads.account, accountName, !withAccount),
    {
      id: 'side',
      head: heads.side,
      width: 64,
      grow: 0.5,
      compare: (a, b) => a.side.localeCompare(b.side),
      cell: (row) => <span className={`side ${row.side}`}>{sides[actionOf(row)]}</span>,
      data: (row) => sides[actionOf(row)],
    },
  ]
}

const figureColumns = (
  { fills: { heads } }: WindowText,
  { orderOf }: FillContext,
): readonly Column<Fill>[] => {
  // The order's own report names more of a contract than its first fill does.
  const value = (row: Fill): Money | null => valueOf(row, orderOf(row)?.terms ?? row.terms)
  return [
    {
      id: 'quantity',
      head: heads.quantity,
      number: true,
      width: 92,
      grow: 0.6,
      compare: (a, b) => cmp(a.quantity, b.quantity),
      cell: (row) => <span className="tnum">{ownQuantity(row.quantity)}</span>,
      data: (row) => ownExact(row.quantity),
    },
    {
      id: 'price',
      head: heads.price,
      number: true,
      width: 90,
      grow: 0.6,
      compare: (a, b) => cmp(a.price, b.price),
      cell: (row) => <span className="tnum">{formatProductPrice(row.price, row)}</span>,
      data: (row) => exactText(row.price),
    },
    {
      id: 'value',
      head: heads.value,
      number: true,
      width: 110,
      grow: 0.8,
      cell: (row) => <span className="tnum">{ownMoney(value(row))}</span>,
      data: (row) => ownExact(value(row)),
    },
  ]
}

/** Facts of the fill's order. */
const orderColumns = (
  text: WindowText,
  { orderOf, placeOf }: FillContext,
): readonly Column<Fill>[] => {
  const {
    fills: { heads },
    timesInForce,
  } = text
  const typeOf = (row: Fill): string => {
    const order = orderOf(row)
    return order === undefined ? '' : orderTypeText(order, text)
  }
  const timeInForceOf = (row: Fill): string => {
    const order = orderOf(row)
    return order === undefined ? '' : timesInForce[order.timeInForce]
  }
  return [
    {
      id: 'tif',
      head: heads.tif,
      headLabel: heads.tifLong,
      width: 60,
      compare: (a, b) => timeInForceOf(a).localeCompare(timeInForceOf(b)),
      cell: (row) => <span>{timeInForceOf(row) || MISSING}</span>,
      data: timeInForceOf,
    },
    {
      id: 'fees',
      head: heads.fees,
      headLabel: heads.feesLong,
      number: true,
      width: 84,
      cell: (row) => <FillFees fill={row} place={placeOf(row)} />,
      data: (row) => (placeOf(row).isNewest ? ownExact(orderOf(row)?.fees) : ''),
    },
    {
      id: 'type',
      head: heads.type,
      width: 90,
      hidden: true,
      compare: (a, b) => typeOf(a).localeCompare(typeOf(b)),
      cell: (row) => <span>{typeOf(row) || MISSING}</span>,
      data: typeOf,
    },
  ]
}

/**
 * The fees of a fill. The broker gives them for the order: with several fills they are shown once,
 * beside the newest. They may arrive after the fill.
 */
function FillFees({
  fill,
  place: { count, isNewest },
}: {
  readonly fill: Fill
  readonly place: FillPlace
}) {
  const { ofOrder, inNewest } = useText().fills
  const order = useRow(useMainWindow().orders, fill.clientOrderId)
  if (!isNewest) return <Absent reason={inNewest} />
  return (
    <span className="tnum">
      {ownMoney(order?.fees)}
      {count > 1 && <span className="dim"> {ofOrder}</span>}
    </span>
  )
}

/** Returns the place of each fill among those of its order. */
function placesOf(fills: readonly Fill[]): FillContext['placeOf'] {
  const newest = new Map<Fill['clientOrderId'], { count: number; fill: Fill }>()
  for (const fill of fills) {
    const known = newest.get(fill.clientOrderId)
    const isNewer = known === undefined || fill.time >= known.fill.time
    newest.set(fill.clientOrderId, {
      count: (known?.count ?? 0) + 1,
      fill: isNewer ? fill : known.fill,
    })
  }
  return (fill) => {
    const found = newest.get(fill.clientOrderId)
    return { count: found?.count ?? 1, isNewest: found === undefined || found.fill === fill }
  }
}

const columnsOf = (text: WindowText, context: FillContext): readonly Column<Fill>[] => [
  ...executionColumns(text, context),
  ...figureColumns(text, context),
  ...orderColumns(text, context),
  toolsColumn<Fill>(text),
]

/** Every execution received, newest first. */
export function FillsPanel() {
  const text = useText()
  const mainWindow = useMainWindow()
  const { fills, orders, layout } = mainWindow
  const rows = useAllRows(fills, REFRESH_MS)
  const withAccount = hasSeveralAccounts(rows)
  const accountName = useAccountNames()
  const columns = useMemo(
    () =>
      columnsOf(text, {
        withAccount,
        accountName,
        orderOf: (fill) => orders.get(fill.clientOrderId),
        placeOf: placesOf(rows),
      }),
    [text, withAccount, accountName, orders, rows],
  )
  const freshness = useFreshness(fills)
  const connected = useConnected()
  // The fills of orders that the broker has not listed yet are not known either.
  const isListed = useSlice(mainWindow.session, ({ value }) => value?.ordersListed === true)
  if (freshness === 'loading') return <Skeleton />
  if (rows.length === 0 && (!connected || !isListed)) {
    return <NotKnown icon={CheckCheck} title={text.fills.unknown} problem={null} />
  }
  if (rows.length === 0) {
    return <Empty icon={CheckCheck} title={text.fills.empty} hint={text.fills.emptyHint} />
  }
  return (
    <DataTable
      table="fills"
      label={text.tables.fills}
      columns={columns}
      rows={rows}
      sort={{ id: 'time', desc: true }}
      keyOf={(row, index) => `${row.clientOrderId}-${row.time}-${index}`}
      onOpen={(row) => selectInstrument(mainWindow, orderInstrument(row))}
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
    />
  )
}
