import { english } from './en/index.js'
import { inEnglish } from './format-message.js'
import { foreign, message, type MessageCode } from './make-message.js'
import type { Message } from './message.js'

/** The sentences without parameters that a record may hold, besides all outcomes. */
const WITHOUT_PARAMS = [
  'assistants.pausedByHand',
  'assistants.pausedWithDecline',
  'assistants.pausedAfterDeclines',
  'assistants.pausedForRate',
  'assistants.pausedUntilSeen',
  'killSwitch.accessNotStored',
  'killSwitch.unreadable',
  'session.haltedByHand',
  'system.haltedByKeyboard',
  'system.haltedFromTray',
] as const satisfies readonly MessageCode[]
/** The sentences of records that end with a reason. */
const WITH_REASON = [
  'outcomes.rejected',
  'outcomes.stoppedAtSource',
  'outcomes.notSent',
  'outcomes.unknownBecause',
  'outcomes.notAllowed',
  'outcomes.haltedBecause',
  'waiting.refused',
] as const satisfies readonly MessageCode[]

const withoutPeriod = (denial: Message): Message => message('risk.withCode', { denial, code: '' })

const codes: ReadonlyMap<string, Message> = new Map([
  ...['outcomes' as const, 'waiting' as const].flatMap((section) =>
    Object.entries(english[section]).flatMap(([key, text]): [string, Message][] =>
      typeof text === 'string' ? [[text, { code: `${section}.${key}` }]] : [],
    ),
  ),
  ...WITHOUT_PARAMS.map((code): [string, Message] => [inEnglish({ code }), { code }]),
  // A denial stands inside another sentence, without its period.
  ...['risk' as const, 'orders' as const].flatMap((section) =>
    Object.entries(english[section]).flatMap(([key, text]): [string, Message][] =>
      typeof text === 'string'
        ? [[text.replace(/\.$/, ''), withoutPeriod({ code: `${section}.${key}` })]]
        : [],
    ),
  ),
])
const PAUSED_BY_HALT = inEnglish(message('killSwitch.pauseReason', { reason: foreign('') }))
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

/** Like {@link storedMessage}, for the stored reason of a connection's pause. */
export const storedPauseReason = (text: string): Message =>
  text.startsWith(PAUSED_BY_HALT)
    ? message('killSwitch.pauseReason', {
        reason: storedMessage(text.slice(PAUSED_BY_HALT.length)),
      })
    : storedMessage(text)
