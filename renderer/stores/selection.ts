import { createStore } from 'zustand/vanilla'
import type { Price, Quantity } from '../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId, Symbol } from '../../shared/domain/ids.js'
import type { EventOutcome } from '../../shared/domain/instruments/event-contract.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import type { OrderType, TimeInForce } from '../../shared/domain/orders/order-types.js'
import type { Side } from '../../shared/domain/side.js'

/** Panels of one color follow the same symbol. */
const LINK_GROUPS = ['blue', 'amber', 'violet'] as const
export type LinkGroup = (typeof LINK_GROUPS)[number]
export const FIRST_GROUP: LinkGroup = 'blue'

/**
 * The values that a gesture elsewhere puts into the ticket; absent members stay unchanged. `symbol`
 * may be of any product: an option by its OCC symbol, a future by its month, an event market.
 */
export interface TicketPrefill {
  /** Increases with every gesture, so that two equal ones are distinct. */
  readonly nonce: number
  readonly symbol: Symbol
  readonly side?: Side
  readonly type?: OrderType
  readonly quantity?: Quantity
  readonly limitPrice?: Price
  readonly stopPrice?: Price
  readonly timeInForce?: TimeInForce
  /** The side of an event market that is traded. */
  readonly outcome?: EventOutcome
  /** True when the order is meant to close a position; the ticket shows that. */
  readonly closing?: boolean
  /** A prepared order, which replaces everything that was entered. */
  readonly draft?: Omit<OrderDraft, 'accountId'>
  /** The assistant that fills the ticket with `draft`, and the id of that change. */
  readonly filled?: FilledBy
  /** The id of a change that filled the ticket, which is taken back. */
  readonly withdrawn?: string
  /** True when the ticket offers exits with the order at once. */
  readonly exits?: boolean
  /** The prices of exits that are attached to the order. */
  readonly takeProfit?: Price
  readonly stopLoss?: Price
}

export interface FilledBy {
  readonly change: string
  readonly assistant: string
}

/** The person's selections: shared by panels through link groups, never sent to main. */
export interface SelectionState {
  readonly symbols: Readonly<Record<LinkGroup, Symbol | null>>
  readonly prefill: TicketPrefill | null
  /** The outcome of event markets whose prices are shown and that the ticket trades. */
  readonly outcome: EventOutcome
  /** The row highlighted in blotter and chart. */
  readonly order: { readonly accountId: AccountId; readonly clientOrderId: ClientOrderId } | null
}

export function createSelectionStore() {
  return createStore<SelectionState>(() => ({
    symbols: { blue: null, amber: null, violet: null },
    prefill: null,
    outcome: 'yes',
    order: null,
  }))
}
export type SelectionStore = ReturnType<typeof createSelectionStore>

/** Shows `symbol` in every panel of the group. */
export function selectSymbol(
  store: SelectionStore,
  symbol: Symbol,
  group: LinkGroup = FIRST_GROUP,
): void {
  store.setState((state) => ({ symbols: { ...state.symbols, [group]: symbol } }))
}

/**
 * Puts values into the ticket of the first group, as a draft: nothing is sent until the person
 * sends it there.
 */
export function prefillTicket(store: SelectionStore, prefill: Omit<TicketPrefill, 'nonce'>): void {
  store.setState((state) => ({
    symbols: { ...state.symbols, [FIRST_GROUP]: prefill.symbol },
    prefill: { ...prefill, nonce: (state.prefill?.nonce ?? 0) + 1 },
    outcome: prefill.outcome ?? state.outcome,
  }))
}

/** Shows the prices of an outcome of event markets: those of the other one differ. */
export function selectOutcome(store: SelectionStore, outcome: EventOutcome): void {
  store.setState({ outcome })
}
