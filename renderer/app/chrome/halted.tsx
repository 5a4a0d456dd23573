import { ownMessage } from '../../format/own-message.js'
import { OctagonX } from 'lucide-react'
import { useAllRows, useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import type { Message } from '../../../shared/messages/message.js'
import { isFinal, type OrderStatus } from '../../../shared/domain/orders/order-state.js'

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

/**
 * Says whether orders work at the broker. That none does is known only once every list of open
 * orders was read, and that some do only from a row.
 */
export function workingOrders(
  isListed: boolean,
  orders: readonly { readonly status: OrderStatus }[],
): 'some' | 'none' | 'unknown' {
  if (orders.some(({ status }) => !isFinal(status))) return 'some'
  return isListed ? 'none' : 'unknown'
}
