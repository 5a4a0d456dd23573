import { clientOrderId } from '../../../shared/domain/ids.js'
import { useMainWindow, useRow, useSlice } from '../../stores/context.js'
import { isOpen, type Sent } from '../../stores/submit/submit-order.js'

const NO_ORDER = clientOrderId('')

/** Returns whether the last order is still open, by the newest report from the order stream. */
export function useWaiting(sent: Sent | null): boolean {
  const id =
    sent?.outcome.kind === 'unknown' && sent.outcome.order !== null
      ? sent.outcome.order.clientOrderId
      : NO_ORDER
  const lastOrder = useRow(useMainWindow().orders, id)
  return isOpen(sent?.outcome ?? null, lastOrder)
}

/** Returns whether orders are confirmed first, and whether the person turned that off for now. */
export function useConfirmation(): {
  readonly confirms: boolean
  readonly skipsConfirmation: boolean
} {
  const mainWindow = useMainWindow()
  const bySetting = useSlice(mainWindow.preferences, (state) => state.value?.confirmOrders ?? true)
  const skips = useSlice(mainWindow.orderConfirmation, (state) => state.skipConfirmation)
  return { confirms: bySetting && !skips, skipsConfirmation: bySetting && skips }
}
