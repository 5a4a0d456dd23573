import { inEnglish } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'
import type { LogPort } from './ports.js'

/** A failure that the person is shown; logs get it in English. */
export class DescribedError extends Error {
  readonly description: Message

  constructor(description: Message) {
    super(inEnglish(description))
    this.description = description
  }
}

/** Returns the description of a thrown value; `other` when it has none. */
export const descriptionOf = (error: unknown, other: Message): Message =>
  error instanceof DescribedError ? error.description : other

/** Returns what a log needs to find the cause of a thrown value: its name, text and place. */
export function causeFields(error: unknown): { readonly error: string; readonly where: string } {
  if (!(error instanceof Error)) return { error: typeof error, where: '' }
  const frame = /^\s*at (.*)$/m.exec(error.stack ?? '')?.[1] ?? ''
  return { error: `${error.name}: ${error.message}`, where: frame.trim() }
}

/** Returns a handler for a rejected promise: it gives null, and the log gets the cause. */
export const nullLogged =
  (log: LogPort, event: string): ((error: unknown) => null) =>
  (error) => {
    log.event('error', event, causeFields(error))
    return null
  }
