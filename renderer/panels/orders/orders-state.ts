import { createContext, useContext } from 'react'
import { createStore } from 'zustand/vanilla'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { Edit } from './order-change.js'

export interface OrdersPanelState {
  /** The order whose row is being edited. */
  readonly editing: { readonly id: ClientOrderId; readonly edit: Edit } | null
  /** Orders with a request of this window in flight; their buttons are disabled. */
  readonly busy: readonly ClientOrderId[]
}

export interface OrdersPanelActions {
  readonly store: ReturnType<typeof createOrdersPanelStore>
  begin(order: Order): void
  type(field: keyof Edit, value: string): void
  undo(): void
  save(order: Order): void
  cancel(order: Order): void
}

export const createOrdersPanelStore = () =>
  createStore<OrdersPanelState>(() => ({ editing: null, busy: [] }))

const ActionsContext = createContext<OrdersPanelActions | null>(null)
export const OrdersPanelProvider = ActionsContext.Provider

export function useOrderActions(): OrdersPanelActions {
  const actions = useContext(ActionsContext)
  if (actions === null) throw new Error('an order cell was rendered outside its panel')
  return actions
}
