import type { Message } from '../../../shared/messages/message.js'

/** True when the person halted trading in a window, and no limit and no fault did it. */
export const isHaltedByHand = (why: Message): boolean => why.code === 'session.haltedByHand'
