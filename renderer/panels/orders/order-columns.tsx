import { cmp } from '../../../shared/domain/decimal.js'
import type { NamedPosition } from '../../../shared/domain/account/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { linkOf } from '../../../shared/domain/orders/combo-rules.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { formatProductPrice, formatAverage } from '../../format/product-price.js'
import { exactText, formatRatio } from '../../format/decimal.js'
import { ownExact, ownMoney, ownQuantity } from '../../format/own.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import { actionOf, instrumentName, orderInstrument } from '../../format/instrument-name.js'
import { formatOptionalMessage } from '../../format/message.js'
import { exchangeIso } from '../../format/time.js'
import { useText } from '../../language/window-text.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { accountColumn } from '../../ui/accounts/account-column.js'
import { Stamp } from '../../ui/stamp.js'
import type { Column } from '../../ui/table/column.js'
import { compareFigures } from '../../ui/table/columns/compare-figures.js'
import { ActionsCell, EditableCell, ReasonCell, StatusCell } from './order-cells.js'
import { leggingColumns } from '../../ui/orders/legging-columns.js'
import { orderStatusText } from '../../ui/orders/order-status-text.js'
import { orderTypeInFull, orderTypeText } from '../../ui/orders/order-type-text.js'
import { hasReason } from './order-filter.js'
import { explain } from '../../ui/hints/hint.js'

const sizeOf = (order: Order): string =>
  order.quantity === null ? ownMoney(order.amount, 'USD') : ownQuantity(order.quantity)
const trailOf = (order: Order, text: WindowText): string => {
  if (order.trail === null) return MISSING
  return text.orders.trail(
    order.trail.kind === 'percent'
      ? formatRatio(order.trail.step, false)
      : formatProductPrice(order.trail.step, order),
  )
}

/** The widths of names and figures: contracts and coins need more than stocks. */
const WIDTHS = {
  stocks: { name: 70, quantity: 58, filled: 48, price: 70, average: 86 },
  products: { name: 150, quantity: 88, filled: 88, price: 84, average: 96 },
} as const

type Widths = (typeof WIDTHS)[keyof typeof WIDTHS]

/** What a name needs more in a tree: the indent, and the name of a combination with its strikes. */
const TREE_WIDTH = { stocks: 50, products: 80 } as const

/** Returns the shown status of an order, as its cell does. */
const statusText = (order: Order, text: WindowText): string =>
  order.pending !== null
    ? text.orders.pending[order.pending.kind][order.pending.state]
    : order.unconfirmed === true
      ? text.orders.unconfirmed
      : orderStatusText(order, text)

const reasonOf = (order: Order): string =>
  hasReason(order) ? (formatOptionalMessage(order.note) ?? '') : ''

const identityColumns = (
  { orders: { heads }, instruments, sides }: WindowText,
  width: number,
): readonly Column<Order>[] => [
  {
    id: 'symbol',
    head: heads.symbol,
    width,
    grow: 2,
    pinned: true,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
    cell: (row) => <InstrumentCell instrument={orderInstrument(row)} />,
    data: (row) => instrumentName(orderInstrument(row), instruments),
  },
  {
    id: 'side',
    head: heads.side,
    width: 58,
    compare: (a, b) => a.side.localeCompare(b.side),
    cell: (row) => <span className={`side ${row.side}`}>{sides[actionOf(row)]}</span>,
    data: (row) => sides[actionOf(row)],
  },
]

const placedColumn = ({ orders: { heads } }: WindowText): Column<Order> => ({
  id: 'placed',
  head: heads.placed,
  headLabel: heads.placedLong,
  width: 92,
  compare: (a, b) => a.placedAt - b.placedAt,
  cell: (row) => <Stamp time={row.placedAt} />,
  data: (row) => exchangeIso(row.placedAt),
})

const stateColumns = (text: WindowText, withReasons: boolean): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    {
      id: 'status',
      head: heads.status,
      width: 100,
      grow: 0.5,
      compare: (a, b) => a.status.localeCompare(b.status),
      cell: (row) => <StatusCell order={row} />,
      data: (row) => statusText(row, text),
    },
    {
      id: 'reason',
      head: heads.reason,
      width: 220,
      grow: 3,
      hidden: !withReasons,
      compare: (a, b) => reasonOf(a).localeCompare(reasonOf(b)),
      cell: (row) => <ReasonCell order={row} />,
      data: reasonOf,
    },
  ]
}

