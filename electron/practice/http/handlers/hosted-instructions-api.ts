import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import { HOSTED_OPERATIONS } from '../../../../shared/wire/hosted-instructions-api.js'
import type { Operation, ParsedRequestOf } from '../../../../shared/wire/operation.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { json } from '../message/answer.js'
import type { Call, HandlerResult } from '../operations/handler.js'
import { refusal } from '../message/refusal.js'
import type { Instruction } from '../../hosted/instruction-record.js'
import type { InstructionProblem, Instructions } from '../../hosted/instructions.js'

/**
 * The API by which Countersign receives and answers hosted instructions; its meaning is described
 * in `shared/wire/hosted-instructions-api.ts`.
 */

const REFUSALS: Readonly<Record<InstructionProblem, readonly [status: number, message: string]>> = {
  'not-found': [404, 'There is no such instruction.'],
  ended: [417, 'This instruction has ended.'],
  taken: [417, 'This instruction is being confirmed for another order.'],
  'not-taken': [417, 'No order was named for this instruction.'],
  'too-many': [417, 'Too many instructions wait.'],
  'key-conflict': [417, 'This id was used for something else.'],
  'order-exists': [417, 'An order with this client_order_id exists already.'],
  'no-order': [417, 'The order that was named is not at the exchange.'],
}
const refused = (problem: InstructionProblem): HandlerResult =>
  err(
    refusal(
      REFUSALS[problem][0],
      problem === 'not-found' ? 'INSTRUCTION_NOT_FOUND' : CODES.invalidParameter,
      REFUSALS[problem][1],
    ),
  )

const record = (instruction: Instruction) => ({
  instruction_id: instruction.id,
  client_id: instruction.clientId,
  client_name: instruction.clientName,
  reason: instruction.reason,
  created_at: isoTime(epochMs(instruction.createdAt)),
  expires_at: isoTime(epochMs(instruction.expiresAt)),
  taken_for: instruction.taken?.clientOrderId ?? null,
  place:
    instruction.ask.kind === 'place'
      ? { account_id: instruction.accountId, order: instruction.ask.order }
      : null,
  replace:
    instruction.ask.kind === 'replace'
      ? {
          account_id: instruction.accountId,
          order: instruction.ask.order,
          ...(instruction.ask.others === undefined ? {} : { others: instruction.ask.others }),
        }
      : null,
  cancel:
    instruction.ask.kind === 'cancel'
      ? { account_id: instruction.accountId, client_order_id: instruction.ask.client_order_id }
      : null,
})

/** Resolves when the pending instructions differ from `version`, or after `ms`. */
function changed(instructions: Instructions, version: string, ms: number): Promise<void> {
  if (instructions.version !== version || ms <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = instructions.onChange(end)
    const timer = setTimeout(end, ms)
    timer.unref()
  })
}

type Run<O extends Operation> = (
  request: ParsedRequestOf<O>,
  call: Call,
) => HandlerResult | Promise<HandlerResult>

/** An operation with its handler. */
export interface HostedInstructionRoute {
  readonly operation: Operation
  run(request: unknown, call: Call): HandlerResult | Promise<HandlerResult>
}

/**
 * Binds an operation to its handler; `run` gets the request as parsed by the operation's schema.
 */
const route = <O extends Operation>(operation: O, run: Run<O>): HostedInstructionRoute => ({
  operation,
  run: (request, call) => run(request as ParsedRequestOf<O>, call),
})

async function done(
  call: Call,
  result: ReturnType<Instructions['accept']>,
): Promise<HandlerResult> {
  if (!result.ok) return refused(result.error)
  await call.services.persist()
  return ok(json({ instruction_id: result.value.id, status: result.value.status }))
}

const list: Run<typeof HOSTED_OPERATIONS.listInstructions> = async (
  { version, wait_ms: wait },
  { services, caller },
) => {
  const { instructions } = services.hosted
  await changed(
    instructions,
    version ?? '',
    Math.min(Number(wait ?? '0'), ASSUMPTIONS.instructions.waitMs),
  )
  const pending = instructions.listFor(caller.userId).filter(({ status }) => status === 'PENDING')
  const clients = services.hosted.admitted(caller.userId).map(({ client, grant, usedAt }) => ({
    client_id: client.id,
    client_name: client.name,
    consent_id: grant.id,
    scopes: grant.scopes,
    account_ids: grant.accounts,
    last_used_at: usedAt === null ? null : isoTime(epochMs(usedAt)),
  }))
  return ok(
    json({
      version: instructions.version,
      exchange_time: isoTime(services.now()),
      instructions: pending.map(record),
      clients,
    }),
  )
}

const revokeClient: Run<typeof HOSTED_OPERATIONS.revokeHostedClient> = async (
  { client_id: id },
  { services, caller },
) => {
  services.hosted.revokeClient(caller.userId, id)
  await services.persist()
  return ok(json({ client_id: id }))
}

export const HOSTED_INSTRUCTION_ROUTES: readonly HostedInstructionRoute[] = [
  route(HOSTED_OPERATIONS.listInstructions, list),
  route(HOSTED_OPERATIONS.acceptInstruction, (request, call) =>
    done(
      call,
      call.services.hosted.instructions.accept(
        call.caller.userId,
        request.instruction_id,
        request.client_order_id,
      ),
    ),
  ),
  route(HOSTED_OPERATIONS.rejectInstruction, (request, call) =>
    done(
      call,
      call.services.hosted.instructions.reject(
        call.caller.userId,
        request.instruction_id,
        plainLine(request.reason, 500),
        request.why === 'expired' ? 'EXPIRED' : 'REJECTED',
      ),
    ),
  ),
  route(HOSTED_OPERATIONS.revokeHostedClient, revokeClient),
  route(HOSTED_OPERATIONS.settleInstruction, (request, call) =>
    done(
      call,
      call.services.hosted.instructions.settle(
        call.caller.userId,
        request.instruction_id,
        request.outcome,
        plainLine(request.detail ?? '', 500),
      ),
    ),
  ),
]
