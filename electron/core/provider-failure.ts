import type { Result } from '../../shared/domain/result.js'
import type { Message } from '../../shared/messages/message.js'

/**
 * Why a read at the provider failed. Reads may be repeated; the kind says when that is useful.
 *
 * - refused: the provider understood and refused (`code` is its own, normalized)
 * - unauthorized: the token or the signature was not accepted
 * - signed-out: nobody is signed in; nothing was sent
 * - awaits-code: the app key's token waits for the code on the person's phone; nothing was sent
 * - not-confirmed: that code was not entered in time; nothing was sent
 * - not-entitled: the account lacks the permission or the data subscription
 * - wrong-environment: the key belongs to another environment
 * - rate-limited: Countersign's own limit or the provider's (429); `retryAfterMs` says when
 * - unavailable: no connection, or a 5xx
 * - timeout: the deadline passed
 * - malformed: a response that the schema does not allow
 * - stopped: the session is closing
 */
export interface ProviderFailure {
  readonly kind:
    | 'refused'
    | 'unauthorized'
    | 'signed-out'
    | 'awaits-code'
    | 'not-confirmed'
    | 'not-entitled'
    | 'wrong-environment'
    | 'rate-limited'
    | 'unavailable'
    | 'timeout'
    | 'malformed'
    | 'stopped'
  readonly code: string | null
  /** For a person: never a secret, never a stack trace. */
  readonly message: Message
  readonly retryAfterMs: number | null
}

/** Creates a failure without a code. */
export const providerFailure = (
  kind: ProviderFailure['kind'],
  message: Message,
  more: Partial<ProviderFailure> = {},
): ProviderFailure => ({
  code: null,
  retryAfterMs: null,
  ...more,
  kind,
  message,
})

/** A read at the provider. */
export type ProviderResult<T> = Promise<Result<T, ProviderFailure>>
