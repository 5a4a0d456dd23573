import { z } from 'zod'
import { isoTime } from '../../../../shared/wire/fields.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { orderOf, zStatus, type Instruction } from '../../hosted/instruction-record.js'

/** The answer of an order tool (MCP-1). */
export const zInstructionReply = z.object({
  instruction_id: z.string(),
  status: zStatus,
  message: z.string(),
  expires_at: z.string(),
})

/** An instruction as its client sees it. */
export const zInstructionView = z.object({
  instruction_id: z.string(),
  status: zStatus,
  account_id: z.string(),
  kind: z.enum(['place', 'replace', 'cancel']),
  created_at: z.string(),
  expires_at: z.string(),
  request: z.record(z.string(), z.unknown()),
  detail: z.string().nullable(),
  client_order_id: z.string().nullable(),
  changed: z.record(z.string(), z.object({ asked: z.string(), approved: z.string() })),
})

const requestOf = ({ ask }: Instruction): Record<string, unknown> => {
  if (ask.kind === 'cancel') return { client_order_id: ask.client_order_id }
  return Object.fromEntries(
    Object.entries(ask.order).filter(
      ([name, value]) =>
        value !== null &&
        value !== undefined &&
        !(ask.kind === 'place' && name === 'client_order_id'),
    ),
  )
}

export const viewOf = (instruction: Instruction): z.output<typeof zInstructionView> => ({
  instruction_id: instruction.id,
  status: instruction.status,
  account_id: instruction.accountId,
  kind: instruction.ask.kind,
  created_at: isoTime(epochMs(instruction.createdAt)),
  expires_at: isoTime(epochMs(instruction.expiresAt)),
  request: requestOf(instruction),
  detail: instruction.ended?.detail ?? null,
  client_order_id:
    instruction.status === 'PENDING' && instruction.ask.kind === 'place'
      ? null
      : orderOf(instruction),
  changed: instruction.changed,
})

export const answerOf = (
  instruction: Instruction,
  link: string,
): z.output<typeof zInstructionReply> => ({
  instruction_id: instruction.id,
  status: instruction.status,
  expires_at: isoTime(epochMs(instruction.expiresAt)),
  message:
    instruction.status === 'PENDING'
      ? `Nothing has been sent yet. The user must confirm this in the Countersign desktop app: ${link}`
      : `This was asked before and is ${instruction.status}.`,
})
