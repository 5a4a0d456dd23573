import { ShieldAlert } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { leaveSafeMode } from '../workspace/safe-mode.js'

/** Shown while the window is in safe mode, with the way out of it. */
export function SafeModeStrip() {
  const text = useText()
  const mainWindow = useMainWindow()
  const safeMode = useSlice(mainWindow.layout, (state) => state.safeMode)
  if (!safeMode) return null
  return (
    <div className="notice" data-testid="safe-mode">
      <ShieldAlert size={15} aria-hidden />
      <p>
        <strong>{text.safeMode.strip}</strong> {text.safeMode.stays}
      </p>
      <Button size="small" onClick={() => leaveSafeMode(window, mainWindow.layout)}>
        {text.safeMode.leave}
      </Button>
    </div>
  )
}
