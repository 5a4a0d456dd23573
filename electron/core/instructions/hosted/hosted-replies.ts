import type { Result } from '../../../../shared/domain/result.js'
import { nullLogged } from '../../described-error.js'
import type { LogPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'

type ReplyResult = Promise<Result<void, ProviderFailure> | null>

/**
 * Messages to the broker about its instructions and clients. Each is sent once, and again when it
 * got no response.
 */
export interface HostedReplies {
  /**
   * Sends a message about a subject that the broker lists. With `once` a refusal also settles it,
   * because it means that the subject ended there; with `until-gone` it is repeated while the
   * subject is listed.
   */
  send(
    message: string,
    subject: string,
    request: () => ReplyResult,
    mode: 'once' | 'until-gone',
  ): void
  /** Forgets the messages about subjects that are no longer listed. */
  forgetUnlisted(listed: ReadonlySet<string>): void
}

/** Creates the sender. `onLost` is called when a message must be sent again. */
export function createHostedReplies(onLost: () => void, log: LogPort): HostedReplies {
  const delivered = new Map<string, string>()
  const inFlight = new Set<string>()
  return {
    send(message, subject, request, mode) {
      if (delivered.has(message) || inFlight.has(message)) return
      inFlight.add(message)
      void request()
        .catch(nullLogged(log, 'instruction.reply-threw'))
        .then((answer) => {
          inFlight.delete(message)
          if (answer?.ok === true || (mode === 'once' && answer?.error.kind === 'refused')) {
            delivered.set(message, subject)
          } else onLost()
        })
    },
    forgetUnlisted(listed) {
      for (const [message, subject] of delivered) {
        if (!listed.has(subject)) delivered.delete(message)
      }
    },
  }
}
