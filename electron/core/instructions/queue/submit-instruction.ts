import type {
  Instruction,
  InstructionAction,
} from '../../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { Result } from '../../../../shared/domain/result.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { PendingApproval } from '../../orders/gateway/pending-approval.js'
import { comboOfAction, withAmendment } from '../requests/action.js'
import type { ReplaceAction } from '../requests/order-changes.js'
import {
  haveTermsChanged,
  outcomeOfAnswer,
  outcomeOfCombo,
  type DispatchOutcome,
} from './dispatch-outcome.js'
import { clientOrderIdOf } from './hosted-gate.js'
import type { OrderGateway } from './instruction-service-deps.js'

/**
 * Returns the draft of a single order of this program's own endpoint; null for everything else,
 * which is sent only after the records of its approval.
 */
export function singleDraft(instruction: Instruction): OrderDraft | null {
  const action = withAmendment(instruction)
  const isSingle = action.kind === 'place' && comboOfAction(action) === null
  return isSingle && instruction.sourceId === undefined ? action.draft : null
}

const brokenOff = (action: InstructionAction): DispatchOutcome => ({
  state: 'unknown',
  clientOrderId: action.kind === 'place' ? null : action.clientOrderId,
  text: inEnglish(message('outcomes.requestBroken')),
})

/**
 * Submits the single order of an instruction while the records of its approval are written. Never
 * rejects: a request that broke off has an unknown outcome.
 */
export const submitMeanwhile = (
  orderGateway: OrderGateway,
  ticket: string,
  draft: OrderDraft,
  approval: PendingApproval,
): Promise<DispatchOutcome> =>
  orderGateway
    .submitApproved(ticket, draft, approval)
    .then(outcomeOfAnswer, () => brokenOff({ kind: 'place', draft }))

/**
 * Sends the order, the change or the cancellation of an instruction under its ticket. Never rejects: a request that
 * broke off has an unknown outcome.
 */
export async function submitInstruction(
  orderGateway: OrderGateway,
  instruction: Instruction,
  ticket: string,
): Promise<DispatchOutcome> {
  const action = withAmendment(instruction)
  try {
    const combo = comboOfAction(action)
    if (combo !== null) {
      return outcomeOfCombo(await orderGateway.submitCombo(ticket, combo))
    }
    if (action.kind === 'place') {
      const presetId =
        instruction.sourceId === undefined ? [] : ([clientOrderIdOf(instruction.id)] as const)
      return outcomeOfAnswer(await orderGateway.submit(ticket, action.draft, ...presetId))
    }
    // The approval covers the orders as they were shown. Refuse if their terms have changed since.
    if (action.kind === 'replace' && haveTermsChanged(action, orderGateway.orders.all())) {
      return {
        state: 'denied',
        clientOrderId: action.clientOrderId,
        text: inEnglish(message('outcomes.orderChanged')),
      }
    }
    const answer =
      action.kind === 'replace'
        ? await replace(orderGateway, action)
        : await orderGateway.cancel(action.accountId, action.clientOrderId)
    return { ...outcomeOfAnswer(answer), clientOrderId: action.clientOrderId }
  } catch {
    return brokenOff(action)
  }
}

function replace(
  orderGateway: OrderGateway,
  action: ReplaceAction,
): Promise<Result<TradeOutcome, AppError>> {
  const { accountId, clientOrderId, change } = action
  const others = (action.others ?? []).map((other) => ({
    clientOrderId: other.clientOrderId,
    change: other.change,
  }))
  return others.length === 0
    ? orderGateway.replace(accountId, clientOrderId, change)
    : orderGateway.replace(accountId, clientOrderId, change, others)
}
