import { createStore } from 'zustand/vanilla'
import type { ProfileId } from '../../shared/domain/profile.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { PanelId } from '../panels/places.js'

/** Surfaces that lie over the desk; one at a time. */
export type Overlay = 'palette' | 'shortcuts' | 'settings' | 'profiles' | 'lock-settings' | 'arm' | 'about' | 'resume' | 'kill' | 'step-up'

/** What the dock and the overlays are asked to show. The dock itself lives in the app; panels only ask. */
export interface LayoutState {
  readonly overlay: Overlay | null
  /** The profile that the overlay is about, where it is about one. */
  readonly profile: ProfileId | null
  /** A panel to bring to the front (and open if it is closed); the dock answers each nonce once. */
  readonly focus: { readonly panel: PanelId; readonly nonce: number } | null
  /** An order that the orders panel is asked to show alone; the panel takes it. */
  readonly order: ClientOrderId | null
  /** Grows when the default workspace is asked for. */
  readonly resetNonce: number
  /** Grows when the active panel is to be closed. */
  readonly closeNonce: number
}

export const createLayoutStore = () => createStore<LayoutState>(() => ({ overlay: null, profile: null, focus: null, order: null, resetNonce: 0, closeNonce: 0 }))
export type LayoutStore = ReturnType<typeof createLayoutStore>

export function openPanel(store: LayoutStore, panel: PanelId): void {
  store.setState((state) => ({ focus: { panel, nonce: (state.focus?.nonce ?? 0) + 1 } }))
}

/** Brings the orders to the front with this one in sight. */
export function showOrder(store: LayoutStore, order: ClientOrderId): void {
  store.setState({ order })
  openPanel(store, 'orders')
}

/** Takes an overlay away where it is still the one that shows: what ends late must not close what came meanwhile, a halt above all. */
export const closeOverlay = (store: LayoutStore, overlay: Overlay | null): void => {
  if (store.getState().overlay === overlay) store.setState({ overlay: null, profile: null })
}
export const showOverlay = (store: LayoutStore, overlay: Overlay | null, profile: ProfileId | null = null): void => store.setState({ overlay, profile })
export const resetWorkspace = (store: LayoutStore): void => store.setState((state) => ({ resetNonce: state.resetNonce + 1 }))
