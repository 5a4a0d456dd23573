import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { textColumn } from '../records/record-columns.js'
import type { Column } from '../table/column.js'

/** The columns that say how an order added a leg to a position, or removed one. */
export const leggingColumns = ({
  orders: { heads, legging },
  strategy: { names },
}: WindowText): readonly Column<Order>[] => [
  textColumn({ id: 'legging', head: heads.legging, width: 80, hidden: true }, ({ terms }) =>
    terms?.legging == null ? null : legging[terms.legging.direction],
  ),
  textColumn(
    { id: 'leg-strategy', head: heads.legStrategy, width: 120, hidden: true },
    ({ terms }) => {
      const becomes = terms?.legging?.strategy ?? null
      return becomes === null || becomes === 'unknown' ? becomes && legging.unknown : names[becomes]
    },
  ),
  textColumn(
    { id: 'position-id', head: heads.positionId, width: 160, hidden: true },
    ({ terms }) => terms?.legging?.positionId ?? null,
  ),
]
