/**
 * Why a read at the provider brought no answer. Reads may be asked again; the kinds say when that
 * makes sense.
 *
 * - refused: the provider understood and said no (`code` is its own, normalised)
 * - unauthorized: the token or the signature was not accepted
 * - not-entitled: the account lacks the permission or the data subscription
 * - wrong-environment: the key belongs to another environment
 * - rate-limited: our own budget or the provider's (429); `retryAfterMs` says when
 * - unavailable: no connection, or a 5xx
 * - timeout: the deadline of the wait passed
 * - malformed: an answer that the contract does not allow
 * - stopped: the session is closing
 */
export interface ProviderFailure {
  readonly kind:
    | 'refused'
    | 'unauthorized'
    | 'not-entitled'
    | 'wrong-environment'
    | 'rate-limited'
    | 'unavailable'
    | 'timeout'
    | 'malformed'
    | 'stopped'
  readonly code: string | null
  /** For a person: never a secret, never a stack. */
  readonly message: string
  readonly retryAfterMs: number | null
}

/** A failure without a code. */
export const providerFailure = (
  kind: ProviderFailure['kind'],
  message: string,
  more: Partial<ProviderFailure> = {},
): ProviderFailure => ({
  code: null,
  retryAfterMs: null,
  ...more,
  kind,
  message,
})
