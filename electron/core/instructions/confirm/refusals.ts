import { appError } from '../../../../shared/domain/app/app-error.js'
import { err } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

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
