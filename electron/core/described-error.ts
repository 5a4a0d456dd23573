import { inEnglish } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'

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
