import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { formatOrder } from './order-actions.js'
import type { PendingConfirmation } from './use-orders-actions.js'

/** Confirms a change of an order before it is sent. The initial focus is on keeping the order. */
export function OrderConfirmationDialog({
  confirmation,
  onClose,
}: {
  readonly confirmation: PendingConfirmation
  readonly onClose: () => void
}) {
  const text = useText()
  const confirm = (): void => {
    onClose()
    confirmation.send()
  }
  return (
    <Dialog
      title={confirmation.title}
      onClose={onClose}
      foot={
        <>
          <Button data-autofocus onClick={onClose}>
            {text.dialog.back}
          </Button>
          <Button variant={confirmation.variant} onClick={confirm}>
            {confirmation.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="changes tnum">
        <strong>{formatOrder(confirmation.order, text)}</strong>
        {confirmation.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Dialog>
  )
}
