import { z } from 'zod'
import { ASSUMPTIONS } from './assumptions.js'
import { zModifyOrder, zNewOrder } from './families/trading/orders.js'
import { zOptionalText, zOptionalTime, zWireTime } from './fields.js'
import { operation, type Operation } from './operation.js'

/**
 * The operations by which instructions of the hosted MCP server reach the desktop application and
 * return. ASSUMPTION, all of it: the provider has not published its protocol (MCP-1). Therefore
 * these operations are not in the catalog, and are served and called in practice only.
 * The desktop places the order, not the exchange: every order of Countersign leaves through its one
 * order gateway, so that limits, journal and halt cannot be bypassed. The desktop first reserves
 * the instruction under the order's id (take), then places the order, then reports the outcome
 * (settle). If it stops in between, the exchange finds the order by that id.
 */

const account = z.string().min(1)

/**
 * A pending instruction. Exactly one of `place`, `replace` and `cancel` is present; numbers are the
 * assistant's own text.
 */
export const zHostedInstruction = z.object({
  instruction_id: z.string().min(1),
  /** The client registration that made the request; `client_name` is its own, unchecked name. */
  client_id: z.string().min(1),
  client_name: z.string(),
  /** The assistant's own, unchecked text. */
  reason: zOptionalText,
  /** Exchange time. */
  created_at: zWireTime,
  expires_at: zWireTime,
  /**
   * The id under which a desktop reserved it: of the order that it will place, or of its own
   * attempt at a change.
   */
  taken_for: zOptionalText,
  place: z.object({ account_id: account, order: zNewOrder }).nullish(),
  /**
   * `others`: further orders of the same combination, replaced in the same request or not at all.
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
 * A client that the person authorized, with its scopes and accounts. `consent_id` changes with each
 * authorization.
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
 * The outcome of an order: the provider has it, it was never sent or was refused, or it is not
 * known yet.
 */
export const SETTLEMENTS = ['sent', 'refused', 'unknown'] as const

const zStatus = z.object({ instruction_id: z.string(), status: z.string() })
const ours = { family: 'trading', host: 'api', auth: 'signature+token', paging: 'none' } as const
const rate = {
  production: { count: 120, seconds: 60 },
  sandbox: { count: 120, seconds: 60 },
} as const

/** True for the environments where hosted instructions are served and requested. */
export const hostsInstructions = (environment: string): boolean =>
  ASSUMPTIONS.instructions.environments.includes(environment)

/** The operations of hosted instructions, by which the desktop receives and answers them. */
export const HOSTED_OPERATIONS = {
  /**
   * Lists the pending instructions, oldest first. `version` names this state of the list: a request
   * with the current version waits until the list changes, or for `wait_ms` at most.
   */
  listInstructions: operation({
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
  }),

  /**
   * Reserves an instruction for the order, or the attempt at a change, that the desktop is about to
   * send. The same id again gives the same answer; another id is refused, so that only one of two
   * desktops acts.
   */
  acceptInstruction: operation({
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
  }),

  /** Rejects an instruction: the person declined, or did not decide in time. */
  rejectInstruction: operation({
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
  }),

  /**
   * Reports the outcome of the reserved order. `unknown` leaves it open: the exchange looks for the
   * order.
   */
  settleInstruction: operation({
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
  }),

  /**
   * Revokes a client: its tokens become invalid, and its instructions that no desktop has reserved
   * are rejected.
   */
  revokeHostedClient: operation({
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
  }),
} as const

/** True for these operations; compares the members that matter on the wire. */
export const isHostedOperation = (operation: Operation): boolean =>
  Object.values<Operation>(HOSTED_OPERATIONS).some(
    ({ id, host, path, method }) =>
      id === operation.id &&
      host === operation.host &&
      path === operation.path &&
      method === operation.method,
  )
