import { z } from 'zod'
import { ASSUMPTIONS } from './assumptions.js'
import { zModifyOrder, zNewOrder } from './families/trading/orders.js'
import { zOptionalText, zOptionalTime, zWireTime } from './fields.js'
import { operation, type Operation } from './operation.js'

/**
 * How instructions of the hosted MCP server come to the desktop and back. ASSUMPTION, all of it:
 * the provider has not published its
 * way (MCP-1). Hence these operations are not in the catalog, and are served and called
 * in practice only.
 *
 * The desktop places the order, not the exchange: an order of this program leaves through its one
 * order desk, whoever asked for it, so
 * that limits, journal and the halt cannot be walked around. It first names the order here (take),
 * then places it, then says what came
 * of it (settle). A desktop that dies in between does no harm: the exchange knows the order by its
 * name.
 */

const account = z.string().min(1)

/**
 * An instruction that waits. Exactly one of `place`, `replace` and `cancel` is there; numbers are
 * the assistant's own texts.
 */
export const zHostedInstruction = z.object({
  instruction_id: z.string().min(1),
  /** The registration that asked; `client_name` is what it calls itself: unchecked. */
  client_id: z.string().min(1),
  client_name: z.string(),
  /** The assistant's words: unchecked. */
  reason: zOptionalText,
  /** Exchange time. */
  created_at: zWireTime,
  expires_at: zWireTime,
  /**
   * What a desktop has named for it: the id of the order that it will place, or of its own attempt
   * at a change.
   */
  taken_for: zOptionalText,
  place: z.object({ account_id: account, order: zNewOrder }).nullish(),
  /**
   * `others`: further orders of the same combination, which change in the same request or not at
   * all.
   */
  replace: z
    .object({
      account_id: account,
      order: zModifyOrder,
      others: z.array(zModifyOrder).max(6).optional(),
    })
    .nullish(),
  cancel: z.object({ account_id: account, client_order_id: z.string().min(1) }).nullish(),
})

/**
 * A client that a person let in: what it may use, in which accounts. `consent_id` changes when the
 * person lets it in again.
 */
export const zHostedClient = z.object({
  client_id: z.string().min(1),
  client_name: z.string(),
  consent_id: z.string().min(1),
  scopes: z.array(z.string()),
  account_ids: z.array(account),
  /** Exchange wall time of its last call. */
  last_used_at: zOptionalTime,
})

/**
 * What came of an order: the provider has it, it was never sent or was refused, or nobody knows
 * yet.
 */
export const SETTLEMENTS = ['sent', 'refused', 'unknown'] as const

const zStatus = z.object({ instruction_id: z.string(), status: z.string() })
const ours = { family: 'trading', host: 'api', auth: 'signature+token', paging: 'none' } as const
const rate = {
  production: { count: 120, seconds: 60 },
  sandbox: { count: 120, seconds: 60 },
} as const

/**
 * What waits, oldest first. `version` names this state of the list: a caller that sends it back
 * waits until it is another one, or for
 * `wait_ms` at most.
 */
export const listInstructions = operation({
  ...ours,
  id: 'hand-over.instructions.list',
  name: 'List Pending Instructions',
  method: 'GET',
  path: '/hand-over/instructions/list',
  effect: 'read',
  rate,
  encoding: 'query',
  request: z.object({
    version: z.string().max(80).optional(),
    wait_ms: z
      .string()
      .regex(/^\d{1,5}$/)
      .optional(),
  }),
  response: z.object({
    version: z.string(),
    exchange_time: zWireTime,
    instructions: z.array(zHostedInstruction),
    clients: z.array(zHostedClient),
  }),
})

/**
 * The desktop is about to send this order for it, or (for a change of an order) to make this
 * attempt. Again with the same name: the same
 * answer; with another, it is refused, so that of two desktops one alone acts.
 */
export const acceptInstruction = operation({
  ...ours,
  id: 'hand-over.instructions.take',
  name: 'Take Instruction',
  method: 'POST',
  path: '/hand-over/instructions/take',
  effect: 'session',
  rate,
  encoding: 'json',
  request: z.object({
    instruction_id: z.string().min(1),
    client_order_id: z.string().min(1).max(40),
  }),
  response: zStatus,
})

/** The person declined, or did not decide in time. */
export const rejectInstruction = operation({
  ...ours,
  id: 'hand-over.instructions.reject',
  name: 'Reject Instruction',
  method: 'POST',
  path: '/hand-over/instructions/reject',
  effect: 'session',
  rate,
  encoding: 'json',
  request: z.object({
    instruction_id: z.string().min(1),
    reason: z.string().max(500),
    why: z.enum(['declined', 'expired']).optional(),
  }),
  response: zStatus,
})

/**
 * What came of the order that was named. `unknown` leaves it open: the exchange looks for the
 * order.
 */
export const settleInstruction = operation({
  ...ours,
  id: 'hand-over.instructions.settle',
  name: 'Settle Instruction',
  method: 'POST',
  path: '/hand-over/instructions/settle',
  effect: 'session',
  rate,
  encoding: 'json',
  request: z.object({
    instruction_id: z.string().min(1),
    outcome: z.enum(SETTLEMENTS),
    detail: z.string().max(500).optional(),
  }),
  response: zStatus,
})

/**
 * The person lets a client in no longer: its tokens die, and what it asked for and nobody has taken
 * is rejected.
 */
export const revokeHostedClient = operation({
  ...ours,
  id: 'hand-over.clients.revoke',
  name: 'Revoke Hosted Client',
  method: 'POST',
  path: '/hand-over/clients/revoke',
  effect: 'session',
  rate,
  encoding: 'json',
  request: z.object({ client_id: z.string().min(1) }),
  response: z.object({ client_id: z.string() }),
})

export const HOSTED_OPERATIONS = [
  listInstructions,
  acceptInstruction,
  rejectInstruction,
  settleInstruction,
  revokeHostedClient,
] as const

/** The one switch: where hosted instructions are served, and where they are asked for. */
export const hostsInstructions = (environment: string): boolean =>
  ASSUMPTIONS.instructions.environments.includes(environment)

/** True for these operations, by all that matters on the wire. */
export const isHostedOperation = (operation: Operation): boolean =>
  HOSTED_OPERATIONS.some(
    ({ id, host, path, method }) =>
      id === operation.id &&
      host === operation.host &&
      path === operation.path &&
      method === operation.method,
  )
