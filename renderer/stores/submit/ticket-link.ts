import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Price, Quantity } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { OrderType } from '../../../shared/domain/orders/order-types.js'
import type { Side } from '../../../shared/domain/side.js'
import { oncePerWindow } from '../instances/window-store.js'
import type { MainWindow } from '../main-window.js'

/** The prices of the ticket that can be moved over a chart. */
export type TicketPriceField = 'limitPrice' | 'stopPrice' | 'takeProfit' | 'stopLoss'

/** A price of the ticket's order, or of an exit that is sent with it. */
export interface TicketPrice {
  readonly field: TicketPriceField
  readonly price: Price
}

/** The order in the ticket, as far as it is entered. Nothing of it is sent. */
export interface ShownTicket {
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  /** Null while no number of units is entered. */
  readonly quantity: Quantity | null
  readonly outcome: EventOutcome
  /** True when the order is meant to close a position. */
  readonly closing: boolean
  readonly prices: readonly TicketPrice[]
  /** True when the order is reviewed before it is sent. */
  readonly confirms: boolean
  /** True when a stop-loss can be sent with the order, of which one cancels the other. */
  readonly canLink: boolean
}

/** What other panels may do with the ticket that is shown. */
export interface TicketActions {
  setPrice(field: TicketPriceField, price: Price): void
  /** Attaches a stop-loss to an order that closes a position. */
  attachStop(price: Price): void
  /** Presses the ticket's own button. Returns false when the order is incomplete. */
  submit(): boolean
  /** Empties the ticket. */
  discard(): void
}

export interface TicketLink {
  readonly shown: ShownTicket
  readonly actions: TicketActions
}

/** The ticket of this window; null while none is shown. */
export type TicketLinkStore = StoreApi<{ readonly link: TicketLink | null }>

/** Returns the one link of a window to its ticket. */
export const ticketLinkOf: (mainWindow: MainWindow) => TicketLinkStore = oncePerWindow(() => ({
  value: createStore<{ readonly link: TicketLink | null }>(() => ({ link: null })),
}))
