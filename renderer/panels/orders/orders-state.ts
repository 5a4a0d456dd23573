import { createContext, useContext } from 'react'
import { createStore } from 'zustand/vanilla'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { oncePerWindow } from '../../stores/instances/window-store.js'
import type { OrderChanges } from '../../ui/orders/order-changes.js'
import type { Edit, TypedEdit } from '../../ui/orders/order-change.js'

export interface OrdersPanelState {
  /**
   * What the person typed in the rows that are being edited. An edit stays in its row until it is
   * sent, undone, or its order has ended; another edit, another tab or a filter changes nothing.
   * Fields without an entry follow the order: it may be changed elsewhere while the row is hidden,
   * and sending must not take that back.
   */
  readonly edits: Readonly<Partial<Record<ClientOrderId, TypedEdit>>>
}

export interface OrdersPanelActions {
  readonly store: ReturnType<typeof createOrdersPanelStore>
  /** Requests of this window that are in flight; the buttons of their orders are disabled. */
  readonly changes: OrderChanges
  begin(order: Order): void
  type(order: Order, field: keyof Edit, value: string): void
  undo(order: Order): void
  save(order: Order): void
  cancel(order: Order): void
}

export const createOrdersPanelStore = () => createStore<OrdersPanelState>(() => ({ edits: {} }))

/** Returns the one store of a window; it outlives the panel. */
export const ordersPanelStoreOf = oncePerWindow(() => ({ value: createOrdersPanelStore() }))

const ActionsContext = createContext<OrdersPanelActions | null>(null)
export const OrdersPanelProvider = ActionsContext.Provider

export function useOrderActions(): OrdersPanelActions {
  const actions = useContext(ActionsContext)
  if (actions === null) throw new Error('an order cell was rendered outside its panel')
  return actions
}
