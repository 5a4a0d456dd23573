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
import { hasSeveralAccounts } from '../../ui/accounts/account-column.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import {
  cancelOrder,
  cancelOrders,
  formatOrder,
  nameCancels,
  type Progress,
} from '../../ui/orders/order-actions.js'
import { isChangeable } from '../../ui/orders/changeable.js'

/** The orders that a person is asked about. */
export interface CancelQuestion {
  readonly orders: readonly Order[]
  /** True to list each order, because the person selected them. */
  readonly isListed: boolean
}

/**
 * Cancels every working order, or the orders that a question names, several at once, with progress
 * and a way to stop. Always requires confirmation first.
 */
export function CancelAll({
  orders,
  question,
  onQuestion,
}: {
  readonly orders: readonly Order[]
  readonly question: CancelQuestion | null
  readonly onQuestion: (question: CancelQuestion | null) => void
}) {
  const text = useText()
  const { progress, run, stop } = useCancelOrders()
  useCancelRequest(onQuestion)
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
    onQuestion(null)
    void run(wanted)
  }
  return (
    <>
      <Button
        variant="danger"
        size="small"
        disabled={orders.length === 0}
        onClick={() => onQuestion({ orders, isListed: false })}
      >
        {text.orders.cancelAll}
      </Button>
      {question !== null && (
        <Dialog
          title={text.orders.confirmCancelAll(question.orders.length)}
          onClose={() => onQuestion(null)}
          foot={
            <>
              <Button onClick={() => onQuestion(null)}>
                {text.dialog.keepOrders(question.orders.length)}
              </Button>
              <ConfirmButton variant="danger primary" onConfirm={() => confirm(question.orders)}>
                {question.isListed
                  ? text.orders.cancelSelected(question.orders.length)
                  : text.orders.cancelAll}
              </ConfirmButton>
            </>
          }
        >
          {question.isListed ? (
            <OrderLines orders={question.orders} />
          ) : (
            <OrdersByAccount orders={question.orders} />
          )}
          <p>{text.orders.confirmCancelAllBody}</p>
        </Dialog>
      )}
    </>
  )
}

/** Shows the question when a command requests it; a toast where nothing is working. */
function useCancelRequest(ask: (question: CancelQuestion) => void): void {
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
    if (found.length > 0) ask({ orders: found, isListed: false })
    else toast(toasts, 'info', (text) => text.orders.emptyWorking)
  }, [request, layout, orders, toasts, text, ask])
}

/** Each order in words, with its account where there are several. */
function OrderLines({ orders }: { readonly orders: readonly Order[] }) {
  const text = useText()
  const accountName = useAccountNames()
  const withAccount = hasSeveralAccounts(orders)
  return (
    <ul tabIndex={0} className="plain-list tnum">
      {orders.map((order) => (
        <li key={order.clientOrderId}>
          <strong>{formatOrder(order, text)}</strong>
          {withAccount && <span className="dim"> {accountName(order.accountId)}</span>}
        </li>
      ))}
    </ul>
  )
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
    const accepted = await cancelOrders(orders, {
      cancel: (order) => cancelOrder(mainWindow, order, true),
      present: stillChangeable,
      onProgress: setProgress,
      stopped: () => stopped.current,
    })
    setProgress(null)
    toast(mainWindow.toasts, accepted === orders.length ? 'good' : 'info', (text) =>
      text.orders.cancelled(accepted, orders.length),
    )
  }
  const stop = (): void => {
    stopped.current = true
  }
  return { progress, run, stop }
}
