import { useCallback, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { leggingPosition } from '../../format/order-draft.js'
import { useMainWindow } from '../../stores/context.js'

/** Returns the held position to which an order adds a leg, or from which it takes one. */
export function useLeggingPosition(draft: OrderDraft): Position | undefined {
  const { positions } = useMainWindow()
  return useSyncExternalStore(
    useCallback((wake) => positions.onAny(wake), [positions]),
    useCallback(() => leggingPosition(draft, positions.all()), [draft, positions]),
  )
}

/** Returns what finds the held position of an order among the positions of the window. */
export function useLeggingPositions(): (
  order: Parameters<typeof leggingPosition>[0],
) => Position | undefined {
  const { positions } = useMainWindow()
  return useCallback((order) => leggingPosition(order, positions.all()), [positions])
}
