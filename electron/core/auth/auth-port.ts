import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/**
 * A token answer. Durations count from the moment the request was made, so that a skewed clock
 * cannot lengthen a life.
 */
export interface TokenGrant {
  readonly accessToken: string
  readonly refreshToken: string
  readonly accessExpiresInMs: number
  readonly refreshExpiresInMs: number
  /** When the server says it made them; for display only. */
  readonly createdAt: EpochMs | null
  /** The provider's id of the user, where told. */
  readonly user: string | null
}

/**
 * Why there are no tokens.
 * - invalid-grant: the code or refresh token is not good (any more): only signing in again helps
 * - refused: the provider said no for another reason (client, key, signature): trying again is
 *   useless
 * - lost: it may have been granted, but no readable answer came
 * - unreachable: nothing was sent, or nothing was decided (too many requests, a wrong clock):
 *   trying again later helps
 */
export interface AuthFailure {
  readonly kind: 'invalid-grant' | 'refused' | 'lost' | 'unreachable'
  readonly message: string
}

/**
 * The provider's authorization code flow (AUTH-5). PKCE (S256) is always sent; the
 * challenge is derived from the verifier here.
 */
export interface AuthPort {
  authorizeUrl(request: {
    readonly state: string
    readonly codeVerifier: string
    readonly redirectUri: string
  }): string
  /** Trades a code (60 s, single use) for tokens. Sent once. */
  exchange(request: {
    readonly code: string
    readonly codeVerifier: string
    readonly redirectUri: string
  }): Promise<Result<TokenGrant, AuthFailure>>
  /** Trades a refresh token for a new pair. Sent once. */
  refresh(refreshToken: string): Promise<Result<TokenGrant, AuthFailure>>
}

export interface AuthorizeFailure {
  readonly kind: 'cancelled' | 'timeout' | 'failed'
  readonly message: string
}

/**
 * Asks a person (or, in practice, the app itself) to approve. It opens a one-shot receiver on the
 * loopback address, shows the
 * page that `urlFor(redirectUri)` names, and answers with the raw query of the first callback
 * ("code=…&state=…").
 */
export interface AuthorizePort {
  /** Ends the attempt that waits, if one does. */
  cancel?(): void
  authorize(
    urlFor: (redirectUri: string) => string,
  ): Promise<Result<{ readonly query: string; readonly redirectUri: string }, AuthorizeFailure>>
}

/** Where the wire gets the user's bearer token from; implemented by the token manager. */
export interface TokenSource {
  /**
   * A token that is good for at least a short while; refreshes first when needed. Null when the
   * person must sign in.
   */
  accessToken(): Promise<string | null>
  /** The provider refused this token: the next `accessToken()` brings another one. */
  rejected(accessToken: string): void
}
