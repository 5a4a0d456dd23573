import { createStore } from 'zustand/vanilla'
import type { ProfileId } from '../../shared/domain/app/profile.js'
import type { Position } from '../../shared/domain/account/account.js'
import type { ClientOrderId, Symbol } from '../../shared/domain/ids.js'
import type { ClosePart } from '../../shared/domain/orders/flatten.js'
import type { WorkspaceId } from '../../shared/domain/app/workspaces/workspaces.js'
import type { PanelId } from './panel-id.js'

/** The overlays of the main window; one is open at a time. */
export const OVERLAYS = [
  'palette',
  'shortcuts',
  'settings',
  'profiles',
  'connect',
  'lock-settings',
  'order-limits',
  'updates',
  'arm',
  'about',
  'reset-data',
  'resume',
  'kill',
  'step-up',
  'reset-workspace',
  'workspaces',
  'close-positions',
  'replay-bars',
] as const
export type Overlay = (typeof OVERLAYS)[number]

/** A change of the dock that a command or a menu requests. */
export type DockRequest =
  /** Restores the layout before the last change. */
  | { readonly kind: 'undo' }
  /** Opens another panel of the same kind beside a panel; null for the active one. */
  | { readonly kind: 'another'; readonly panel: PanelId | null }
  /** Moves a panel to a window of its own; null for the active one. */
  | { readonly kind: 'own-window'; readonly panel: PanelId | null }
  /** Returns a panel of another window to the main window; null for the active one. */
  | { readonly kind: 'return'; readonly panel: PanelId | null }
  /** Returns every panel to the main window. */
  | { readonly kind: 'return-all' }
  /** Opens the menu of the active panel's tab. */
  | { readonly kind: 'menu' }
  /** Arranges this number of charts in the center. */
  | { readonly kind: 'charts'; readonly count: 1 | 2 | 4 }
  /** Links every chart to the group of the first, or gives each a symbol of its own. */
  | { readonly kind: 'link-charts'; readonly isOn: boolean }
  /** Saves the current workspace and shows another one. */
  | { readonly kind: 'workspace'; readonly id: WorkspaceId }
  /** Saves the current workspace under a name, which is then the current one. */
  | { readonly kind: 'save-as'; readonly name: string }

/** The positions that the person wants to close, and how much of them. */
export type ClosingRequest =
  | { readonly kind: 'positions'; readonly positions: readonly Position[] }
  | { readonly kind: 'position'; readonly position: Position; readonly part: ClosePart }
  /** Every position of every account. */
  | { readonly kind: 'all' }

/** The part of a panel that receives the focus; null for its first control. */
export type PanelPart = 'symbol' | null

/**
 * What the dock and the overlays should show. The dock itself is in renderer/app; panels only send
 * requests.
 */
export interface LayoutState {
  readonly overlay: Overlay | null
  /**
   * Identifies one opening of an overlay; increases each time, also when the same one opens again.
   */
  readonly shown: number
  /** The profile that the overlay is about; null for other overlays. */
  readonly profile: ProfileId | null
  /** A panel to bring to the front (and open if it is closed); the dock clears it. */
  readonly focus: PanelId | null
  readonly focusPart: PanelPart
  /** A panel to bring to the front without the focus; the dock clears it. */
  readonly front: PanelId | null
  /** The number of news in panels that are not visible, by panel. */
  readonly badges: Readonly<Record<PanelId, number>>
  /** What the overlay `close-positions` is about; null for other overlays. */
  readonly closing: ClosingRequest | null
  /**
   * The working orders that the orders panel should offer to cancel: a single one, the orders of
   * one symbol, or all where both are null; the panel clears it.
   */
  readonly cancel: { readonly symbol: Symbol | null; readonly order: ClientOrderId | null } | null
  /** An order that the orders panel should show alone; the panel clears it. */
  readonly order: ClientOrderId | null
  /** Increases when the default workspace is requested. */
  readonly resetNonce: number
  /** Restores the workspace as it was before the last reset; null before the first. */
  readonly undoReset: (() => void) | null
  /** A change of the dock; the dock clears it. */
  readonly dock: DockRequest | null
  /** True while the last change of the layout can be undone. */
  readonly canUndoLayout: boolean
  /** The panel whose tab menu should open; the tab clears it. */
  readonly tabMenu: PanelId | null
  /** Increases when the active panel should close. */
  readonly closeNonce: number
  /**
   * True after repeated crashes: the dock shows few panels, and the saved workspace is neither used
   * nor changed.
   */
  readonly safeMode: boolean
}

