import { z } from 'zod'
import { isoTime } from '../../../../shared/wire/fields.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { orderOf, zStatus, type Instruction } from '../instruction-record.js'

/** What an order tool answers (contract/mcp.md 1). */
export const zAsked = z.object({
  instruction_id: z.string(),
  status: zStatus,
  message: z.string(),
  expires_at: z.string(),
})

/** An instruction as its client may see it. */
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

export const viewOf = (one: Instruction): z.output<typeof zInstructionView> => ({
  instruction_id: one.id,
  status: one.status,
  account_id: one.accountId,
  kind: one.ask.kind,
  created_at: isoTime(epochMs(one.createdAt)),
  expires_at: isoTime(epochMs(one.expiresAt)),
  request: requestOf(one),
  detail: one.ended?.detail ?? null,
  client_order_id: one.status === 'PENDING' && one.ask.kind === 'place' ? null : orderOf(one),
  changed: one.changed,
})

export const answerOf = (one: Instruction, link: string): z.output<typeof zAsked> => ({
  instruction_id: one.id,
  status: one.status,
  expires_at: isoTime(epochMs(one.expiresAt)),
  message:
    one.status === 'PENDING'
      ? `Nothing has been sent yet. The user must confirm this in the Countersign desktop app: ${link}`
      : `This was asked before and is ${one.status}.`,
})
