import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { ComboDraft, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../../../shared/domain/app/app-error.js'
import type { Result } from '../../../../../shared/domain/result.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { causeFields } from '../../../described-error.js'
import type { LogPort } from '../../../ports.js'
import type { ConfirmedPrices } from '../../../orders/gateway/price-questions.js'
import type { PendingApproval } from '../../../orders/gateway/pending-approval.js'
import { comboOfAction, withAmendment } from '../../requests/action.js'
import type { ReplaceAction } from '../../requests/order-changes.js'
import {
  haveTermsChanged,
  outcomeOfAnswer,
  outcomeOfCombo,
  type DispatchOutcome,
} from './dispatch-outcome.js'
import { clientOrderIdOf } from '../hosted-gate.js'
import type { OrderGateway } from '../instruction-service-deps.js'

/** New orders of an instruction: one, or several that are linked. */
type NewOrders =
  | { readonly draft: OrderDraft; readonly combo: null }
  | { readonly draft: null; readonly combo: ComboDraft }

/**
 * Returns the new orders of this program's own endpoint; null for everything else, which is sent
 * only after the records of its approval: a change, because the terms of the order are compared
 * last, a cancellation, and a hosted instruction, because its source has to consent before.
 */
export function newOrdersOf(instruction: Instruction): NewOrders | null {
  const action = withAmendment(instruction)
  if (action.kind !== 'place' || instruction.sourceId !== undefined) return null
  const combo = comboOfAction(action)
  return combo === null ? { draft: action.draft, combo } : { draft: null, combo }
}

/** The approval of an instruction whose records are on disk already. */
const RELEASED: PendingApproval = {
  decided: Promise.resolve(null),
  release: () => Promise.resolve(null),
}

const BROKEN_OFF = { state: 'unknown', text: inEnglish(message('outcomes.requestBroken')) } as const

/**
 * Submits new orders while the records of their approval are written. Never rejects: a request that
 * broke off has an unknown outcome.
 */
export async function submitMeanwhile(
  { orderGateway, log }: { readonly orderGateway: OrderGateway; readonly log: LogPort },
  ticket: string,
  { draft, combo }: NewOrders,
  approval: PendingApproval,
): Promise<DispatchOutcome> {
  try {
    return combo === null
      ? outcomeOfAnswer(await orderGateway.orders.submitApproved(ticket, draft, approval))
      : outcomeOfCombo(await orderGateway.orders.submitApprovedCombo(ticket, combo, approval))
  } catch (error) {
    log.event('error', 'instruction.submit-threw', causeFields(error))
    return { ...BROKEN_OFF, clientOrderId: null }
  }
}

/**
 * Sends the orders of a hosted instruction under its ticket, or a change, or a cancellation. Never
 * rejects: a request that broke off has an unknown outcome.
 */
export async function submitInstruction(
  orderGateway: OrderGateway,
  instruction: Instruction,
  ticket: string,
  { log, confirmed }: { readonly log: LogPort; readonly confirmed: ConfirmedPrices | null },
): Promise<DispatchOutcome> {
  const action = withAmendment(instruction)
  try {
    const combo = comboOfAction(action)
    if (combo !== null) {
      const approval = { ...RELEASED, confirmed }
      return outcomeOfCombo(await orderGateway.orders.submitApprovedCombo(ticket, combo, approval))
    }
    if (action.kind === 'place') {
      const presetId = clientOrderIdOf(instruction.id)
      const prices = confirmed === null ? [] : ([confirmed] as const)
      return outcomeOfAnswer(
        await orderGateway.orders.submit(ticket, action.draft, presetId, ...prices),
      )
    }
    // The approval covers the orders as they were shown. Refuse if their terms have changed since.
    if (action.kind === 'replace' && haveTermsChanged(action, orderGateway.streams.orders.all())) {
      return {
        state: 'denied',
        clientOrderId: action.clientOrderId,
        text: inEnglish(message('outcomes.orderChanged')),
      }
    }
    const answer =
      action.kind === 'replace'
        ? await replace(orderGateway, action)
        : await orderGateway.orders.cancel(action.accountId, action.clientOrderId)
    return { ...outcomeOfAnswer(answer), clientOrderId: action.clientOrderId }
  } catch (error) {
    log.event('error', 'instruction.submit-threw', causeFields(error))
    return { ...BROKEN_OFF, clientOrderId: action.kind === 'place' ? null : action.clientOrderId }
  }
}

function replace(
  orderGateway: OrderGateway,
  action: ReplaceAction,
): Promise<Result<TradeOutcome, AppError>> {
  const { accountId, clientOrderId, change } = action
  const otherChanges = (action.others ?? []).map((other) => ({
    clientOrderId: other.clientOrderId,
    change: other.change,
  }))
  return otherChanges.length === 0
    ? orderGateway.orders.replace(accountId, clientOrderId, change)
    : orderGateway.orders.replace(accountId, clientOrderId, change, otherChanges)
}
