import type { Result } from '../../../shared/domain/result.js'
import type { NetworkPort } from '../net-ports.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * A token response. Durations count from the moment of the request, so that a skewed clock cannot
 * lengthen a token's life.
 */
export interface TokenGrant {
  readonly accessToken: string
  readonly refreshToken: string
  readonly accessExpiresInMs: number
  readonly refreshExpiresInMs: number
  /** Creation time by the server's clock; for display only. */
  readonly createdAt: EpochMs | null
  /** The provider's id of the user; null when not reported. */
  readonly user: string | null
}

/**
 * Why no tokens were issued.
 * - invalid-grant: the code or refresh token is not valid (any more); only a new sign-in helps
 * - refused: the provider refused for another reason (client, key, signature); a retry is useless
 * - lost: the tokens may have been issued, but no readable response arrived
 * - unreachable: nothing was sent or nothing was decided (too many requests, a wrong clock); a
 *   later retry helps
 */
export interface AuthFailure {
  readonly kind: 'invalid-grant' | 'refused' | 'lost' | 'unreachable'
  readonly message: Message
}

/**
 * The provider's authorization code flow (AUTH-5). PKCE (S256) is used unless the
 * person turned it off; the implementation derives the challenge from the verifier.
 */
export interface AuthPort {
  authorizeUrl(request: {
    readonly state: string
    readonly codeVerifier: string
    readonly redirectUri: string
  }): string
  /** Exchanges a code (60 s, single use) for tokens. Sent once. */
  exchange(request: {
    readonly code: string
    readonly codeVerifier: string
    readonly redirectUri: string
  }): Promise<Result<TokenGrant, AuthFailure>>
  /** Exchanges a refresh token for a new pair. Sent once. */
  refresh(refreshToken: string): Promise<Result<TokenGrant, AuthFailure>>
  /** Calls the listener when a provider that could not be reached may be reached again. */
  readonly onBack?: NetworkPort['onBack']
}

export interface AuthorizeFailure {
  readonly kind: 'cancelled' | 'timeout' | 'failed'
  readonly message: Message
}

/**
 * Requests approval from the person (on the practice exchange, from the application itself). Opens
 * a one-shot receiver on the loopback address, shows the page `urlFor(redirectUri)`, and returns
 * the raw query of the first callback ("code=…&state=…").
 */
export interface AuthorizePort {
  /** Ends the pending attempt, if there is one. */
  cancel?(): void
  authorize(
    urlFor: (redirectUri: string) => string,
  ): Promise<Result<{ readonly query: string; readonly redirectUri: string }, AuthorizeFailure>>
}

/** Supplies the user's bearer token to the HTTP client; implemented by the token manager. */
export interface TokenSource {
  /**
   * Returns a valid token. A refresh that is due runs meanwhile; the caller waits for it only when
   * the present token is refused or about to expire. Null when the person must sign in.
   */
  accessToken(): Promise<string | null>
  /** Reports that the provider refused this token; the next `accessToken()` returns another one. */
  rejected(accessToken: string): void
}
