import { useMemo } from 'react'
import type { Order } from '../../../shared/domain/orders/order.js'
import { useMainWindow } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { orderChangesOf, type PendingConfirmation } from '../../ui/orders/order-changes.js'
import { changeOf, shownEdit, type TypedEdit } from '../../ui/orders/order-change.js'
import { ordersPanelStoreOf, type OrdersPanelActions } from './orders-state.js'

/** Handles replace and cancel from the rows, with confirmation as the person's setting requires. */
export function useOrdersActions(
  showConfirmation: (confirmation: PendingConfirmation) => void,
): OrdersPanelActions {
  const mainWindow = useMainWindow()
  const store = ordersPanelStoreOf(mainWindow)
  return useMemo(() => {
    const changes = orderChangesOf(mainWindow)
    const setEdit = ({ clientOrderId: id }: Order, edit: TypedEdit | null): void =>
      store.setState(({ edits: { [id]: _before, ...others } }) => ({
        edits: edit === null ? others : { ...others, [id]: edit },
      }))
    const clearEdit = (order: Order) => (accepted: boolean) => {
      if (accepted) setEdit(order, null)
    }
    return {
      store,
      changes,
      begin: (order) => setEdit(order, {}),
      type(order, field, value) {
        const edit = store.getState().edits[order.clientOrderId]
        if (edit !== undefined) setEdit(order, { ...edit, [field]: value })
      },
      undo: (order) => setEdit(order, null),
      save(order) {
        const edit = store.getState().edits[order.clientOrderId]
        if (edit === undefined) return
        // Main checks again with the instrument's own flags; here a fraction is refused only where
        // the order has none.
        const changed = changeOf(order, shownEdit(order, edit), true)
        if (!changed.ok) {
          const { problem } = changed
          return void toast(mainWindow.toasts, 'warn', ({ orders }) =>
            problem === null ? orders.nothingChanged : orders.problems[problem],
          )
        }
        changes.replace(order, changed, showConfirmation, clearEdit(order))
      },
      cancel: (order) => changes.cancel(order, showConfirmation, clearEdit(order)),
    }
  }, [showConfirmation, mainWindow, store])
}
