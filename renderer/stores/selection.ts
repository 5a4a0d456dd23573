import { createStore } from 'zustand/vanilla'
import type { Price, Quantity } from '../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId, Symbol } from '../../shared/domain/ids.js'
import type { EventOutcome } from '../../shared/domain/instruments/event-contract.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import type { OrderType, TimeInForce } from '../../shared/domain/orders/order-types.js'
import type { Side } from '../../shared/domain/side.js'
import { TICKET_PANEL, type PanelId } from './panel-id.js'

/** Panels of one color follow the same symbol, in every window. Stored: never reuse a name. */
export const LINK_GROUPS = ['blue', 'amber', 'violet', 'teal', 'rose', 'olive'] as const
export type LinkGroup = (typeof LINK_GROUPS)[number]
export const FIRST_GROUP: LinkGroup = 'blue'

/** The group of a panel that follows no other: its symbol is its own. */
export type PinnedGroup = `pinned:${PanelId}`
export type SymbolGroup = LinkGroup | PinnedGroup
export const pinnedGroup = (panel: PanelId): PinnedGroup => `pinned:${panel}`

/** Returns the color of a group; null for a panel that follows none. */
export const linkGroupOf = (group: SymbolGroup): LinkGroup | null =>
  LINK_GROUPS.find((link) => link === group) ?? null

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
  /** The position whose leg the order removes, where it legs out of a strategy. */
  readonly legOut?: string
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
  /** By group; a group without an entry has no symbol yet. */
  readonly symbols: Readonly<Partial<Record<SymbolGroup, Symbol | null>>>
  /** The groups of the panels that a person linked otherwise than to the first group. */
  readonly links: Readonly<Partial<Record<PanelId, SymbolGroup>>>
  /** The panel that reads this; for the window itself the active panel, or null. */
  readonly panel: PanelId | null
  readonly prefill: TicketPrefill | null
  /** The outcome of event markets whose prices are shown and that the ticket trades. */
  readonly outcome: EventOutcome
  /** The row highlighted in blotter and chart. */
  readonly order: { readonly accountId: AccountId; readonly clientOrderId: ClientOrderId } | null
}

export function createSelectionStore() {
  return createStore<SelectionState>(() => ({
    symbols: {},
    links: {},
    panel: null,
    prefill: null,
    outcome: 'yes',
    order: null,
  }))
}
export type SelectionStore = ReturnType<typeof createSelectionStore>

/** Returns the group that a panel follows: by default its reader's. */
export const groupOf = (
  { links, panel: reader }: Pick<SelectionState, 'links' | 'panel'>,
  panel: PanelId | null = reader,
): SymbolGroup => (panel === null ? FIRST_GROUP : (links[panel] ?? FIRST_GROUP))

/** True while no panel was linked otherwise than to the first group. */
export const isOneGroup = ({ links }: Pick<SelectionState, 'links'>): boolean =>
  Object.values(links).every((group) => group === FIRST_GROUP)

/** Returns the group whose symbol the ticket trades. */
export const ticketGroup = (state: Pick<SelectionState, 'links' | 'panel'>): SymbolGroup =>
  groupOf(state, TICKET_PANEL)

/** Returns the symbol of a group: by default of the reader's. */
export const symbolOf = (
  state: SelectionState,
  group: SymbolGroup = groupOf(state),
): Symbol | null => state.symbols[group] ?? null

/** Shows `symbol` in every panel of the group; by default of the group of the reader. */
export function selectSymbol(store: SelectionStore, symbol: Symbol, group?: SymbolGroup): void {
  store.setState((state) => ({
    symbols: { ...state.symbols, [group ?? groupOf(state)]: symbol },
  }))
}

/**
 * Puts values into the ticket, as a draft: nothing is sent until the person sends it there. The
 * panels of the ticket's group show its symbol too.
 */
export function prefillTicket(store: SelectionStore, prefill: Omit<TicketPrefill, 'nonce'>): void {
  store.setState((state) => ({
    symbols: { ...state.symbols, [ticketGroup(state)]: prefill.symbol },
    prefill: { ...prefill, nonce: (state.prefill?.nonce ?? 0) + 1 },
    outcome: prefill.outcome ?? state.outcome,
  }))
}

/**
 * Links a panel to a group, or pins it to a symbol of its own. It takes the symbol of its new
 * group; a group without one takes the panel's.
 */
export function linkPanel(store: SelectionStore, panel: PanelId, group: SymbolGroup): void {
  store.setState((state) => {
    const shown = symbolOf(state, groupOf(state, panel))
    const isOwn = linkGroupOf(group) === null
    const symbol = isOwn ? shown : (symbolOf(state, group) ?? shown)
    return {
      links: { ...state.links, [panel]: group },
      symbols: { ...state.symbols, [group]: symbol },
    }
  })
}

/** Forgets the group and the own symbol of a panel that was closed. */
export function unlinkPanel(store: SelectionStore, panel: PanelId): void {
  store.setState((state) => {
    const { [panel]: _link, ...links } = state.links
    const { [pinnedGroup(panel)]: _symbol, ...symbols } = state.symbols
    return { links, symbols }
  })
}

/** Shows the prices of an outcome of event markets: the other outcome has other prices. */
export function selectOutcome(store: SelectionStore, outcome: EventOutcome): void {
  store.setState({ outcome })
}
