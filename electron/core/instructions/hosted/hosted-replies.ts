import type { Result } from '../../../../shared/domain/result.js'
import type { ProviderFailure } from '../../provider-failure.js'

type ReplyResult = Promise<Result<void, ProviderFailure> | null>

/**
 * What the provider is told of its instructions and clients: each thing once, and again where its
 * answer was lost.
 */
export interface HostedReplies {
  /**
   * `what` names the message, `about` the thing that the provider lists. `once`: a refusal settles
   * it as well, for it means that the thing
   * ended there; `until-gone`: it is told again as long as it is listed.
   */
  send(
    message: string,
    subject: string,
    request: () => ReplyResult,
    mode: 'once' | 'until-gone',
  ): void
  /** Forgets what was told of things that are not listed any more. */
  forgetUnlisted(listed: ReadonlySet<string>): void
}

/** `lost` is called when something has to be told again. */
export function createHostedReplies(onLost: () => void): HostedReplies {
  const delivered = new Map<string, string>()
  const inFlight = new Set<string>()
  return {
    send(message, subject, request, mode) {
      if (delivered.has(message) || inFlight.has(message)) return
      inFlight.add(message)
      void request()
        .catch((): null => null)
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
