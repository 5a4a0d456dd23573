import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import { actionSummary } from '../order-text/order-summary.js'
import { isEmptyAmendment, subjectOf, withAmendment } from '../requests/action.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'

/**
 * Converts an instruction to its row.
 * @param tier the tier of its card's latest evaluation; null when it has no card
 */
export const rowOf = (instruction: Instruction, tier: InstructionRow['tier']): InstructionRow => {
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
    tier,
    requestedLine: isEmptyAmendment(instruction.amendment)
      ? null
      : actionSummary(instruction.action, null),
  }
}
