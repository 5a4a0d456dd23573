import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../failure.js'

type Told = Promise<Result<void, ProviderFailure> | null>

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
  tell(what: string, about: string, call: () => Told, how: 'once' | 'until-gone'): void
  /** Forgets what was told of things that are not listed any more. */
  keep(listed: ReadonlySet<string>): void
}

/** `lost` is called when something has to be told again. */
export function createHostedReplies(lost: () => void): HostedReplies {
  const told = new Map<string, string>()
  const telling = new Set<string>()
  return {
    tell(what, about, call, how) {
      if (told.has(what) || telling.has(what)) return
      telling.add(what)
      void call()
        .catch((): null => null)
        .then((answer) => {
          telling.delete(what)
          if (answer?.ok === true || (how === 'once' && answer?.error.kind === 'refused')) {
            told.set(what, about)
          } else lost()
        })
    },
    keep(listed) {
      for (const [what, about] of told) if (!listed.has(about)) told.delete(what)
    },
  }
}
