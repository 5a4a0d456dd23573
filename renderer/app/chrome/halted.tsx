import { OctagonX } from 'lucide-react'
import type { Message } from '../../../shared/messages/message.js'
import { ownMessage } from '../../format/own-message.js'
import { useAllRows, useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { workingOrders } from './working-orders.js'

/** How often the working orders are counted. */
const COUNT_MS = 500

/** Banner shown while trading is halted. It cannot be dismissed; only resuming removes it. */
export function Halted() {
  const text = useText()
  const mainWindow = useMainWindow()
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  const why = useSlice(
    mainWindow.session,
    (state) =>
      state.value?.notices.findLast((notice) => notice.code === 'trading-halted')?.detail ?? null,
  )
  if (!halted) return null
  return (
    <div className="notice halted" data-testid="halted">
      <OctagonX size={15} aria-hidden />
      <p>
        <strong>{text.halt.strip}</strong> <Working />
        {why !== null && !isHaltedByHand(why) && <> {ownMessage(why)}</>}
      </p>
      <Button size="small" onClick={() => showOverlay(mainWindow.layout, 'resume')}>
        {text.halt.resumeCommand}
      </Button>
    </div>
  )
}

/** What still works at the broker. */
function Working() {
  const { halt } = useText()
  const mainWindow = useMainWindow()
  const isListed = useSlice(mainWindow.session, ({ value }) => value?.ordersListed === true)
  const orders = useAllRows(mainWindow.orders, COUNT_MS)
  switch (workingOrders(isListed, orders)) {
    case 'some':
      return halt.stays
    case 'none':
      return halt.working(0)
    case 'unknown':
      return halt.unknown
  }
}

/** True when the person halted trading in a window, and no limit and no fault did it. */
const isHaltedByHand = (why: Message): boolean => why.code === 'session.haltedByHand'
