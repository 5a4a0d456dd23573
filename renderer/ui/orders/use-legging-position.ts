import { useCallback, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import { leggingPosition, type OrderWithLeg } from '../../format/order-draft.js'
import { useMainWindow } from '../../stores/context.js'

/** Returns the held position to which an order adds a leg, or from which it takes one. */
export function useLeggingPosition(order: OrderWithLeg): Position | undefined {
  const { positions } = useMainWindow()
  return useSyncExternalStore(
    useCallback((wake) => positions.onAny(wake), [positions]),
    useCallback(() => leggingPosition(order, positions.all()), [order, positions]),
  )
}

/** Returns what finds the held position of an order among the positions of the window. */
export function useLeggingPositions(): (order: OrderWithLeg) => Position | undefined {
  const { positions } = useMainWindow()
  return useCallback((order) => leggingPosition(order, positions.all()), [positions])
}
