import * as z from './interpreted-schemas.js'
import { createStore } from 'zustand/vanilla'
import type { Position } from '../../shared/domain/account/account.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { asQuantity, sub, type Decimal } from '../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import { draftTermsOf } from '../../shared/domain/orders/draft-terms.js'
import { isRollOrder } from '../../shared/domain/orders/effect/roll.js'
import { isFinal } from '../../shared/domain/orders/order-state.js'
import type { Order } from '../../shared/domain/orders/order.js'
import { setKnownRolls } from '../format/instrument-name.js'
import type { MainWindow } from '../stores/main-window.js'
import { persistEntries, windowsStorage } from '../stores/page-entries.js'

interface RollState {
  readonly orders: readonly ClientOrderId[]
}
/** The highest number of orders that are remembered; the oldest are forgotten. */
const MAX_ROLLS = 500
const zSaved = z.object({ orders: z.array(z.string()).check(z.maxLength(MAX_ROLLS)) })

/** True for a working order that moves options that are held to another day. */
export function rollsNow(order: Order, positions: readonly Position[]): boolean {
  const { accountId, assetClass, symbol, side, quantity, status, filledQuantity } = order
  const terms = draftTermsOf(order.terms)
  if (isFinal(status) || quantity === null || terms === null) return false
  const units = asQuantity(sub<Decimal>(quantity, filledQuantity))
  const ordered = { accountId, assetClass, symbol, side, terms }
  return isRollOrder(ordered, units, quantity, positions)
}

/** Remembers the orders that roll a position, so that they bear that name after their fill too. */
export function followRolls(
  mainWindow: Pick<MainWindow, 'orders' | 'positions' | 'appState'>,
): Disposer {
  const store = createStore<RollState>(() => ({ orders: [] }))
  setKnownRolls((order) => store.getState().orders.includes(order))
  const { orders, positions } = mainWindow
  const rememberRolls = (): void => {
    const known = store.getState().orders
    const found = orders
      .all()
      .filter((order) => !known.includes(order.clientOrderId) && rollsNow(order, positions.all()))
      .map(({ clientOrderId }) => clientOrderId)
    if (found.length > 0) store.setState({ orders: [...known, ...found].slice(-MAX_ROLLS) })
  }
  const restore = (saved: unknown): void => {
    const state = zSaved.safeParse(saved)
    if (state.success) store.setState(state.data as unknown as RollState)
  }
  const stops = [
    orders.onAny(rememberRolls),
    positions.onKeys(rememberRolls),
    persistEntries(mainWindow, windowsStorage(), {
      name: 'rolls',
      store,
      saved: (state) => state,
      restore,
      follow: restore,
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
