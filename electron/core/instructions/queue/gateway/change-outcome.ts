import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import { isFinal, isUncertain } from '../../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { showsChange } from '../../../orders/reconcile/order-reports.js'
import { changesOf, type ReplaceAction } from '../../requests/order-changes.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'

export interface ChangeOutcome {
  readonly state: 'acknowledged' | 'rejected'
  readonly clientOrderId: Order['clientOrderId']
  readonly text: string
}

/** True when the order shows the requested change. */
const hasChange = (order: Order, { change }: Pick<ReplaceAction, 'change'>): boolean =>
  showsChange(order, change)

/**
 * True when a group of orders changed. They change all or none, so one order that shows the request
 * and did not before proves all of them. Later fills or reductions by another order of the group
 * prove nothing.
 */
function isGroupChanged(
  changes: readonly { readonly requested: ReplaceAction; readonly order: Order }[],
): boolean {
  const conclusive = changes.filter(({ requested }) => !hasChange(requested.before, requested))
  return (
    conclusive.length === 0 ||
    conclusive.some(({ requested, order }) => hasChange(order, requested))
  )
}

/**
 * Determines from the orders whether a replace or cancellation without a response took effect. Null
 * while the broker is still being queried, or when an order is unknown.
 */
export function changeOutcome(
  action: Exclude<InstructionAction, { readonly kind: 'place' }>,
  find: (id: Order['clientOrderId']) => Order | undefined,
): ChangeOutcome | null {
  const { clientOrderId } = action
  if (action.kind === 'cancel') {
    const order = find(clientOrderId)
    if (order === undefined || order.pending?.kind === 'cancel' || isUncertain(order.status)) {
      return null
    }
    if (order.status === 'cancelled') {
      return {
        state: 'acknowledged',
        clientOrderId,
        text: inEnglish(message('outcomes.orderCanceled')),
      }
    }
    return {
      state: 'rejected',
      clientOrderId,
      text: isFinal(order.status)
        ? inEnglish(message('outcomes.notCanceled', { status: order.status }))
        : inEnglish(message('outcomes.stillWorking')),
    }
  }
  const replacements: { readonly requested: ReplaceAction; readonly order: Order }[] = []
  const changes = changesOf(action)
  for (const requested of changes) {
    const order = find(requested.clientOrderId)
    if (order === undefined || order.pending?.kind === 'replace' || isUncertain(order.status)) {
      return null
    }
    replacements.push({ requested, order })
  }
  const [first] = replacements
  if (changes.length === 1 && first !== undefined) {
    return hasChange(first.order, first.requested)
      ? { state: 'acknowledged', clientOrderId, text: inEnglish(message('outcomes.changed')) }
      : { state: 'rejected', clientOrderId, text: inEnglish(message('outcomes.notChanged')) }
  }
  return isGroupChanged(replacements)
    ? { state: 'acknowledged', clientOrderId, text: inEnglish(message('outcomes.groupChanged')) }
    : { state: 'rejected', clientOrderId, text: inEnglish(message('outcomes.groupNotChanged')) }
}
