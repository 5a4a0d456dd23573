import type { LayoutStore } from '../../stores/layout.js'
import type { PanelId } from '../../stores/panel-id.js'

/** The page's address in safe mode ends with this; main opens it after repeated crashes. */
const SAFE_QUERY = '?safe=1'

/** The panels of safe mode: what a person needs to see and to close what is open, and no chart. */
export const SAFE_PANELS: readonly PanelId[] = ['positions', 'orders', 'session', 'ticket']

/** The part of a window that holds the page's address. */
type AddressedWindow = Pick<Window, 'location' | 'history'>

/** Starts in safe mode when the page was opened so. */
export function readSafeMode({ location }: AddressedWindow, layout: LayoutStore): void {
  if (location.search === SAFE_QUERY) layout.setState({ safeMode: true })
}

/**
 * Shows the saved workspace again. The address changes too, so that a later reload of the page does
 * not return to safe mode.
 */
export function leaveSafeMode({ location, history }: AddressedWindow, layout: LayoutStore): void {
  history.replaceState(null, '', location.pathname)
  layout.setState({ safeMode: false })
}
