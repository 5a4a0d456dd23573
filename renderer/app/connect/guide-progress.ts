import { showOverlay } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { setPreferences } from '../../stores/preferences.js'

/** Opens the guide, and lets its strip lead on after the window changed to the sandbox. */
export function connectAccount({ layout, preferences, invoke }: MainWindow): void {
  void setPreferences(preferences, invoke, { tourDone: true, connecting: true })
  showOverlay(layout, 'connect')
}

/** Ends the guide: its strip does not show again. */
export const endGuide = ({ preferences, invoke }: MainWindow): void =>
  void setPreferences(preferences, invoke, { connecting: false })
