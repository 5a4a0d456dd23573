import { plainLine } from '../../../../shared/domain/text-safety.js'
import type { Message, MessageParam } from '../../../../shared/messages/message.js'

/**
 * Converts text from the broker (names of instruments and accounts) to one plain line of limited
 * length.
 */
export const toPlainText = (text: string, maxChars: number): string => plainLine(text, maxChars)

function plainParam(param: MessageParam, maxChars: number): MessageParam {
  if (typeof param === 'string') return toPlainText(param, maxChars)
  if (typeof param !== 'object' || param === null) return param
  return Array.isArray(param)
    ? param.map((item: MessageParam) => plainParam(item, maxChars))
    : (Object.fromEntries(
        Object.entries(param).map(([name, value]) => [
          name,
          plainParam(value as MessageParam, maxChars),
        ]),
      ) as MessageParam)
}

/** Converts every text inside a message, which may come from the broker, to plain text. */
export const plainMessage = (message: Message, maxChars: number): Message =>
  plainParam(message as unknown as MessageParam, maxChars) as Message

const LINK = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+/giu
/**
 * How many characters of an assistant's text are scanned before it is cut, so that a very long text
 * costs nothing.
 */
const MAX_SCANNED_CHARS = 4_000
const REASON_CHARS = 280

/**
 * Formats the assistant's reason as one plain line of at most 280 characters without links
 * (CONFIRM-27).
 */
export const formatReason = (text: string): string =>
  plainLine(
    plainLine(text.slice(0, MAX_SCANNED_CHARS), MAX_SCANNED_CHARS).replace(LINK, '[link removed]'),
    REASON_CHARS,
  )
