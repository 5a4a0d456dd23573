import { textColumn } from '../table/columns/simple-columns.js'
import type { NamedPosition } from '../../../shared/domain/account/account.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { heldPositionName } from '../../format/order-draft.js'
import type { Column } from '../table/column.js'

/**
 * The columns that say how an order added a leg to a position, or removed one.
 * @param positionOf finds the held position of an order; it may be closed by now
 */
export function leggingColumns(
  text: WindowText,
  positionOf: (order: Order) => NamedPosition | undefined,
): readonly Column<Order>[] {
  const { heads, legging } = text.orders
  const { names } = text.strategy
  return [
    textColumn({ id: 'legging', head: heads.legging, width: 80, hidden: true }, ({ terms }) =>
      terms?.legging == null ? null : legging[terms.legging.direction],
    ),
    textColumn(
      { id: 'leg-strategy', head: heads.legStrategy, width: 120, hidden: true },
      ({ terms }) => {
        const becomes = terms?.legging?.strategy ?? null
        return becomes === null || becomes === 'unknown'
          ? becomes && legging.unknown
          : names[becomes]
      },
    ),
    textColumn(
      { id: 'leg-position', head: heads.legPosition, width: 200, hidden: true },
      (order) => {
        const position = positionOf(order)
        return position === undefined ? null : heldPositionName(position, null, text)
      },
    ),
    textColumn(
      { id: 'position-id', head: heads.positionId, width: 160, hidden: true },
      ({ terms }) => terms?.legging?.positionId ?? null,
    ),
  ]
}
