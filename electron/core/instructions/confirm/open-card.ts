import { appError } from '../../../../shared/domain/app/app-error.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { err } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { Dispatch } from '../queue/dispatch.js'
import type { Endings } from '../queue/endings.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import type { CardState } from './card-state.js'
import type { CardStore } from './card-store.js'
import type { ConfirmController } from './confirm-controller.js'

/** Refuses a decision; the instruction stays as it is. */
export const refused = (why: Message) =>
  err(appError('instruction/refused', why, { order: 'not-placed' }))
/** The card is not the one that the window names any more. */
export const CARD_CHANGED = err(
  appError('instruction/changed', message('decisions.changed'), {
    order: 'not-placed',
  }),
)
/** The instruction is not pending any more. */
export const INSTRUCTION_ENDED = err(
  appError('instruction/ended', message('decisions.ended'), {
    order: 'not-placed',
  }),
)

export interface DecisionParts {
  readonly store: InstructionStore
  readonly cards: CardStore
  readonly controller: ConfirmController
  readonly dispatch: Dispatch
  readonly endings: Endings
}

/** An instruction that can be decided, with its current orders, and its card. */
interface OpenCard {
  readonly instruction: Instruction
  readonly card: CardState
}

/** Returns the pending instruction and its card; null when it is over or being decided. */
export function openCard(
  { store, cards, endings }: Pick<DecisionParts, 'store' | 'cards' | 'endings'>,
  id: InstructionId,
): OpenCard | null {
  const ended = endings.hasEnded(id)
  const [instruction, card] = [store.get(id), cards.get(id)]
  return ended || instruction === undefined || card === undefined || card.deciding
    ? null
    : { instruction: cards.withCurrentOrders(instruction), card }
}
