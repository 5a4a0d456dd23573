import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { accountOf } from './action.js'

/** Returns the id of the order that an approved instruction placed, changed or canceled. */
export const orderIdOf = ({ action, outcome, status }: Instruction): ClientOrderId | null =>
  status !== 'APPROVED'
    ? null
    : action.kind === 'place'
      ? (outcome?.clientOrderId ?? null)
      : action.clientOrderId

/**
 * Returns the order that came of an instruction, as it is among these orders; null without one, or
 * when it is not among them (CONFIRM-43).
 */
export function presentOrder(instruction: Instruction, orders: readonly Order[]): Order | null {
  const id = orderIdOf(instruction)
  if (id === null) return null
  const accountId = accountOf(instruction.action)
  return orders.find((row) => row.clientOrderId === id && row.accountId === accountId) ?? null
}
