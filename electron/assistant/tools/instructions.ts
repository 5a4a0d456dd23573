import { z } from 'zod'
import { ok } from '../../../shared/domain/result.js'
import type { InstructionId } from '../../../shared/domain/ids.js'
import type { AsyncResult } from '../../../shared/domain/instructions/refusal.js'
import { zInstructionId, zLimit } from '../format/input-fields.js'
import { tool, type Call, type Tool } from '../tool.js'
import {
  instructionView,
  zInstructionSummary,
  zInstructionView,
  type InstructionView,
} from '../views/instruction.js'

/** Clients give up after 60 s, so a wait ends well before that. */
const MAX_WAIT_S = 25
const PROGRESS_EVERY_S = 5

const zList = z.object({
  instructions: z.array(zInstructionView),
  /** False where there are more instructions than the limit (REL-44). */
  complete: z.boolean(),
})
/** Tags an id whose form the schema has validated. */
const idOf = (text: string): InstructionId => text as InstructionId

async function readInstruction(
  { port, connection, clock }: Call,
  id: string,
): AsyncResult<InstructionView> {
  const found = await port.instruction(connection, idOf(id))
  return found.ok ? ok(instructionView(found.value, clock.now())) : found
}

export const getPendingInstruction = tool({
  name: 'get_pending_instruction',
  repeatsRequests: true,
  toolset: 'trading',
  title: 'Pending instructions',
  effect: 'read',
  description: 'Your pending instructions, or one of them.',
  input: z.strictObject({ instruction_id: zInstructionId.optional() }),
  output: z.object({ instructions: z.array(zInstructionSummary) }),
  async run(input, { port, connection, clock }) {
    const pending = await port.pending(connection)
    return pending.ok
      ? ok({
          instructions: pending.value
            .filter(({ id }) => input.instruction_id === undefined || id === input.instruction_id)
            .map((row) => instructionView(row, clock.now())),
        })
      : pending
  },
})

export const getProcessedInstruction = tool({
  name: 'get_processed_instruction',
  repeatsRequests: true,
  toolset: 'trading',
  title: 'What was decided',
  effect: 'read',
  description:
    'Your decided and expired instructions, newest first, or the state of one: APPROVED, REJECTED or EXPIRED, what the person changed, and the outcome. With complete false there are older ones.',
  input: z.strictObject({ instruction_id: zInstructionId.optional(), limit: zLimit(100, 10) }),
  output: zList,
  async run(input, call) {
    if (input.instruction_id !== undefined) {
      const instruction = await readInstruction(call, input.instruction_id)
      return instruction.ok
        ? ok({
            instructions: instruction.value.status === 'PENDING' ? [] : [instruction.value],
            complete: true,
          })
        : instruction
    }
    // One more than the limit tells whether there are more.
    const processed = await call.port.processed(call.connection, input.limit + 1)
    return processed.ok
      ? ok({
          instructions: processed.value
            .slice(0, input.limit)
            .map((row) => instructionView(row, call.clock.now())),
          complete: processed.value.length <= input.limit,
        })
      : processed
  },
})

export const revokeInstruction = tool({
  name: 'revoke_instruction',
  toolset: 'trading',
  title: 'Withdraw an instruction',
  effect: 'withdraw',
  description:
    'Withdraws one of your own pending instructions. An order that was already sent is not touched; use cancel_instruction for that.',
  input: z.strictObject({ instruction_id: zInstructionId }),
  output: zInstructionSummary,
  async run(input, { port, connection, clock }) {
    const found = await port.revoke(connection, idOf(input.instruction_id))
    return found.ok ? ok(instructionView(found.value, clock.now())) : found
  },
})

/**
 * Reports every few seconds that the call still waits, counting up; returns a function that stops
 * it.
 */
function startProgress({ progress, timers }: Call, seconds: number): () => void {
  if (progress === null) return () => {}
  let passed = 0
  return timers.every(PROGRESS_EVERY_S * 1_000, () => {
    passed += PROGRESS_EVERY_S
    if (passed < seconds) {
      // Progress is a courtesy: a client that does not take it still gets the answer.
      progress(passed, seconds, 'No decision or outcome yet.').catch(() => {})
    }
  })
}

export const waitForInstruction = tool({
  name: 'wait_for_instruction',
  repeatsRequests: true,
  toolset: 'trading',
  title: 'Wait for a decision',
  effect: 'read',
  description: `Waits at most ${MAX_WAIT_S} seconds until one of your instructions is decided and, once it is approved, until its outcome is known; then returns its state. Call it again while the status is PENDING, or outcome is null. Ending the call early withdraws nothing.`,
  input: z.strictObject({
    instruction_id: zInstructionId,
    wait_seconds: z
      .int()
      .min(0)
      .max(MAX_WAIT_S)
      .default(MAX_WAIT_S)
      .describe('How long to wait at most; 0 returns at once.'),
  }),
  output: zInstructionSummary,
  async run(input, call) {
    const stop = startProgress(call, input.wait_seconds)
    try {
      const instruction = await call.port.wait(
        call.connection,
        idOf(input.instruction_id),
        input.wait_seconds * 1_000,
        call.signal,
      )
      return instruction.ok ? ok(instructionView(instruction.value, call.clock.now())) : instruction
    } finally {
      stop()
    }
  },
})

/** The tools for instructions and their decisions, in listing order. */
export const INSTRUCTION_TOOLS: readonly Tool[] = [
  getPendingInstruction,
  getProcessedInstruction,
  waitForInstruction,
  revokeInstruction,
]
