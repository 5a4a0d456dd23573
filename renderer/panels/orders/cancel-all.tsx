import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../../shared/domain/order.js'
import { useDesk } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { cancelOrder, cancelSequence, type Progress } from './order-actions.js'
import { isChangeable } from './order-filter.js'

/**
 * Cancels every working order, one after another, with its progress and a way to stop. Always asks
 * first.
 */
export function CancelAll({ orders }: { readonly orders: readonly Order[] }) {
  const desk = useDesk()
  const [asked, setAsked] = useState<readonly Order[] | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const stop = useRef(false)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )

  const run = async (wanted: readonly Order[]): Promise<void> => {
    setAsked(null)
    stop.current = false
    const present = (order: Order): Order | undefined => {
      const now = desk.orders.get(order.clientOrderId)
      return now !== undefined && isChangeable(now) ? now : undefined
    }
    const taken = await cancelSequence(
      wanted,
      (order) => cancelOrder(desk, order, true),
      present,
      setProgress,
      () => stop.current,
    )
    setProgress(null)
    toast(
      desk.toasts,
      taken === wanted.length ? 'good' : 'info',
      text.orders.cancelled(taken, wanted.length),
    )
  }

  if (progress !== null) {
    return (
      <>
        <span className="dim tnum" role="status">
          {text.orders.cancelling(progress.done, progress.of)}
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
        look="danger"
        size="small"
        disabled={orders.length === 0}
        onClick={() => setAsked(orders)}
      >
        {text.orders.cancelAll}
      </Button>
      {asked !== null && (
        <Dialog
          title={text.orders.confirmCancelAll(asked.length)}
          onClose={() => setAsked(null)}
          foot={
            <>
              <Button data-autofocus onClick={() => setAsked(null)}>
                {text.dialog.keep}
              </Button>
              <Button look="danger primary" onClick={() => void run(asked)}>
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
