import { eq, type Decimal } from '../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../shared/domain/instruction.js'
import { isFinal, isUncertain } from '../../../shared/domain/order-state.js'
import type { Order, OrderChange } from '../../../shared/domain/order.js'

export interface FoundChange {
  readonly state: 'acknowledged' | 'rejected'
  readonly clientOrderId: Order['clientOrderId']
  readonly text: string
}

const same = (wanted: Decimal | undefined, has: Decimal | null): boolean => wanted === undefined || (has !== null && eq(wanted, has))

const carries = (order: Order, change: OrderChange): boolean =>
  same(change.quantity, order.quantity) && same(change.limitPrice, order.limitPrice) && same(change.stopPrice, order.stopPrice) &&
  (change.type === undefined || change.type === order.type) && (change.timeInForce === undefined || change.timeInForce === order.timeInForce) &&
  (change.trail === undefined || (order.trail !== null && change.trail.kind === order.trail.kind && eq(change.trail.step, order.trail.step)))

/** Whether a replace or cancel whose answer was lost was done, by the order itself; null while the order desk is still asking. */
export function foundChange(action: Exclude<InstructionAction, { readonly kind: 'place' }>, order: Order): FoundChange | null {
  const { clientOrderId } = order
  if (order.pending?.kind === action.kind || isUncertain(order.status)) return null
  if (action.kind === 'cancel') {
    if (order.status === 'cancelled') return { state: 'acknowledged', clientOrderId, text: 'The order is cancelled' }
    return { state: 'rejected', clientOrderId, text: isFinal(order.status) ? `Not cancelled: the order is ${order.status}` : 'Not cancelled: the order is still working' }
  }
  return carries(order, action.change)
    ? { state: 'acknowledged', clientOrderId, text: 'The order was changed' }
    : { state: 'rejected', clientOrderId, text: 'Not changed: the order stands as it was' }
}
