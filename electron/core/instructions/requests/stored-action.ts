import {
  actionSchema,
  type InstructionAction,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import { storedOrder, zStoredOrder } from './stored-order.js'

/** The action of an instruction, as stored. */
export const zStoredAction = actionSchema(zStoredOrder)

/** The action of an instruction as it is written: its orders as {@link storedOrder} writes them. */
export function storedAction(action: InstructionAction): unknown {
  if (action.kind === 'place') return action
  const before = storedOrder(action.before)
  if (action.kind === 'cancel' || action.others === undefined) return { ...action, before }
  const others = action.others.map((other) => ({ ...other, before: storedOrder(other.before) }))
  return { ...action, before, others }
}
