import type { WindowText } from '../../../shared/messages/window-text.js'
import { instrumentName, orderInstrument } from '../../format/instrument-name.js'
import type { Column } from '../../ui/table/column.js'
import type { ComboRow, OrderRow } from './order-tree.js'
import { fullText } from '../../ui/hints/hint.js'

/** The columns in which the row above linked orders says something. */
const OF_COMBO = new Set(['symbol', 'placed', 'status', 'account'])
/** The columns in which a leg differs from its order. */
const OF_LEG = new Set(['symbol', 'side', 'quantity'])

const comboName = ({ kind, members }: ComboRow, { orders, instruments }: WindowText): string => {
  const names = new Set(members.map((order) => instrumentName(orderInstrument(order), instruments)))
  return `${[...names].join(', ')} ${orders.combos[kind]}`
}

const comboState = ({ open, members }: ComboRow, { orders }: WindowText): string =>
  orders.openOf(open, members.length)

/**
 * Returns the columns of orders for a table that also has rows above linked orders and rows of
 * legs: those leave the cells empty in which only an order has something to say.
 */
export const treeColumns = (
  columns: readonly Column<OrderRow>[],
  text: WindowText,
): readonly Column<OrderRow>[] =>
  columns.map((column): Column<OrderRow> => {
    const { id, cell, data } = column
    const ownText = ({ comboRow }: OrderRow): string | null =>
      comboRow === undefined
        ? null
        : id === 'symbol'
          ? comboName(comboRow, text)
          : id === 'status'
            ? comboState(comboRow, text)
            : null
    const isEmpty = ({ comboRow, legOf }: OrderRow): boolean =>
      (comboRow !== undefined && !OF_COMBO.has(id)) || (legOf !== undefined && !OF_LEG.has(id))
    return {
      ...column,
      cell: (row) => {
        if (isEmpty(row)) return null
        const own = ownText(row)
        if (own === null) return cell(row)
        return (
          <span className={id === 'symbol' ? 'symbol' : 'dim tnum'} {...fullText(own)}>
            {own}
          </span>
        )
      },
      ...(data === undefined
        ? {}
        : { data: (row: OrderRow) => (isEmpty(row) ? '' : (ownText(row) ?? data(row))) }),
    }
  })
