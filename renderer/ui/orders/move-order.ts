import { decimalText, trim, type Price } from '../../../shared/domain/decimal.js'
import type { OrderLine } from '../../chart/trading/trade-lines.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast } from '../../stores/toasts.js'
import { changeOf, editOf } from './order-change.js'
import { orderChangesOf, type PendingConfirmation } from './order-changes.js'

/**
 * Replaces an order because its price was dragged elsewhere; returns true while the person has to
 * confirm that.
 */
export function moveOrder(
  mainWindow: MainWindow,
  { order: { clientOrderId }, field }: Pick<OrderLine, 'order' | 'field'>,
  price: Price,
  confirm: (confirmation: PendingConfirmation) => void,
): boolean {
  const order = mainWindow.orders.get(clientOrderId)
  if (order === undefined) return false
  const edit = { ...editOf(order), [field]: decimalText(trim(price)) }
  const changed = changeOf(order, edit, true)
  if (!changed.ok) {
    const { problem } = changed
    if (problem !== null) toast(mainWindow.toasts, 'warn', ({ orders }) => orders.problems[problem])
    return false
  }
  let isOpen = false
  orderChangesOf(mainWindow).replace(order, changed, (confirmation) => {
    isOpen = true
    confirm(confirmation)
  })
  return isOpen
}
