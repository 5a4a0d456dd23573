import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { formatOrder } from './order-actions.js'
import type { PendingConfirmation } from './order-changes.js'

/** Confirms a change of an order before it is sent. */
export function OrderConfirmationDialog({
  confirmation,
  onClose,
}: {
  readonly confirmation: PendingConfirmation
  readonly onClose: () => void
}) {
  const text = useText()
  const accountName = useAccountNames()
  const confirm = (): void => {
    onClose()
    confirmation.send()
  }
  return (
    <Dialog
      title={confirmation.title(text)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.dialog.back}</Button>
          <ConfirmButton variant={confirmation.variant} onConfirm={confirm}>
            {confirmation.confirmLabel(text)}
          </ConfirmButton>
        </>
      }
    >
      <div className="changes tnum">
        <strong>{formatOrder(confirmation.order, text)}</strong>
        <p className="dim">{accountName(confirmation.order.accountId)}</p>
        {confirmation.lines(text).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Dialog>
  )
}
