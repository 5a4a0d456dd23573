import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { AsyncResult, Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { InstructionRequest } from '../../../shared/domain/instructions/instruction-request.js'
import type { Call } from '../tool.js'
import { instructionView, type InstructionView } from '../views/instruction.js'
import { plainReason } from '../refusals.js'

interface RequestContext {
  readonly instruction_key?: string | undefined
  readonly reason: string
}

/**
 * Submits a request to the person's queue and answers at once with the pending instructions: no
 * order tool waits for the decision.
 */
export async function instruct(
  call: Call,
  context: RequestContext,
  action: Result<InstructionRequest['action'], Refusal>,
): AsyncResult<readonly InstructionView[]> {
  if (!action.ok) return action
  const created = await call.port.instruct(call.connection, {
    key: context.instruction_key ?? null,
    reason: context.reason,
    action: action.value,
  })
  const now = call.clock.now()
  return created.ok ? ok(created.value.map((row) => instructionView(row, now))) : created
}

/** Submits a request that makes exactly one instruction. */
export async function instructOne(
  call: Call,
  context: RequestContext,
  action: Result<InstructionRequest['action'], Refusal>,
): AsyncResult<InstructionView> {
  const made = await instruct(call, context, action)
  if (!made.ok) return made
  const [first] = made.value
  return first === undefined
    ? err({
        code: 'unavailable',
        message: plainReason(
          'Countersign accepted the request and returned no instruction. Read get_pending_instruction.',
        ),
      })
    : ok(first)
}

/**
 * Requests one new order. Without an idempotency key, the caller's own order id serves as the key.
 */
export const instructPlace = (
  call: Call,
  context: RequestContext & { readonly client_order_id?: string | undefined },
  draft: Result<OrderDraft, Refusal>,
): AsyncResult<InstructionView> =>
  instructOne(
    call,
    { instruction_key: context.instruction_key ?? context.client_order_id, reason: context.reason },
    draft.ok ? ok({ kind: 'place', drafts: [draft.value] }) : draft,
  )

/** The note in the description of every tool that places orders. */
export const PENDING_NOTE =
  'Places nothing until a person approves it in Countersign; answers PENDING at once. Show its message, then call wait_for_instruction.'
