import { PencilLine, X } from 'lucide-react'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { isChangeable, isReplaceable } from '../../ui/orders/changeable.js'
import type { OrdersPanelActions } from './orders-state.js'

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
