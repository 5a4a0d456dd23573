import type { Order } from '../../../../shared/domain/orders/order.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { ConfirmButton } from '../../../ui/confirm/confirm-button.js'
import { Dialog } from '../../../ui/dialog.js'
import { formatOrder } from '../../../ui/orders/order-actions.js'

/** Confirms that several orders are canceled, each by its name. */
export function CancelDialog({
  orders,
  onClose,
  onConfirm,
}: {
  readonly orders: readonly Order[]
  readonly onClose: () => void
  readonly onConfirm: () => void
}) {
  const text = usePanelText()
  return (
    <Dialog
      title={text.priceLadder.confirmCancel(orders.length)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.dialog.keepOrders(orders.length)}</Button>
          <ConfirmButton variant="danger primary" onConfirm={onConfirm}>
            {text.priceLadder.cancel.all(orders.length)}
          </ConfirmButton>
        </>
      }
    >
      <ul className="plain-list tnum">
        {orders.map((order) => (
          <li key={order.clientOrderId}>{formatOrder(order, text)}</li>
        ))}
      </ul>
    </Dialog>
  )
}