export const createLayoutStore = () =>
  createStore<LayoutState>(() => ({
    overlay: null,
    shown: 0,
    profile: null,
    focus: null,
    focusPart: null,
    front: null,
    badges: {},
    closing: null,
    cancel: null,
    order: null,
    resetNonce: 0,
    undoReset: null,
    dock: null,
    canUndoLayout: false,
    tabMenu: null,
    closeNonce: 0,
    safeMode: false,
  }))
export type LayoutStore = ReturnType<typeof createLayoutStore>

/**
 * Brings a panel to the front and moves the focus into it: to its first control, or to the one that
 * has this `data-part`.
 */
export function openPanel(store: LayoutStore, panel: PanelId, part: PanelPart = null): void {
  store.setState({ focus: panel, focusPart: part })
}

/** Brings a panel to the front, and leaves the focus where it is. */
export function bringToFront(store: LayoutStore, panel: PanelId): void {
  store.setState({ front: panel })
}

/** Brings the orders panel to the front with this order in view. */
export function showOrder(store: LayoutStore, order: ClientOrderId): void {
  store.setState({ order })
  openPanel(store, 'orders')
}

/**
 * Shows an overlay in place of any open one: for the person's own request, and for a halt, which
 * has priority over everything.
 */
export const showOverlay = (
  store: LayoutStore,
  overlay: Overlay,
  profile: ProfileId | null = null,
): void => store.setState(({ shown }) => ({ overlay, profile, shown: shown + 1 }))

/** Opens the review of the orders that close positions; nothing is sent before it is confirmed. */
export const showClosing = (store: LayoutStore, closing: ClosingRequest): void => {
  store.setState({ closing })
  showOverlay(store, 'close-positions')
}

/** Brings the orders panel to the front, which asks before it cancels. */
export function requestCancel(
  store: LayoutStore,
  symbol: Symbol | null,
  order: ClientOrderId | null = null,
): void {
  store.setState({ cancel: { symbol, order } })
  openPanel(store, 'orders')
}

/**
 * Shows an overlay that a reply requires. Does nothing and returns false when another is open: the
 * person may be typing in it.
 */
export function offerOverlay(store: LayoutStore, overlay: Overlay): boolean {
  if (store.getState().overlay !== null) return false
  showOverlay(store, overlay)
  return true
}

/**
 * Closes an overlay; the only way to do so. `shown` identifies the opening as the person saw it, so
 * a late call can never close an overlay opened meanwhile, such as a halt.
 */
export const closeOverlay = (store: LayoutStore, shown: number): void => {
  if (store.getState().shown === shown) store.setState({ overlay: null, profile: null })
}

/** Requests a change of the dock. */
export const changeDock = (store: LayoutStore, dock: DockRequest): void => store.setState({ dock })

/** Opens the default workspace; the person has confirmed it. */
export const resetWorkspace = (store: LayoutStore): void =>
  store.setState((state) => ({ resetNonce: state.resetNonce + 1 }))

/** Restores the workspace as it was before the last reset, once. */
export function undoReset(store: LayoutStore): void {
  const undo = store.getState().undoReset
  store.setState({ undoReset: null })
  undo?.()
}

/** Counts news in a panel; its tab shows the number until the panel is visible. */
export const addBadge = (store: LayoutStore, panel: PanelId, count: number): void =>
  store.setState(({ badges }) => ({
    badges: { ...badges, [panel]: (badges[panel] ?? 0) + count },
  }))

export const clearBadge = (store: LayoutStore, panel: PanelId): void => {
  if ((store.getState().badges[panel] ?? 0) > 0) {
    store.setState(({ badges }) => ({ badges: { ...badges, [panel]: 0 } }))
  }
}
