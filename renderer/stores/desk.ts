import type { Position } from '../../shared/domain/account.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { Fill, Order } from '../../shared/domain/order.js'
import type { Invoke } from '../bridge/client.js'
import type { OpenStream } from '../bridge/stream.js'
import { bindStores } from './bind.js'
import { createLayoutStore, type LayoutStore } from './layout.js'
import { createPreferencesStore, type PreferencesStore } from './preferences.js'
import { createQuoteStore, type QuoteStore } from './quotes.js'
import { createRowStore, type RowStore } from './rows.js'
import { createSelectionStore, type SelectionStore } from './selection.js'
import { createBalanceStore, createHealthStore, createSessionStore, type BalanceStore, type HealthStore, type SessionStore } from './state.js'
import { createToastStore, type ToastStore } from './toasts.js'
import { createViewStore, type ViewStore } from './view.js'

export interface DeskStores {
  readonly session: SessionStore
  readonly health: HealthStore
  readonly balance: BalanceStore
  readonly orders: RowStore<ClientOrderId, Order>
  /** Kept by identity: the provider's executions carry no id, and two alike are two. */
  readonly fills: RowStore<Fill, Fill>
  readonly positions: RowStore<string, Position>
  readonly quotes: QuoteStore
  readonly preferences: PreferencesStore
  readonly selection: SelectionStore
  readonly layout: LayoutStore
  readonly toasts: ToastStore
  readonly view: ViewStore
}

/** Everything a panel may reach: calls, streams and stores. One per window, given down by context. */
export interface Desk extends DeskStores {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  /** This computer's time in ms. */
  now(): number
}

export interface DeskDeps {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Disposer
}

export function createDesk({ invoke, openStream, now, after }: DeskDeps): Desk {
  return {
    invoke, openStream, now,
    session: createSessionStore(), health: createHealthStore(), balance: createBalanceStore(),
    orders: createRowStore<ClientOrderId, Order>((order) => order.clientOrderId),
    fills: createRowStore<Fill, Fill>((fill) => fill),
    positions: createRowStore<string, Position>((position) => position.positionId),
    quotes: createQuoteStore(openStream, after),
    preferences: createPreferencesStore(), selection: createSelectionStore(), layout: createLayoutStore(), toasts: createToastStore(), view: createViewStore(),
  }
}

/** Opens the account's streams; closed by the disposer. */
export function startDesk(desk: Desk): Disposer {
  const unbind = bindStores(desk.openStream, desk)
  return () => {
    unbind()
    desk.quotes.dispose()
  }
}
