import { cmp, type Decimal } from '../../../shared/domain/decimal.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { formatMoney, formatPrice, formatQuantity, formatRatio } from '../../format/decimal.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import { orderInstrument } from '../../format/instrument-name.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { accountColumn } from '../../ui/accounts/account-column.js'
import { Stamp } from '../../ui/stamp.js'
import type { Column } from '../../ui/table/column.js'
import { ActionsCell, EditableCell, StatusCell } from './order-cells.js'

const byDecimal = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : cmp(a, b)

const sizeOf = (order: Order): string =>
  order.quantity === null ? formatMoney(order.amount, 'USD') : formatQuantity(order.quantity)
const trailOf = (order: Order, text: WindowText): string => {
  if (order.trail === null) return MISSING
  return text.orders.trail(
    order.trail.kind === 'percent'
      ? formatRatio(order.trail.step, false)
      : formatPrice(order.trail.step),
  )
}

/** The widths of names and figures: contracts and coins need more than stocks. */
const WIDTHS = {
  stocks: { name: 58, quantity: 58, filled: 48 },
  products: { name: 150, quantity: 88, filled: 88 },
} as const

type Widths = (typeof WIDTHS)[keyof typeof WIDTHS]

const identityColumns = (
  { orders: { heads }, sides }: WindowText,
  width: number,
  withReasons: boolean,
): readonly Column<Order>[] => [
  {
    id: 'placed',
    head: heads.placed,
    width: 90,
    yields: 3,
    compare: (a, b) => a.placedAt - b.placedAt,
    cell: (row) => <Stamp time={row.placedAt} />,
  },
  {
    id: 'symbol',
    head: heads.symbol,
    width,
    grow: 2,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
    cell: (row) => <InstrumentCell instrument={orderInstrument(row)} />,
  },
  {
    id: 'side',
    head: heads.side,
    width: 58,
    compare: (a, b) => a.side.localeCompare(b.side),
    cell: (row) => <span className={`side ${row.side}`}>{sides[row.side]}</span>,
  },
  {
    id: 'status',
    head: heads.status,
    width: withReasons ? 160 : 100,
    grow: withReasons ? 3 : 0.5,
    compare: (a, b) => a.status.localeCompare(b.status),
    cell: (row) => <StatusCell order={row} />,
  },
]

const sizeColumns = (
  { orders: { heads }, orderTypes, ticket }: WindowText,
  widths: Widths,
): readonly Column<Order>[] => [
  {
    id: 'type',
    head: heads.type,
    width: 74,
    grow: 0.5,
    yields: 2,
    compare: (a, b) => a.type.localeCompare(b.type),
    cell: (row) => (
      <span title={`${orderTypes[row.type]}, ${ticket.timesLong[row.timeInForce]}`}>
        {orderTypes[row.type]}
      </span>
    ),
  },
  {
    id: 'quantity',
    head: heads.quantity,
    number: true,
    width: widths.quantity,
    grow: 0.4,
    compare: (a, b) => byDecimal(a.quantity, b.quantity),
    cell: (row) => (
      <EditableCell order={row} field="quantity" label={heads.quantity} shown={sizeOf(row)} />
    ),
  },
  {
    id: 'filled',
    head: heads.filled,
    number: true,
    width: widths.filled,
    grow: 0.3,
    compare: (a, b) => cmp(a.filledQuantity, b.filledQuantity),
    cell: (row) => <span className="tnum">{formatQuantity(row.filledQuantity)}</span>,
  },
]

const priceColumns = (text: WindowText): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    {
      id: 'limit',
      head: heads.limit,
      number: true,
      width: 70,
      grow: 0.4,
      compare: (a, b) => byDecimal(a.limitPrice, b.limitPrice),
      cell: (row) => (
        <EditableCell
          order={row}
          field="limitPrice"
          label={heads.limit}
          shown={formatPrice(row.limitPrice)}
        />
      ),
    },
    {
      id: 'stop',
      head: heads.stop,
      number: true,
      width: 68,
      grow: 0.4,
      compare: (a, b) => byDecimal(a.stopPrice, b.stopPrice),
      cell: (row) =>
        row.type === 'trailing-stop' ? (
          <EditableCell
            order={row}
            field="trailStep"
            label={text.orderTypes['trailing-stop']}
            shown={trailOf(row, text)}
          />
        ) : (
          <EditableCell
            order={row}
            field="stopPrice"
            label={heads.stop}
            shown={formatPrice(row.stopPrice)}
          />
        ),
    },
  ]
}

const resultColumns = ({
  orders: { heads },
  orderSessions,
  timesInForce,
}: WindowText): readonly Column<Order>[] => [
  {
    id: 'average',
    head: heads.average,
    number: true,
    width: 86,
    yields: 4,
    grow: 0.4,
    compare: (a, b) => byDecimal(a.averageFillPrice, b.averageFillPrice),
    cell: (row) => <span className="tnum">{formatPrice(row.averageFillPrice, 4)}</span>,
  },
  {
    id: 'tif',
    head: heads.tif,
    width: 40,
    yields: 5,
    compare: (a, b) => a.timeInForce.localeCompare(b.timeInForce),
    cell: (row) => <span title={orderSessions[row.session]}>{timesInForce[row.timeInForce]}</span>,
  },
  {
    id: 'actions',
    head: '',
    headLabel: heads.actions,
    width: 48,
    end: true,
    cell: (row) => <ActionsCell order={row} />,
  },
]

/** What the shown orders need of the columns. */
export interface ShownOrders {
  /** No row has a longer name or figure than a stock. */
  readonly onlyStocks: boolean
  /** The rows belong to several accounts. */
  readonly withAccount: boolean
  /** A row says why its order was not carried out. */
  readonly withReasons: boolean
}

/** Returns the columns of the orders table. */
export function orderColumns(
  text: WindowText,
  { onlyStocks, withAccount, withReasons }: ShownOrders,
): readonly Column<Order>[] {
  const widths = onlyStocks ? WIDTHS.stocks : WIDTHS.products
  return [
    ...identityColumns(text, widths.name, withReasons),
    ...(withAccount ? [accountColumn<Order>(text.orders.heads.account)] : []),
    ...sizeColumns(text, widths),
    ...priceColumns(text),
    ...resultColumns(text),
  ]
}
