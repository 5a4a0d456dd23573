import { inEnglish } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'

/** Writes a message of main for the person. */
export const formatMessage = (message: Message): string => inEnglish(message)

/** Like {@link formatMessage}, for a message that may be absent. */
export const formatOptionalMessage = (message: Message | null): string | null =>
  message === null ? null : formatMessage(message)
