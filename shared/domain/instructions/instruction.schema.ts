import { z } from 'zod'
import { hexSchema, zQuantity, zMoney, zPrice, zDigest, textSchema } from '../scalars.schema.js'
import type { InstructionId, ConnectionId } from './instruction.js'
import type { WaitingId } from './waiting-instruction.js'
import { asReadonly } from '../readonly-schema.js'

export const zInstructionId = hexSchema<InstructionId>(32)

export const zWaitingId = hexSchema<WaitingId>(32)

export const zConnectionId = hexSchema<ConnectionId>(16)

/** The person's changes before approving. Absent members were approved as requested. */
export const Amendment = asReadonly(
  z.strictObject({
    quantity: zQuantity.optional(),
    amount: zMoney.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
  }),
)

export type Amendment = z.output<typeof Amendment>

/**
 * The decision of the confirm window: approve or decline, and for which digest; never the order
 * itself (CONFIRM-1).
 */
export const Decision = asReadonly(
  z.strictObject({
    id: zInstructionId,
    digest: zDigest,
    nonce: hexSchema<string>(32),
    decision: z.enum(['approve', 'decline']),
    /** Codes of the acknowledged dangers; all of the card's are required (CONFIRM-16). */
    acknowledged: z.array(textSchema(40)).max(10),
    typedQuantity: textSchema(40).nullable(),
    why: textSchema(280).nullable(),
    pauseMinutes: z.number().int().min(1).max(1_440).nullable(),
  }),
)

export type Decision = z.output<typeof Decision>
