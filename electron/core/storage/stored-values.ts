import type {
  ConnectionId,
  InstructionId,
} from '../../../shared/domain/instructions/instruction.js'
import { hexSchema } from '../../../shared/domain/scalars.schema.js'

export const zInstructionId = hexSchema<InstructionId>(32)
export const zConnectionId = hexSchema<ConnectionId>(16)
