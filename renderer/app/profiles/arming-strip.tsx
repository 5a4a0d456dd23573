import { ShieldAlert } from 'lucide-react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'

/**
 * Shown on a live account while trading is not allowed in this session: data shows, only cancels
 * are sent.
 */
export function ArmingStrip() {
  const messages = useText().profiles.arm
  const mainWindow = useMainWindow()
  const off = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.environment === 'production' && !state.value.armed,
  )
  if (!off) return null
  return (
    <div className="notice">
      <ShieldAlert size={14} aria-hidden />
      <p>
        <strong>{messages.tradingOff}</strong> {messages.tradingOffHint}
      </p>
      <Button size="small" onClick={() => showOverlay(mainWindow.layout, 'arm')}>
        {messages.allowTrading}
      </Button>
    </div>
  )
}
