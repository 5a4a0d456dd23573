import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../../shared/domain/orders/order.js'
import { useMainWindow } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { cancelOrder, cancelSequence, type Progress } from './order-actions.js'
import { isChangeable } from './order-filter.js'

/**
 * Cancels every working order, one after another, with progress and a way to stop. Always requires
 * confirmation first.
 */
export function CancelAll({ orders }: { readonly orders: readonly Order[] }) {
  const mainWindow = useMainWindow()
  const [toConfirm, setToConfirm] = useState<readonly Order[] | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const stop = useRef(false)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )

  const run = async (wanted: readonly Order[]): Promise<void> => {
    setToConfirm(null)
    stop.current = false
    const present = (order: Order): Order | undefined => {
      const now = mainWindow.orders.get(order.clientOrderId)
      return now !== undefined && isChangeable(now) ? now : undefined
    }
    const accepted = await cancelSequence(
      wanted,
      (order) => cancelOrder(mainWindow, order, true),
      present,
      setProgress,
      () => stop.current,
    )
    setProgress(null)
    toast(
      mainWindow.toasts,
      accepted === wanted.length ? 'good' : 'info',
      text.orders.cancelled(accepted, wanted.length),
    )
  }

  if (progress !== null) {
    return (
      <>
        <span className="dim tnum" role="status">
          {text.orders.cancelling(progress.done, progress.total)}
        </span>
        <Button
          size="small"
          onClick={() => {
            stop.current = true
          }}
        >
          {text.orders.stop}
        </Button>
      </>
    )
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
              <Button variant="danger primary" onClick={() => void run(toConfirm)}>
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
