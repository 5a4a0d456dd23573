import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { confusableName } from '../../../../shared/domain/instructions/confusable-names.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** The longest name of a connection. */
export const NAME_CHARS = 80

type Named = Pick<ConnectionView, 'id' | 'name'>

/**
 * Returns why a person cannot give a connection this name: it is empty, or it looks like the name
 * of another present connection, or of the program. A connection may keep the name that it has.
 */
export function nameProblem(
  name: string,
  present: readonly Named[],
  id: ConnectionId | null = null,
): Message | null {
  const plain = plainLine(name, NAME_CHARS)
  if (plain === '') return message('assistants.nameNeeded')
  if (present.some((entry) => entry.id === id && entry.name === plain)) return null
  const others = present.filter((entry) => entry.id !== id)
  const alike = confusableName(
    plain,
    others.map((entry) => entry.name),
  )
  return alike === null ? null : message('assistants.looksLike', { name: alike })
}

/**
 * Returns a name for a client that names itself: numbered while it looks like that of a connection
 * that the person knows, and a plain one when it looks like the program's.
 */
export function uniqueName(name: string, taken: readonly string[]): string {
  const plain = plainLine(name, NAME_CHARS)
  const hosted = inEnglish(message('assistants.hostedName'))
  const own = plain === '' || confusableName(plain, []) !== null ? hosted : plain
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`
    const candidate = `${plainLine(own, NAME_CHARS - suffix.length)}${suffix}`
    if (confusableName(candidate, taken) === null) return candidate
  }
}
