import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { LiveValue } from '../../live-values.js'

/** True while assistants are halted, with the reason where it is known. */
export interface HaltState extends LiveValue<boolean> {
  /** Returns why, for an assistant; null while they are not halted. */
  reason?(): Message | null
}

/** Returns the refusal of a call while assistants are halted, with the reason as it is. */
export const haltRefusal = (reason: Message | null): Refusal => ({
  code: 'halted',
  message: reason ?? message('refusals.halted'),
})
