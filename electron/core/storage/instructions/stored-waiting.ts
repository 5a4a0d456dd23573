import { z } from 'zod'
import { mirror } from '../../../../shared/domain/readonly-schema.js'
import {
  HOLD_REASONS,
  type EvaluationGap,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { WaitingId } from '../../../../shared/domain/ids.js'
import { zStoredCondition } from './stored-condition.js'
import { zStoredAction } from './stored-instruction.js'
import {
  idSchema,
  textSchema as text,
  zDigest,
  zTime,
} from '../../../../shared/domain/scalars.schema.js'
import { zConnectionId } from '../../../../shared/domain/instructions/instruction.schema.js'

/** A request has at most as many actions as a batch. */
const MAX_ACTIONS = 20

export const zWaitingId = idSchema<WaitingId>(32)

/** A waiting instruction as it was requested. */
export const zStoredWaiting = z.strictObject({
  id: zWaitingId,
  connectionId: zConnectionId,
  connectionName: text(80),
  key: z.string().min(1).max(200),
  requestDigest: zDigest,
  reason: text(280),
  actions: z.array(zStoredAction).min(1).max(MAX_ACTIONS),
  condition: zStoredCondition,
  createdAt: zTime,
  expiresAt: zTime,
})

/** A period without evaluation, as stored. */
export const zStoredGap = mirror<EvaluationGap>()(
  z.strictObject({
    from: zTime,
    to: zTime,
    why: z.enum(HOLD_REASONS),
  }),
)
