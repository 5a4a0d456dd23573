import { outcomes } from './en/instructions/outcomes.js'
import { inEnglish } from './format-message.js'
import { foreign, message, type MessageCode } from './make-message.js'
import type { Message } from './message.js'

/** The sentences of records that end with a reason. */
const WITH_REASON = [
  'outcomes.rejected',
  'outcomes.stoppedAtSource',
  'outcomes.notSent',
  'outcomes.unknownBecause',
  'outcomes.notAllowed',
] as const satisfies readonly MessageCode[]

const codes: ReadonlyMap<string, Message> = new Map(
  Object.entries(outcomes).flatMap(([key, text]) =>
    typeof text === 'string' ? [[text, { code: `outcomes.${key}` }]] : [],
  ),
)
const prefixes = WITH_REASON.map((code) => ({
  code,
  prefix: inEnglish(message(code, { reason: foreign('') })),
}))

/**
 * Returns the message of an English text that a record holds, so that a window can write it in its
 * language. Any other text, such as the person's own reason, stays as it is.
 */
export function storedMessage(text: string): Message {
  const known = codes.get(text)
  if (known !== undefined) return known
  const found = prefixes.find(({ prefix }) => text.startsWith(prefix))
  return found === undefined
    ? foreign(text)
    : message(found.code, { reason: storedMessage(text.slice(found.prefix.length)) })
}
