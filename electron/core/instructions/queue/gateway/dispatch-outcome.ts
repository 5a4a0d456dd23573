import type { InstructionId } from '../../../../../shared/domain/ids.js'
import { INSTRUCTION_TICKET } from '../../../orders/journal/order-sender.js'
import type { AppError } from '../../../../../shared/domain/app/app-error.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../../../shared/domain/orders/order-state.js'
import type {
  ComboOutcome,
  TradeOutcome,
} from '../../../../../shared/domain/orders/trade-outcome.js'
import type { Result } from '../../../../../shared/domain/result.js'
import { accountOf, withAmendment } from '../../requests/action.js'
import {
  affectedOrderIds,
  changesOf,
  haveSameTerms,
  type ReplaceAction,
} from '../../requests/order-changes.js'
import { changeOutcome } from './change-outcome.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'

/** Returns the one ticket of an instruction, which prevents it from being sent twice. */
export const ticketOf = (id: InstructionId): string => `${INSTRUCTION_TICKET}${id}`

/** What became of an instruction that was approved. */
export interface DispatchOutcome {
  readonly state: 'acknowledged' | 'rejected' | 'denied' | 'unknown'
  readonly clientOrderId: Order['clientOrderId'] | null
  readonly text: string
}

type FindOrder = (id: Order['clientOrderId']) => Order | undefined

/** True when one of the orders no longer has the terms that the person saw. */
export const haveTermsChanged = (action: ReplaceAction, rows: readonly Order[]): boolean =>
  changesOf(action).some(({ accountId, clientOrderId, before }) => {
    const row = rows.find(
      (order) => order.accountId === accountId && order.clientOrderId === clientOrderId,
    )
    return row !== undefined && !haveSameTerms(row, before)
  })

/** Converts the order gateway's answer to an outcome. */
export function outcomeOfAnswer(answer: Result<TradeOutcome, AppError>): DispatchOutcome {
  if (!answer.ok) {
    // Only an error that proves that nothing was sent is a refusal; any other leaves the outcome
    // unknown.
    return answer.error.order === 'may-exist' || answer.error.class === 'ambiguous'
      ? {
          state: 'unknown',
          clientOrderId: null,
          text: inEnglish(message('outcomes.unknownBecause', { reason: answer.error.message })),
        }
      : { state: 'denied', clientOrderId: null, text: inEnglish(answer.error.message) }
  }
  const { value } = answer
  switch (value.outcome) {
    case 'acknowledged':
      return {
        state: 'acknowledged',
        clientOrderId: value.order.clientOrderId,
        text: inEnglish(message('outcomes.accepted')),
      }
    case 'rejected':
      return {
        state: 'rejected',
        clientOrderId: value.order?.clientOrderId ?? null,
        text: inEnglish(message('outcomes.rejected', { reason: value.reason })),
      }
    case 'denied':
      return {
        state: 'denied',
        clientOrderId: null,
        text: inEnglish(
          message('outcomes.notSent', {
            reason: message('orders.reasons', { reasons: value.reasons }),
          }),
        ),
      }
    case 'unknown':
      return {
        state: 'unknown',
        clientOrderId: value.order.clientOrderId,
        text: inEnglish(message('outcomes.unknown')),
      }
  }
}

/** Returns the entry of linked orders: the main order, or the first. */
const entryOf = (orders: readonly Order[]): Order | undefined =>
  orders.find(({ terms }) => terms?.combo?.role === 'master') ?? orders[0]

/** Converts the order gateway's answer for an entry with its exits; the entry stands for all. */
export function outcomeOfCombo(answer: Result<ComboOutcome, AppError>): DispatchOutcome {
  if (!answer.ok) return outcomeOfAnswer(answer)
  const { value } = answer
  if (value.outcome === 'denied') return outcomeOfAnswer({ ok: true, value })
  const entry = entryOf(value.orders)
  if (value.outcome === 'rejected') {
    const { code, reason } = value
    return outcomeOfAnswer({
      ok: true,
      value: { outcome: 'rejected', order: entry ?? null, code, reason },
    })
  }
  // Nothing is known of an accepted request without a row yet: its orders are looked up.
  return entry === undefined
    ? { state: 'unknown', clientOrderId: null, text: inEnglish(message('outcomes.unknown')) }
    : outcomeOfAnswer({ ok: true, value: { outcome: value.outcome, order: entry } })
}

/** Converts the outcome of a ticket; null for a ticket that the order gateway never received. */
export const outcomeOfTicket = (known: TradeOutcome | null): DispatchOutcome =>
  known === null
    ? { state: 'denied', clientOrderId: null, text: inEnglish(message('outcomes.neverReceived')) }
    : outcomeOfAnswer({ ok: true, value: known })

/**
 * Returns the outcome that an order shows now; null while it is uncertain.
 *
 * @param findOrder finds the other orders that the instruction changes
 */
export function outcomeOfOrder(
  instruction: Instruction,
  order: Order,
  findOrder: FindOrder,
): DispatchOutcome | null {
  const action = withAmendment(instruction)
  const { clientOrderId } = order
  if (action.kind !== 'place') {
    return changeOutcome(action, (id) => (id === clientOrderId ? order : findOrder(id)))
  }
  if (isUncertain(order.status)) return null
  if (order.status === 'rejected') {
    return {
      state: 'rejected',
      clientOrderId,
      text: inEnglish(
        order.note === null
          ? message('outcomes.rejectedWithoutReason')
          : message('outcomes.rejected', { reason: order.note }),
      ),
    }
  }
  if (order.status === 'denied' || order.status === 'not-placed') {
    return {
      state: 'denied',
      clientOrderId,
      text: inEnglish(order.note ?? message('outcomes.notPlaced')),
    }
  }
  return { state: 'acknowledged', clientOrderId, text: inEnglish(message('outcomes.accepted')) }
}

/** True when the outcome of the instruction is unknown and the order may show it. */
export const awaitsOrder = (instruction: Instruction, order: Order): boolean =>
  instruction.outcome?.state === 'unknown' &&
  accountOf(withAmendment(instruction)) === order.accountId &&
  (instruction.outcome.clientOrderId === order.clientOrderId ||
    affectedOrderIds(instruction.action).includes(order.clientOrderId))
