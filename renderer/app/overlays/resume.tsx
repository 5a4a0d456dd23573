import { ownMessage } from '../../format/own-message.js'
import { useState } from 'react'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { useAllRows, useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { resumeTrading } from '../commands/halt.js'

/**
 * Ends a halt in two deliberate steps: a check box, then a press. The focus starts on the button
 * that keeps the halt.
 */
export function Resume() {
  const text = useText()
  const mainWindow = useMainWindow()
  const why = useSlice(
    mainWindow.session,
    (state) =>
      state.value?.notices.findLast((notice) => notice.code === 'trading-halted')?.detail ?? null,
  )
  const orders = useAllRows(mainWindow.orders, 500)
  const [understood, setUnderstood] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = useClose()
  const working = orders.filter((order) => !isFinal(order.status)).length
  const resume = (): void => {
    setBusy(true)
    void resumeTrading(mainWindow).then(close)
  }
  return (
    <Dialog
      title={text.halt.title}
      onClose={close}
      foot={
        <>
          <Button data-autofocus onClick={close}>
            {text.halt.stayHalted}
          </Button>
          <Button variant="primary" disabled={!understood || busy} onClick={resume}>
            {text.halt.resume}
          </Button>
        </>
      }
    >
      <div className="stack">
        {why !== null && (
          <p>
            <span className="dim">{text.halt.reason}: </span>
            {ownMessage(why)}
          </p>
        )}
        <p>
          {text.halt.body} <strong className="tnum">{text.halt.working(working)}</strong>
        </p>
        <label className="choice flush">
          <input
            type="checkbox"
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
          />
          {text.halt.understood}
        </label>
      </div>
    </Dialog>
  )
}