const sizeColumns = (text: WindowText, widths: Widths): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    {
      id: 'quantity',
      head: heads.quantity,
      number: true,
      width: widths.quantity,
      grow: 0.4,
      compare: (a, b) => compareFigures(a.quantity, b.quantity),
      cell: (row) => (
        <EditableCell order={row} field="quantity" label={heads.quantity} shown={sizeOf(row)} />
      ),
      data: (row) => ownExact(row.quantity),
    },
    {
      id: 'type',
      head: heads.type,
      width: 74,
      grow: 0.5,
      compare: (a, b) => a.type.localeCompare(b.type),
      cell: (row) => (
        <span {...explain(orderTypeInFull(row, text))}>{orderTypeText(row, text)}</span>
      ),
      data: (row) => orderTypeText(row, text),
    },
  ]
}

const filledColumn = ({ orders: { heads } }: WindowText, width: number): Column<Order> => ({
  id: 'filled',
  head: heads.filled,
  number: true,
  width,
  grow: 0.3,
  compare: (a, b) => cmp(a.filledQuantity, b.filledQuantity),
  cell: (row) => <span className="tnum">{ownQuantity(row.filledQuantity)}</span>,
  data: (row) => ownExact(row.filledQuantity),
})

const priceColumns = (text: WindowText, width: number): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    {
      id: 'limit',
      head: heads.limit,
      number: true,
      width,
      grow: 0.4,
      compare: (a, b) => compareFigures(a.limitPrice, b.limitPrice),
      cell: (row) => (
        <EditableCell
          order={row}
          field="limitPrice"
          label={heads.limit}
          shown={formatProductPrice(row.limitPrice, row)}
        />
      ),
      data: (row) => exactText(row.limitPrice),
    },
    {
      id: 'stop',
      head: heads.stop,
      number: true,
      width,
      grow: 0.4,
      compare: (a, b) => compareFigures(a.stopPrice, b.stopPrice),
      cell: (row) => <StopCell order={row} />,
      data: (row) =>
        row.type === 'trailing-stop'
          ? exactText(row.trail?.step ?? null)
          : exactText(row.stopPrice),
    },
  ]
}

/** The stop price, or the distance of a trailing stop. */
function StopCell({ order }: { readonly order: Order }) {
  const text = useText()
  return order.type === 'trailing-stop' ? (
    <EditableCell
      order={order}
      field="trailStep"
      label={text.orderTypes['trailing-stop']}
      shown={trailOf(order, text)}
    />
  ) : (
    <EditableCell
      order={order}
      field="stopPrice"
      label={text.orders.heads.stop}
      shown={formatProductPrice(order.stopPrice, order)}
    />
  )
}

const resultColumns = (
  { orders: { heads }, ticket, timesInForce }: WindowText,
  averageWidth: number,
): readonly Column<Order>[] => [
  {
    id: 'average',
    head: heads.average,
    number: true,
    width: averageWidth,
    grow: 0.4,
    compare: (a, b) => compareFigures(a.averageFillPrice, b.averageFillPrice),
    cell: (row) => <span className="tnum">{formatAverage(row.averageFillPrice, row)}</span>,
    data: (row) => exactText(row.averageFillPrice),
  },
  {
    id: 'tif',
    head: heads.tif,
    headLabel: heads.tifLong,
    width: 44,
    compare: (a, b) => a.timeInForce.localeCompare(b.timeInForce),
    cell: (row) => (
      <span {...explain(ticket.timesLong[row.timeInForce])}>{timesInForce[row.timeInForce]}</span>
    ),
    data: (row) => timesInForce[row.timeInForce],
  },
]

const feesColumn = ({ orders: { heads } }: WindowText): Column<Order> => ({
  id: 'fees',
  head: heads.fees,
  number: true,
  width: 70,
  compare: (a, b) => compareFigures(a.fees, b.fees),
  cell: (row) => <span className="tnum">{ownMoney(row.fees)}</span>,
  data: (row) => ownExact(row.fees),
})

