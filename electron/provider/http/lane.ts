import type { Operation } from '../../../shared/wire/operation.js'
import type { HttpLane } from '../../core/net-ports.js'

const LANES: Readonly<Record<string, HttpLane>> = {
  'trading.orders.cancel': 'cancel',
  'trading.orders.place': 'order',
  'trading.orders.batch-place': 'order',
  'trading.orders.replace': 'order',
  'trading.orders.get': 'status',
}

/**
 * Returns the lane of an operation. Tokens share the lane of Order Detail, because every order and
 * cancel needs one.
 */
export function laneOf({ id, effect }: Pick<Operation, 'id' | 'effect'>): HttpLane {
  return LANES[id] ?? (effect === 'session' ? 'status' : 'read')
}
