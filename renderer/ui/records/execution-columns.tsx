import type { Execution } from '../../../shared/domain/account/activity.js'
import { cmp } from '../../../shared/domain/decimal.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import { formatBrokerTerm } from '../../format/broker-term.js'
import type { Column } from '../table/column.js'
import { toolsColumn } from '../table/tools-column.js'
import { numberColumn, symbolColumn, timeColumn } from './record-columns.js'
import { textColumn } from '../table/columns/simple-columns.js'

/** The columns of the executions that the broker recorded. */
export const executionColumns = (text: PanelText): readonly Column<Execution>[] => {
  const { sides, orderTypes } = text
  const { heads, completes, kinds } = text.records
  const priceText: Parameters<typeof numberColumn<Execution>>[2] = (value, row) =>
    formatSymbolPrice(value, row.symbol)
  return [
    symbolColumn(
      { id: 'symbol', head: heads.symbol, width: 90, grow: 2, pinned: true },
      (row) => row.symbol,
    ),
    timeColumn(
      { id: 'time', head: heads.time, headLabel: heads.timeLong, width: 104 },
      (row) => row.time,
    ),
    {
      ...textColumn<Execution>({ id: 'side', head: heads.side, width: 64 }, (row) =>
        row.side === 'unknown' ? kinds.unknown : sides[row.side],
      ),
      cell: (row) => (
        <span className={`side ${row.side}`}>
          {row.side === 'unknown' ? kinds.unknown : sides[row.side]}
        </span>
      ),
    },
    numberColumn(
      {
        id: 'quantity',
        head: heads.filled,
        width: 80,
        grow: 0.5,
        compare: (a, b) => cmp(a.quantity, b.quantity),
      },
      (row) => row.quantity,
    ),
    numberColumn(
      {
        id: 'price',
        head: heads.price,
        width: 90,
        grow: 0.5,
        compare: (a, b) => cmp(a.price, b.price),
      },
      (row) => row.price,
      priceText,
    ),
    numberColumn(
      { id: 'order-quantity', head: heads.orderQuantity, width: 80, grow: 0.5 },
      (row) => row.orderQuantity,
    ),
    numberColumn({ id: 'leaves', head: heads.leaves, width: 72 }, (row) => row.leaves),
    textColumn({ id: 'type', head: heads.type, width: 96, grow: 0.5 }, (row) =>
      row.type === 'unknown' ? kinds.unknown : orderTypes[row.type],
    ),
    numberColumn({ id: 'limit', head: heads.limit, width: 90 }, (row) => row.limitPrice, priceText),
    textColumn({ id: 'completes', head: heads.completes, width: 84 }, (row) =>
      row.completes ? completes.yes : completes.no,
    ),
    numberColumn(
      { id: 'cumulative', head: heads.total, width: 90, hidden: true },
      (row) => row.cumulative,
    ),
    textColumn(
      { id: 'execution-kind', head: heads.executionKind, width: 100, hidden: true },
      (row) => (row.executionKind === null ? null : formatBrokerTerm(row.executionKind, text)),
    ),
    textColumn(
      { id: 'execution-id', head: heads.executionId, width: 220, hidden: true },
      (row) => row.executionId,
    ),
    textColumn(
      { id: 'order-id', head: heads.orderId, width: 220, hidden: true },
      (row) => row.orderId,
    ),
    textColumn(
      { id: 'client-order-id', head: heads.clientOrderId, width: 220, hidden: true },
      (row) => row.clientOrderId,
    ),
    toolsColumn<Execution>(text),
  ]
}
