import { randomUUID } from 'node:crypto'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { NewOrderBody } from '../../exchange/api/exchange-api.js'
import type { Refusal } from '../../exchange/api/refusals.js'
import type { RequestedAction } from '../../hosted/instruction-record.js'
import type { InstructionProblem } from '../../hosted/instructions.js'
import { answerOf } from './instruction-view.js'
import { NOT_CHOSEN, chosen, refuse, type ToolAnswer, type ToolCall } from './tool.js'
import type { RequestedOrder } from './orders.js'

const PROBLEMS: Readonly<Record<InstructionProblem, string>> = {
  'not-found': 'There is no such instruction.',
  ended: 'This instruction has ended.',
  taken: 'The user is confirming this right now.',
  'not-taken': 'Nobody has taken this instruction.',
  'too-many': `At most ${ASSUMPTIONS.instructions.maxPending} instructions may wait. Let the user decide, or revoke some.`,
  'key-conflict': 'This client_order_id was used for something else.',
  'order-exists': 'An order with this client_order_id exists already.',
  'no-order': 'There is no such order.',
}

export const instructionRefusal = (why: InstructionProblem): ReturnType<typeof refuse> =>
  refuse(`INSTRUCTION_${why.toUpperCase().replaceAll('-', '_')}`, PROBLEMS[why])

/** A request for the decision of the person. */
export interface InstructionSubmission {
  readonly accountId: string
  /** By default a new one. */
  readonly key?: string | undefined
  readonly reason?: string | undefined
  readonly ask: RequestedAction
}

/** Submits a request for the person's decision; answers after it is saved to disk. */
export async function submitInstruction(
  call: ToolCall,
  { accountId, key, reason, ask }: InstructionSubmission,
): Promise<ToolAnswer> {
  const {
    instructions,
    bearer: { grant },
    clients,
    services,
    confirmLink,
  } = call
  const result = instructions.submit({
    userId: grant.userId,
    accountId,
    clientId: grant.clientId,
    clientName: clients.get(grant.clientId)?.name ?? 'An unnamed assistant',
    key: key ?? randomUUID(),
    reason: plainLine(reason ?? '', ASSUMPTIONS.instructions.reasonLength),
    ask,
  })
  if (!result.ok) return instructionRefusal(result.error)
  await services.persist()
  return ok(answerOf(result.value, confirmLink(result.value.id)))
}

/** Previews an order on the exchange. Crypto has no preview, so only its symbol is checked. */
function previewOrder(
  { services }: ToolCall,
  account: string,
  order: NewOrderBody,
): Result<unknown, Refusal> {
  if (order.instrument_type !== 'CRYPTO') {
    return services.exchange.preview({ account_id: account, new_orders: [order] })
  }
  return services.market.instrument(order.symbol)?.product !== 'CRYPTO'
    ? err({
        status: 417,
        code: 'INVALID_SYMBOL',
        message: `${order.symbol} cannot be traded here.`,
      })
    : ok(undefined)
}

interface Wanted {
  readonly account_id: string
  readonly client_order_id?: string | undefined
  readonly reason?: string | undefined
}

/**
 * Requests the first of `orders` that the exchange would accept now. An order it would refuse never
 * reaches the person.
 */
export async function requestPlacement(
  call: ToolCall,
  { account_id: account, client_order_id: key, reason }: Wanted,
  orders: readonly RequestedOrder[],
): Promise<ToolAnswer> {
  if (!chosen(call, account)) return NOT_CHOSEN
  let refusal: ToolAnswer = refuse('INVALID_PARAMETER', 'There is no order.')
  for (const order of orders) {
    const probe = { ...order, client_order_id: randomUUID().replaceAll('-', '') }
    const preview = previewOrder(call, account, probe)
    if (preview.ok) {
      return submitInstruction(call, {
        accountId: account,
        key,
        reason,
        ask: {
          kind: 'place',
          order: { ...order, client_order_id: key ?? '' },
        },
      })
    }
    refusal = refuse(preview.error.code, preview.error.message)
  }
  return refusal
}

/** True when an account has this order and it has not ended. */
export function isWorking(call: ToolCall, account: string, id: string): boolean {
  const found = call.services.exchange.detail(account, id)
  const status = found.ok
    ? found.value.orders.find((order) => order.client_order_id === id)?.status
    : undefined
  return status === 'PENDING' || status === 'SUBMITTED' || status === 'PARTIAL_FILLED'
}
