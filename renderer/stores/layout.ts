import { createStore } from 'zustand/vanilla'
import type { ProfileId } from '../../shared/domain/app/profile.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { PanelId } from '../panels/panel-ids.js'

/** Surfaces that lie over the desk; one at a time. */
export const OVERLAYS = [
  'palette',
  'shortcuts',
  'settings',
  'profiles',
  'lock-settings',
  'arm',
  'about',
  'resume',
  'kill',
  'step-up',
] as const
export type Overlay = (typeof OVERLAYS)[number]

/**
 * What the dock and the overlays are asked to show. The dock itself lives in the app; panels only
 * ask.
 */
export interface LayoutState {
  readonly overlay: Overlay | null
  /** Names one showing of an overlay: grows with each, also when the same one comes again. */
  readonly shown: number
  /** The profile that the overlay is about, where it is about one. */
  readonly profile: ProfileId | null
  /** A panel to bring to the front (and open if it is closed); the dock takes it. */
  readonly focus: PanelId | null
  /** An order that the orders panel is asked to show alone; the panel takes it. */
  readonly order: ClientOrderId | null
  /** Grows when the default workspace is asked for. */
  readonly resetNonce: number
  /** Grows when the active panel is to be closed. */
  readonly closeNonce: number
}

export const createLayoutStore = () =>
  createStore<LayoutState>(() => ({
    overlay: null,
    shown: 0,
    profile: null,
    focus: null,
    order: null,
    resetNonce: 0,
    closeNonce: 0,
  }))
export type LayoutStore = ReturnType<typeof createLayoutStore>

export function openPanel(store: LayoutStore, panel: PanelId): void {
  store.setState({ focus: panel })
}

/** Brings the orders to the front with this one in sight. */
export function showOrder(store: LayoutStore, order: ClientOrderId): void {
  store.setState({ order })
  openPanel(store, 'orders')
}

/**
 * Shows an overlay, over whatever lies there: for what the person has just asked for, and for a
 * halt, which comes before everything.
 */
export const showOverlay = (
  store: LayoutStore,
  overlay: Overlay,
  profile: ProfileId | null = null,
): void => store.setState(({ shown }) => ({ overlay, profile, shown: shown + 1 }))

/**
 * Shows an overlay that an answer calls for. False, and nothing happens, where another lies there
 * by now: somebody may be typing in it.
 */
export function offerOverlay(store: LayoutStore, overlay: Overlay): boolean {
  if (store.getState().overlay !== null) return false
  showOverlay(store, overlay)
  return true
}

/**
 * The only way to take an overlay away: by the showing that is meant (`shown`, as it was when the
 * person pressed or saw it). What ends late
 * can then never close what came meanwhile, a halt above all.
 */
export const closeOverlay = (store: LayoutStore, shown: number): void => {
  if (store.getState().shown === shown) store.setState({ overlay: null, profile: null })
}
export const resetWorkspace = (store: LayoutStore): void =>
  store.setState((state) => ({ resetNonce: state.resetNonce + 1 }))
