import type { Message } from '../../../shared/messages/message.js'
import { formatMessage } from '../../format/message.js'
import { currentText, englishText } from '../../language/window-text.js'

/** True when the person halted trading in a window, and no limit and no kill switch did it. */
export const isHaltedByHand = (why: Message): boolean =>
  formatMessage(why) === englishText.halt.byHand

/**
 * Writes why trading is halted. The reason that the window itself sends is stored in English, so it
 * is translated here.
 */
export const formatHaltReason = (why: Message): string =>
  isHaltedByHand(why) ? currentText().halt.byHand : formatMessage(why)
