import { useMemo } from 'react'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { requiresConfirmation } from '../../stores/order-confirmation.js'
import { useMainWindow } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { currentText } from '../../language/window-text.js'
import { cancelOrder, replaceOrder } from './order-actions.js'
import { changeOf, editOf, summarizeChange, type Edit } from './order-change.js'
import { ordersPanelStoreOf, type OrdersPanelActions } from './orders-state.js'

/** The confirmation that the person must answer before something is sent. */
export interface PendingConfirmation {
  readonly title: string
  readonly order: Order
  readonly lines: readonly string[]
  readonly variant: 'danger primary' | 'primary'
  readonly confirmLabel: string
  readonly send: () => void
}

/** Handles replace and cancel from the rows, with confirmation as the person's setting requires. */
export function useOrdersActions(
  showConfirmation: (confirmation: PendingConfirmation) => void,
): OrdersPanelActions {
  const mainWindow = useMainWindow()
  const store = ordersPanelStoreOf(mainWindow)
  return useMemo(() => {
    const hold = (id: ClientOrderId, on: boolean): void =>
      store.setState((state) => ({
        busy: on ? [...state.busy, id] : state.busy.filter((busyId) => busyId !== id),
      }))
    const setEdit = ({ clientOrderId: id }: Order, edit: Edit | null): void =>
      store.setState(({ edits: { [id]: _before, ...others } }) => ({
        edits: edit === null ? others : { ...others, [id]: edit },
      }))
    const send = async (order: Order, run: () => Promise<boolean>): Promise<void> => {
      // One request per order at a time, however often the button is pressed.
      if (store.getState().busy.includes(order.clientOrderId)) return
      hold(order.clientOrderId, true)
      const accepted = await run()
      hold(order.clientOrderId, false)
      if (accepted) setEdit(order, null)
    }
    const confirmIfRequired = (confirmation: PendingConfirmation): void =>
      requiresConfirmation(mainWindow) ? showConfirmation(confirmation) : confirmation.send()
    return {
      store,
      begin: (order) => setEdit(order, editOf(order)),
      type(order, field, value) {
        const edit = store.getState().edits[order.clientOrderId]
        if (edit !== undefined) setEdit(order, { ...edit, [field]: value })
      },
      undo: (order) => setEdit(order, null),
      save(order) {
        const edit = store.getState().edits[order.clientOrderId]
        if (edit === undefined) return
        const text = currentText()
        // Main checks again with the instrument's own flags; here a fraction is refused only where
        // the order has none.
        const changed = changeOf(order, edit, true)
        if (!changed.ok) {
          return void toast(
            mainWindow.toasts,
            'warn',
            changed.problem === null
              ? text.orders.nothingChanged
              : text.orders.problems[changed.problem],
          )
        }
        const lines = summarizeChange(order, changed.next, text)
        confirmIfRequired({
          title: text.orders.confirmReplace,
          order,
          lines,
          variant: 'primary',
          confirmLabel: text.orders.replace,
          send: () =>
            void send(order, () => replaceOrder(mainWindow, order, changed.change, lines)),
        })
      },
      cancel: (order) => {
        const text = currentText()
        confirmIfRequired({
          title: text.orders.confirmCancel,
          order,
          lines: [],
          variant: 'danger primary',
          confirmLabel: text.orders.cancel,
          send: () => void send(order, () => cancelOrder(mainWindow, order)),
        })
      },
    }
  }, [showConfirmation, mainWindow, store])
}
