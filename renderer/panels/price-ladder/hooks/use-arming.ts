import { useEffect } from 'react'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { armedPanelsOf, type DisarmReason } from '../../../stores/submit/armed-panels.js'
import type { PanelId } from '../../../stores/panel-id.js'

/** Whether a panel is armed, and the switch of that. */
export interface Arming {
  readonly panel: PanelId
  readonly isArmed: boolean
  /** Why it was disarmed last, without the person's hand; null otherwise. */
  readonly reason: DisarmReason | null
  /** How long it has been armed, in ms; null while it is not. */
  armedFor(): number | null
  set(isArmed: boolean): void
}

/** Returns whether this panel is armed, and switches that. Escape disarms it from anywhere. */
export function useArming(): Arming {
  const mainWindow = useMainWindow()
  const panel = useSlice(mainWindow.selection, (state) => state.panel) ?? ''
  const armed = armedPanelsOf(mainWindow)
  const isArmed = useSlice(armed.state, (state) => state.armed[panel] !== undefined)
  const reason = useSlice(armed.state, (state) => state.reasons[panel] ?? null)
  useEffect(() => {
    if (!isArmed) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') armed.disarm(panel)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [armed, isArmed, panel])
  return {
    panel,
    isArmed,
    reason,
    armedFor: () => armed.armedFor(panel),
    set(wanted: boolean): void {
      if (wanted) armed.arm(panel)
      else armed.disarm(panel)
    },
  }
}
