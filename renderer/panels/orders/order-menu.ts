import { PencilLine, X } from 'lucide-react'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { MenuGroup, MenuItem } from '../../ui/menus/menu-groups.js'
import { isChangeable, isReplaceable } from '../../ui/orders/changeable.js'
import { isOrderRow, type OrderRow } from './order-tree.js'
import type { OrdersPanelActions } from './orders-state.js'

/** Returns the orders of these rows that can be canceled. */
export const cancelable = (rows: readonly OrderRow[]): readonly Order[] =>
  rows.filter((row) => isOrderRow(row) && isChangeable(row))

/** Cancels the orders of these rows: one as its row does, several after a question. */
export function cancelRows(
  rows: readonly OrderRow[],
  actions: Pick<OrdersPanelActions, 'cancel'>,
  onSeveral: (orders: readonly Order[]) => void,
): void {
  const [first, ...others] = cancelable(rows)
  if (first === undefined) return
  if (others.length === 0) actions.cancel(first)
  else onSeveral([first, ...others])
}

/** Returns the entry that cancels several orders, after a question. */
export const cancelItem = (
  orders: readonly OrderRow[],
  cancel: (orders: readonly OrderRow[]) => void,
  { orders: text }: WindowText,
): MenuItem => ({
  id: 'cancel',
  label: orders.length === 0 ? text.notCancelable : text.cancelSeveral(orders.length),
  icon: X,
  keys: 'Delete',
  disabled: orders.length === 0,
  run: () => cancel(orders),
})

/** Returns what a menu offers for an order: the same as the buttons of its row. */
export function orderMenu(
  order: Order,
  actions: OrdersPanelActions,
  { orders: text }: WindowText,
): MenuGroup {
  if (!isChangeable(order)) return []
  const disabled = actions.changes.isBusy(order.clientOrderId)
  return [
    {
      id: 'replace',
      label: isReplaceable(order) ? text.replaceMenu : text.notReplaceable,
      icon: PencilLine,
      disabled: disabled || !isReplaceable(order),
      run: () => actions.begin(order),
    },
    {
      id: 'cancel',
      label: text.cancelMenu,
      icon: X,
      keys: 'Delete',
      disabled,
      run: () => actions.cancel(order),
    },
  ]
}
