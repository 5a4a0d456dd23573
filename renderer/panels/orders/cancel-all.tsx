import { useEffect, useRef, useState } from 'react'
import type { AccountId } from '../../../shared/domain/ids.js'
import { symbolKeys, tradedKeys } from '../../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import {
  cancelOrder,
  cancelOrders,
  nameCancels,
  type Progress,
} from '../../ui/orders/order-actions.js'
import { isChangeable } from '../../ui/orders/changeable.js'

/**
 * Cancels every working order, several at once, with progress and a way to stop. Always requires
 * confirmation first.
 */
export function CancelAll({ orders }: { readonly orders: readonly Order[] }) {
  const text = useText()
  const [toConfirm, setToConfirm] = useState<readonly Order[] | null>(null)
  const { progress, run, stop } = useCancelOrders()
  useCancelRequest(setToConfirm)
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
              <Button onClick={() => setToConfirm(null)}>
                {text.dialog.keepOrders(toConfirm.length)}
              </Button>
              <ConfirmButton variant="danger primary" onConfirm={() => confirm(toConfirm)}>
                {text.orders.cancelAll}
              </ConfirmButton>
            </>
          }
        >
          <OrdersByAccount orders={toConfirm} />
          <p>{text.orders.confirmCancelAllBody}</p>
        </Dialog>
      )}
    </>
  )
}

/** Shows the question when a command requests it; a toast where nothing is working. */
function useCancelRequest(ask: (orders: readonly Order[]) => void): void {
  const text = useText()
  const { layout, orders, toasts } = useMainWindow()
  const request = useSlice(layout, (state) => state.cancel)
  useEffect(() => {
    if (request === null) return
    layout.setState({ cancel: null })
    const shown = request.symbol === null ? null : symbolKeys(request.symbol)
    const isWanted = (order: Order): boolean =>
      request.order !== null
        ? order.clientOrderId === request.order
        : shown === null || tradedKeys(order).some((key) => shown.includes(key))
    const found = orders.all().filter((order) => isChangeable(order) && isWanted(order))
    if (found.length > 0) ask(found)
    else toast(toasts, 'info', text.orders.emptyWorking)
  }, [request, layout, orders, toasts, text, ask])
}

/** How many of the orders each account has. */
function OrdersByAccount({ orders }: { readonly orders: readonly Order[] }) {
  const text = useText()
  const accountName = useAccountNames()
  const counts = new Map<AccountId, number>()
  for (const { accountId } of orders) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
  return (
    <ul tabIndex={0} className="plain-list tnum">
      {[...counts].map(([id, count]) => (
        <li key={id}>{text.orders.ofAccount(accountName(id), count)}</li>
      ))}
    </ul>
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
  const run = async (orders: readonly Order[]): Promise<void> => {
    stopped.current = false
    if (!(await nameCancels(mainWindow, orders))) return setProgress(null)
    const accepted = await cancelOrders(
      orders,
      (order) => cancelOrder(mainWindow, order, true),
      stillChangeable,
      setProgress,
      () => stopped.current,
    )
    setProgress(null)
    toast(
      mainWindow.toasts,
      accepted === orders.length ? 'good' : 'info',
      text.orders.cancelled(accepted, orders.length),
    )
  }
  const stop = (): void => {
    stopped.current = true
  }
  return { progress, run, stop }
}
