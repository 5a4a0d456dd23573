import type { InstructionId } from '../../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { randomHex } from '../../../hex.js'
import { conditionMessage } from '../../order-text/condition-summary.js'
import { actionSummary } from '../../order-text/order-summary.js'
import { formatReason } from '../../order-text/plain-text.js'
import { cardNaming } from '../../policy/card-effect.js'
import { accountOf } from '../../requests/action.js'
import type { NewInstruction } from '../instruction-log.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import { validityMs } from '../validity.js'
import type { EvaluatedAction } from './intake-evaluation.js'
import type { IntakeCall } from './intake-refusals.js'

const ID_BYTES = 16

/** Makes one instruction for each action of a request; several are a batch. */
export function newInstructions(
  deps: InstructionServiceDeps,
  call: IntakeCall,
  evaluated: readonly EvaluatedAction[],
): readonly NewInstruction[] {
  const { clock, environment, random } = deps
  const { connection, key, origin, request, requestDigest } = call
  const createdAt = clock.now()
  const count = evaluated.length
  const batchId = count > 1 ? randomHex(random, ID_BYTES) : null
  return evaluated.map(({ action }, index) => ({
    id: randomHex(random, ID_BYTES) as InstructionId,
    ...(origin === null
      ? { source: 'local' as const }
      : { source: 'hosted' as const, sourceId: origin.sourceId }),
    connectionId: connection.id,
    connectionName: connection.name,
    environment,
    key,
    requestDigest,
    reason: formatReason(request.reason),
    ...(call.condition === null ? {} : { condition: call.condition }),
    action,
    batch: batchId === null ? null : { batchId, index, count },
    createdAt,
    expiresAt: epochMs(createdAt + validForMs(call, action, deps.exchangeNow())),
  }))
}

/** Returns how long an instruction waits for a decision, in whole ms. */
function validForMs(
  { connection, origin }: IntakeCall,
  action: InstructionAction,
  exchangeNow: EpochMs,
): number {
  const { validMinutes } = connection.policy
  const own = validityMs(action, validMinutes, exchangeNow)
  return Math.floor(Math.min(own, origin?.validForMs ?? Number.MAX_SAFE_INTEGER))
}

/** Writes each new instruction to the audit chain. False when that failed. */
export async function recordRequests(
  audit: InstructionServiceDeps['audit'],
  { connection, origin, condition }: IntakeCall,
  instructions: readonly NewInstruction[],
  evaluated: readonly EvaluatedAction[],
): Promise<boolean> {
  for (const [index, { id, action, requestDigest, reason }] of instructions.entries()) {
    const facts = evaluated[index]?.facts
    const naming = facts === undefined ? {} : cardNaming(action, facts)
    const line = inEnglish(actionSummary(action, facts?.instrument ?? null, naming))
    const written = await audit.append('asked', id, line, {
      connection: connection.id,
      account: accountOf(action),
      request: requestDigest,
      reason,
      ...(origin === null ? {} : { hosted: origin.sourceId }),
      ...(condition === null ? {} : { condition: inEnglish(conditionMessage(condition)) }),
    })
    if (!written.ok) return false
  }
  return true
}
