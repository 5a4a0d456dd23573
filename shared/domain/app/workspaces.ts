import type { Brand } from '../brand.js'
import type { Price, Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { EventOutcome } from '../instruments/event-contract.js'
import type { OrderDraft } from '../orders/order.js'
import type { OrderType, TimeInForce } from '../orders/order-types.js'
import type { Side } from '../side.js'

/** The permanent id of a workspace: also the name of its file. */
export type WorkspaceId = Brand<string, 'WorkspaceId'>
/** The id of a window beside the main window; no two workspaces have the same. */
export type PanelWindowId = Brand<string, 'PanelWindowId'>

export const MAX_WORKSPACES = 50
export const WORKSPACE_NAME_CHARS = 60
/** The longest text of a window's layout. */
export const MAX_LAYOUT_CHARS = 200_000
export const MAX_PANEL_WINDOWS = 32
/** The highest number of panels in one window. */
export const MAX_WINDOW_PANELS = 100

/** A place on the screens, in device-independent px. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A point on the screens, in device-independent px. */
export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

export interface WorkspaceSummary {
  readonly id: WorkspaceId
  readonly name: string
}

/** A window beside the main window, with the panels in it. */
export interface PanelWindowView {
  readonly id: PanelWindowId
  readonly panels: readonly string[]
  /** False once it was closed: the main window takes its panels. */
  readonly isOpen: boolean
}

/**
 * The values that a gesture puts into the ticket; absent members stay unchanged. `symbol` may be of
 * any product: an option by its OCC symbol, a future by its month, an event market.
 */
export interface TicketValues {
  readonly symbol: Symbol
  readonly side?: Side | undefined
  readonly type?: OrderType | undefined
  readonly quantity?: Quantity | undefined
  readonly limitPrice?: Price | undefined
  readonly stopPrice?: Price | undefined
  readonly timeInForce?: TimeInForce | undefined
  /** The side of an event market that is traded. */
  readonly outcome?: EventOutcome | undefined
  /** True when the order is meant to close a position; the ticket shows that. */
  readonly closing?: boolean | undefined
  /** A prepared order, which replaces everything that was entered. */
  readonly draft?: Omit<OrderDraft, 'accountId'> | undefined
  /** The assistant that fills the ticket with `draft`, and the id of that change. */
  readonly filled?: { readonly change: string; readonly assistant: string } | undefined
  /** The id of a change that filled the ticket, which is taken back. */
  readonly withdrawn?: string | undefined
  /** True when the ticket offers exits with the order at once. */
  readonly exits?: boolean | undefined
  /** The prices of exits that are attached to the order. */
  readonly takeProfit?: Price | undefined
  readonly stopLoss?: Price | undefined
}

/** A panel that a window requested in another window. */
export interface PanelRequest {
  /** Increases with every request. */
  readonly nonce: number
  /** Null for the main window. */
  readonly window: PanelWindowId | null
  readonly panel: string
  readonly part: string | null
}

/** Values that a window put into the ticket of another window. */
export interface TicketRequest {
  /** Increases with every request. */
  readonly nonce: number
  /** Null for the main window. */
  readonly window: PanelWindowId | null
  readonly values: TicketValues
}

/** What every window knows of the workspaces and of the other windows. */
export interface WindowsView {
  /** Null until the workspaces were read. */
  readonly current: WorkspaceId | null
  readonly workspaces: readonly WorkspaceSummary[]
  /** The symbols of the link groups, by group. */
  readonly symbols: Readonly<Record<string, Symbol | null>>
  readonly windows: readonly PanelWindowView[]
  readonly request: PanelRequest | null
  /** Apart from the requested panel: a stream passes on the last state only. */
  readonly ticket: TicketRequest | null
  /** Increases with every change of a preference. */
  readonly preferences: number
  /** Increases with every change of `symbols`. */
  readonly revision: number
}
