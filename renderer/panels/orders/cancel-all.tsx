import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../../shared/domain/orders/order.js'
import { useMainWindow } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { cancelOrder, cancelOrders, type Progress } from './order-actions.js'
import { isChangeable } from './order-filter.js'

/**
 * Cancels every working order, several at once, with progress and a way to stop. Always requires
 * confirmation first.
 */
export function CancelAll({ orders }: { readonly orders: readonly Order[] }) {
  const text = useText()
  const [toConfirm, setToConfirm] = useState<readonly Order[] | null>(null)
  const { progress, run, stop } = useCancelOrders()
  if (progress !== null) {
    return (
      <>
        <span className="dim tnum" role="status">
          {text.orders.cancelling(progress.done, progress.total)}
        </span>
        <Button size="small" onClick={stop}>
          {text.orders.stop}
        </Button>
      </>
    )
  }
  const confirm = (wanted: readonly Order[]): void => {
    setToConfirm(null)
    void run(wanted)
  }
  return (
    <>
      <Button
        variant="danger"
        size="small"
        disabled={orders.length === 0}
        onClick={() => setToConfirm(orders)}
      >
        {text.orders.cancelAll}
      </Button>
      {toConfirm !== null && (
        <Dialog
          title={text.orders.confirmCancelAll(toConfirm.length)}
          onClose={() => setToConfirm(null)}
          foot={
            <>
              <Button data-autofocus onClick={() => setToConfirm(null)}>
                {text.dialog.back}
              </Button>
              <Button variant="danger primary" onClick={() => confirm(toConfirm)}>
                {text.orders.cancelAll}
              </Button>
            </>
          }
        >
          <p>{text.orders.confirmCancelAllBody}</p>
        </Dialog>
      )}
    </>
  )
}

/** Cancels orders; stops when asked to, and when the panel closes. */
function useCancelOrders() {
  const text = useText()
  const mainWindow = useMainWindow()
  const [progress, setProgress] = useState<Progress | null>(null)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const stillChangeable = (order: Order): Order | undefined => {
    const now = mainWindow.orders.get(order.clientOrderId)
    return now !== undefined && isChangeable(now) ? now : undefined
  }
  const run = async (wanted: readonly Order[]): Promise<void> => {
    stopped.current = false
    const accepted = await cancelOrders(
      wanted,
      (order) => cancelOrder(mainWindow, order, true),
      stillChangeable,
      setProgress,
      () => stopped.current,
    )
    setProgress(null)
    toast(
      mainWindow.toasts,
      accepted === wanted.length ? 'good' : 'info',
      text.orders.cancelled(accepted, wanted.length),
    )
  }
  const stop = (): void => {
    stopped.current = true
  }
  return { progress, run, stop }
}
