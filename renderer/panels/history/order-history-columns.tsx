import { cmp } from '../../../shared/domain/decimal.js'
import type { NamedPosition } from '../../../shared/domain/account/account.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatProductPrice, formatAverage } from '../../format/product-price.js'
import { ownMoney } from '../../format/own.js'
import { formatOptionalMessage } from '../../format/message.js'
import { actionOf, instrumentName, orderInstrument } from '../../format/instrument-name.js'
import { leggingColumns } from '../../ui/orders/legging-columns.js'
import { orderStatusText } from '../../ui/orders/order-status-text.js'
import { orderTypeText } from '../../ui/orders/order-type-text.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import { numberColumn, timeColumn, type AccountName } from '../../ui/records/record-columns.js'
import { textColumn } from '../../ui/table/columns/simple-columns.js'
import type { Column } from '../../ui/table/column.js'
import { toolsColumn } from '../../ui/table/tools-column.js'

/** Orders are in US dollars. */
const USD = 'USD'

const identity = (text: PanelText): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    {
      ...textColumn<Order>({ id: 'symbol', head: heads.symbol, width: 150, grow: 2 }, (row) =>
        instrumentName(orderInstrument(row), text.instruments),
      ),
      pinned: true,
      cell: (row) => <InstrumentCell instrument={orderInstrument(row)} />,
    },
    timeColumn(
      { id: 'placed', head: heads.placed, headLabel: heads.placedLong, width: 104 },
      (row) => row.placedAt,
    ),
    {
      ...textColumn<Order>(
        { id: 'side', head: heads.side, width: 58 },
        (row) => text.sides[actionOf(row)],
      ),
      cell: (row) => <span className={`side ${row.side}`}>{text.sides[actionOf(row)]}</span>,
    },
    textColumn({ id: 'status', head: heads.status, width: 110, grow: 0.4 }, (row) =>
      orderStatusText(row, text),
    ),
  ]
}

const figures = (text: PanelText): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    numberColumn(
      { id: 'quantity', head: heads.quantity, width: 72, grow: 0.4 },
      (row) => row.quantity,
    ),
    numberColumn(
      {
        id: 'amount',
        head: text.records.heads.amount,
        width: 90,
        hidden: true,
        detail: (row) => ownMoney(row.amount, USD),
      },
      (row) => row.amount,
      (value) => ownMoney(value),
    ),
    numberColumn<Order>(
      {
        id: 'filled',
        head: heads.filled,
        width: 64,
        grow: 0.3,
        compare: (a, b) => cmp(a.filledQuantity, b.filledQuantity),
      },
      (row) => row.filledQuantity,
    ),
    numberColumn<Order>(
      { id: 'average', head: heads.average, width: 90, grow: 0.4 },
      (row) => row.averageFillPrice,
      formatAverage,
    ),
    textColumn({ id: 'type', head: heads.type, width: 90, grow: 0.4 }, (row) =>
      orderTypeText(row, text),
    ),
    numberColumn<Order>(
      { id: 'limit', head: heads.limit, width: 84 },
      (row) => row.limitPrice,
      formatProductPrice,
    ),
    numberColumn<Order>(
      { id: 'stop', head: heads.stop, width: 84 },
      (row) => row.stopPrice,
      formatProductPrice,
    ),
    textColumn(
      { id: 'tif', head: heads.tif, headLabel: heads.tifLong, width: 60 },
      (row) => text.timesInForce[row.timeInForce],
    ),
    numberColumn(
      {
        id: 'fees',
        head: heads.fees,
        width: 70,
        detail: (row) => ownMoney(row.fees, USD),
      },
      (row) => row.fees,
      (value) => ownMoney(value),
    ),
  ]
}

/** The columns of the order history. */
export const orderHistoryColumns = (
  text: PanelText,
  accountName: AccountName,
  positionOf: (order: Order) => NamedPosition | undefined,
): readonly Column<Order>[] => {
  const { heads } = text.orders
  return [
    ...identity(text),
    ...figures(text),
    textColumn(
      { id: 'reason', head: heads.reason, width: 180, grow: 2 },
      (row) => formatOptionalMessage(row.note) ?? null,
    ),
    textColumn(
      { id: 'session', head: heads.session, width: 120, hidden: true },
      (row) => text.orderSessions[row.session],
    ),
    textColumn({ id: 'account', head: heads.account, width: 120, hidden: true }, (row) =>
      accountName(row.accountId),
    ),
    textColumn(
      { id: 'order-id', head: heads.orderId, width: 220, hidden: true },
      (row) => row.orderId,
    ),
    textColumn(
      { id: 'client-order-id', head: text.records.heads.clientOrderId, width: 220, hidden: true },
      (row) => row.clientOrderId,
    ),
    ...leggingColumns(text, positionOf),
    toolsColumn<Order>(text),
  ]
}