/** Columns that few need all day. */
const moreColumns = ({
  orders: { heads },
  orderSessions,
}: WindowText): readonly Column<Order>[] => [
  {
    id: 'session',
    head: heads.session,
    width: 120,
    hidden: true,
    compare: (a, b) => a.session.localeCompare(b.session),
    cell: (row) => <span>{orderSessions[row.session]}</span>,
    data: (row) => orderSessions[row.session],
  },
  {
    id: 'updated',
    head: heads.updated,
    headLabel: heads.updatedLong,
    width: 96,
    hidden: true,
    compare: (a, b) => a.updatedAt - b.updatedAt,
    cell: (row) => <Stamp time={row.updatedAt} />,
    data: (row) => exchangeIso(row.updatedAt),
  },
  {
    id: 'order-id',
    head: heads.orderId,
    width: 160,
    hidden: true,
    cell: (row) => <span className="dim selectable">{row.orderId ?? MISSING}</span>,
    data: (row) => row.orderId ?? '',
  },
]

const actionsColumn = ({ orders: { heads } }: WindowText): Column<Order> => ({
  id: 'actions',
  head: '',
  headLabel: heads.actions,
  width: 48,
  end: true,
  cell: (row) => <ActionsCell order={row} />,
})

/**
 * Returns the column that says which place an order has among linked ones. They have the same mark;
 * sorting by this column puts them side by side.
 */
function linkedColumn(
  { orders: text }: WindowText,
  waits: (order: Order) => boolean,
  hidden: boolean,
): Column<Order> {
  const roleOf = (order: Order): string => {
    const role = order.terms?.combo?.role
    if (role === undefined) return ''
    return waits(order) ? text.waits(text.roles[role]) : text.roles[role]
  }
  const written = (order: Order): string =>
    [roleOf(order), linkMark(order)].filter((part) => part !== '').join(' ')
  return {
    id: 'linked',
    head: text.heads.linked,
    headLabel: text.heads.linkedLong,
    width: 224,
    grow: 1,
    hidden,
    compare: (a, b) => (linkOf(a) ?? '').localeCompare(linkOf(b) ?? ''),
    cell: (row) => (
      <span {...explain(waits(row) ? `${written(row)}: ${text.waitsMeaning}` : written(row))}>
        {roleOf(row)} <span className="dim">{linkMark(row)}</span>
      </span>
    ),
    data: written,
  }
}

const MARK_CHARS = 4

/** A short mark that linked orders share; empty for an order that stands alone. */
const linkMark = (order: Order): string => {
  const id = linkOf(order)?.split(' ').at(-1)
  return id === undefined ? '' : `#${id.slice(-MARK_CHARS).toLowerCase()}`
}

/** What the shown orders need of the columns. */
export interface ShownOrders {
  /** No row has a longer name or figure than a stock. */
  readonly onlyStocks: boolean
  /** Rows stand below others. */
  readonly isTree: boolean
  /** The rows belong to several accounts. */
  readonly withAccount: boolean
  /** A row says why its order was not carried out. */
  readonly withReasons: boolean
  /** A row is one of several linked orders. */
  readonly withLinks: boolean
  /** Whether an order waits for the fill of the order that triggers it. */
  readonly waits: (order: Order) => boolean
  /** Finds the held position that an order adds a leg to, or takes one from. */
  readonly positionOf: (order: Order) => NamedPosition | undefined
}

/**
 * Returns the columns of the orders table; those that the rows do not need are hidden at first. A
 * narrow table scrolls, so what an order is comes first: its side, size, type and prices, then what
 * became of it.
 */
export function orderColumns(
  text: WindowText,
  nameOf: (account: AccountId) => string,
  { onlyStocks, isTree, withAccount, withReasons, withLinks, waits, positionOf }: ShownOrders,
): readonly Column<Order>[] {
  const products = onlyStocks ? 'stocks' : 'products'
  const widths = WIDTHS[products]
  return [
    ...identityColumns(text, widths.name + (isTree ? TREE_WIDTH[products] : 0)),
    ...sizeColumns(text, widths),
    ...priceColumns(text, widths.price),
    ...stateColumns(text, withReasons),
    filledColumn(text, widths.filled),
    ...resultColumns(text, widths.average),
    placedColumn(text),
    linkedColumn(text, waits, !withLinks),
    accountColumn<Order>(text.orders.heads.account, nameOf, !withAccount),
    feesColumn(text),
    ...moreColumns(text),
    ...leggingColumns(text, positionOf),
    actionsColumn(text),
  ]
}
