import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { actionSummary } from '../order-text/order-summary.js'
import { isEmptyAmendment, subjectOf, withAmendment } from '../requests/action.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'

/**
 * Converts an instruction to its row.
 * @param tier the tier of its card's latest evaluation; null when it has no card
 * @param order the order that came of it, as it is now
 */
export const rowOf = (
  instruction: Instruction,
  tier: InstructionRow['tier'],
  order: Pick<Order, 'status'> | null,
): InstructionRow => {
  const action = withAmendment(instruction)
  const { symbol, side } = subjectOf(action)
  const {
    id,
    environment,
    source,
    connectionId,
    connectionName,
    reason,
    requestCount,
    createdAt,
    expiresAt,
    status,
    ending,
    outcome,
  } = instruction
  return {
    id,
    environment,
    source,
    connectionId,
    connectionName,
    action: action.kind,
    line: actionSummary(action, null),
    symbol,
    side,
    reason,
    requestCount,
    createdAt,
    expiresAt,
    status,
    ending: ending?.why ?? null,
    endedAt: ending?.endedAt ?? null,
    amended: !isEmptyAmendment(instruction.amendment),
    outcome: outcome?.state ?? null,
    detail: storedMessage(outcome?.text ?? ending?.detail ?? ''),
    clientOrderId: outcome?.clientOrderId ?? null,
    orderStatus: order?.status ?? null,
    tier,
    requestedLine: isEmptyAmendment(instruction.amendment)
      ? null
      : actionSummary(instruction.action, null),
  }
}
