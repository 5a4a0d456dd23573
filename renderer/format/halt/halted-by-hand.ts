import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

/**
 * The reason that a window sends with a halt by the person. It is in English in every language,
 * because it is stored; main finds its code again.
 */
export const HALTED_BY_HAND = inEnglish(message('session.haltedByHand'))
