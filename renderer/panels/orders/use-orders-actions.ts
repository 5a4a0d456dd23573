import { useMemo, useState } from 'react'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/order.js'
import { asksFirst } from '../../stores/asking.js'
import { useDesk } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { cancelOrder, replaceOrder } from './order-actions.js'
import { changeOf, editOf } from './order-change.js'
import { createOrdersPanelStore, type OrdersPanelActions } from './orders-state.js'

/** What the person is asked before something is sent. */
export interface Question {
  readonly title: string
  readonly order: Order
  readonly lines: readonly string[]
  readonly look: 'danger primary' | 'primary'
  readonly yes: string
  readonly send: () => void
}

/** Replace and cancel from the rows, with the confirmation that the person set. */
export function useOrdersActions(ask: (question: Question) => void): OrdersPanelActions {
  const desk = useDesk()
  const [store] = useState(createOrdersPanelStore)
  return useMemo(() => {
    const hold = (id: ClientOrderId, on: boolean): void =>
      store.setState((state) => ({
        busy: on ? [...state.busy, id] : state.busy.filter((each) => each !== id),
      }))
    const send = async (order: Order, run: () => Promise<boolean>): Promise<void> => {
      // One request per order at a time, however often the button is pressed.
      if (store.getState().busy.includes(order.clientOrderId)) return
      hold(order.clientOrderId, true)
      const taken = await run()
      hold(order.clientOrderId, false)
      if (taken && store.getState().editing?.id === order.clientOrderId) {
        store.setState({ editing: null })
      }
    }
    const maybeAsk = (question: Question): void =>
      asksFirst(desk) ? ask(question) : question.send()
    return {
      store,
      begin: (order) =>
        store.setState({ editing: { id: order.clientOrderId, edit: editOf(order) } }),
      type: (field, value) =>
        store.setState((state) =>
          state.editing === null
            ? state
            : { editing: { ...state.editing, edit: { ...state.editing.edit, [field]: value } } },
        ),
      undo: () => store.setState({ editing: null }),
      save(order) {
        const { editing } = store.getState()
        if (editing?.id !== order.clientOrderId) return
        // Main checks again with the instrument's own flags; here a fraction is only refused where
        // the order has none.
        const changed = changeOf(order, editing.edit, true)
        if (!changed.ok) {
          return void toast(
            desk.toasts,
            'warn',
            changed.problem === null
              ? text.orders.nothingChanged
              : text.orders.problems[changed.problem],
          )
        }
        maybeAsk({
          title: text.orders.confirmReplace,
          order,
          lines: changed.words,
          look: 'primary',
          yes: text.orders.replace,
          send: () => void send(order, () => replaceOrder(desk, order, changed.change)),
        })
      },
      cancel: (order) =>
        maybeAsk({
          title: text.orders.confirmCancel,
          order,
          lines: [],
          look: 'danger primary',
          yes: text.orders.cancel,
          send: () => void send(order, () => cancelOrder(desk, order)),
        }),
    }
  }, [ask, desk, store])
}
