import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import type { Asked, InstructionRequest, Refusal } from '../../core/instructions/assistant-port.js'
import type { Call } from '../tool.js'
import { instructionView, type InstructionView } from '../views/instruction.js'

interface Asking {
  readonly instruction_key?: string | undefined
  readonly reason: string
}

/**
 * Hands a request to the person's queue and answers at once with what waits there: an order tool
 * never blocks on a decision.
 */
export async function instruct(
  call: Call,
  asking: Asking,
  action: Result<InstructionRequest['action'], Refusal>,
): Asked<readonly InstructionView[]> {
  if (!action.ok) return action
  const made = await call.port.instruct(call.connection, {
    key: asking.instruction_key ?? null,
    reason: asking.reason,
    action: action.value,
  })
  return made.ok ? ok(made.value.map(instructionView)) : made
}

/** The same for a request that makes exactly one instruction. */
export async function instructOne(
  call: Call,
  asking: Asking,
  action: Result<InstructionRequest['action'], Refusal>,
): Asked<InstructionView> {
  const made = await instruct(call, asking, action)
  if (!made.ok) return made
  const [one] = made.value
  return one === undefined
    ? err({
        code: 'unavailable',
        message:
          'Countersign took the request and told no instruction. Look at get_pending_instruction.',
      })
    : ok(one)
}

/**
 * Asks for one new order. The caller's own id of the order serves as the key where it gave no
 * other.
 */
export const instructPlace = (
  call: Call,
  asking: Asking & { readonly client_order_id?: string | undefined },
  draft: Result<OrderDraft, Refusal>,
): Asked<InstructionView> =>
  instructOne(
    call,
    { instruction_key: asking.instruction_key ?? asking.client_order_id, reason: asking.reason },
    draft.ok ? ok({ kind: 'place', drafts: [draft.value] }) : draft,
  )

/** What every place tool says after what it is for. */
export const WAITS =
  'Places nothing: it asks a person to countersign it in Countersign, and answers PENDING at once. Show its message, then call wait_for_instruction.'
