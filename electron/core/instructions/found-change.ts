import type { InstructionAction } from '../../../shared/domain/instruction.js'
import { isFinal, isUncertain } from '../../../shared/domain/order-state.js'
import type { Order } from '../../../shared/domain/order.js'
import { showsChange } from '../orders/intake.js'
import { changesOf, type Replace } from './replacement.js'

export interface FoundChange {
  readonly state: 'acknowledged' | 'rejected'
  readonly clientOrderId: Order['clientOrderId']
  readonly text: string
}

/** As `showsChange` reads an order that was read whole. */
const carries = (order: Order, { change }: Pick<Replace, 'change'>): boolean =>
  showsChange(order, change)

/**
 * Orders of a combination change all or none: one that stands as asked, and did not before, tells
 * of all of them. What has filled or was
 * taken from one by another since then says nothing.
 */
function foundTogether(
  changes: readonly { readonly asked: Replace; readonly order: Order }[],
): boolean {
  const telling = changes.filter(({ asked }) => !carries(asked.before, asked))
  return telling.length === 0 || telling.some(({ asked, order }) => carries(order, asked))
}

/**
 * Whether a replace or cancel whose answer was lost was done, by the orders themselves; null while
 * the order desk is still asking, or one is not known.
 */
export function foundChange(
  action: Exclude<InstructionAction, { readonly kind: 'place' }>,
  find: (id: Order['clientOrderId']) => Order | undefined,
): FoundChange | null {
  const { clientOrderId } = action
  if (action.kind === 'cancel') {
    const order = find(clientOrderId)
    if (order === undefined || order.pending?.kind === 'cancel' || isUncertain(order.status)) {
      return null
    }
    if (order.status === 'cancelled') {
      return { state: 'acknowledged', clientOrderId, text: 'The order is cancelled' }
    }
    return {
      state: 'rejected',
      clientOrderId,
      text: isFinal(order.status)
        ? `Not cancelled: the order is ${order.status}`
        : 'Not cancelled: the order is still working',
    }
  }
  const found: { readonly asked: Replace; readonly order: Order }[] = []
  const changes = changesOf(action)
  for (const asked of changes) {
    const order = find(asked.clientOrderId)
    if (order === undefined || order.pending?.kind === 'replace' || isUncertain(order.status)) {
      return null
    }
    found.push({ asked, order })
  }
  const [one] = found
  if (changes.length === 1 && one !== undefined) {
    return carries(one.order, one.asked)
      ? { state: 'acknowledged', clientOrderId, text: 'The order was changed' }
      : { state: 'rejected', clientOrderId, text: 'Not changed: the order stands as it was' }
  }
  return foundTogether(found)
    ? { state: 'acknowledged', clientOrderId, text: 'The orders were changed' }
    : { state: 'rejected', clientOrderId, text: 'Not changed: the orders stand as they were' }
}
