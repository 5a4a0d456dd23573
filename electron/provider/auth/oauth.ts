import type { AuthFailure, AuthPort, TokenGrant } from '../../core/auth/auth-port.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import { percentEncode } from '../../../shared/wire/string-to-sign.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Endpoints } from '../http/hosts.js'
import { clockRefused, failureMessage } from '../http/provider-failure.js'
import type { CryptoPort, NetworkPort } from '../../core/net-ports.js'

/** The user's own registered OAuth client. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** As issued at registration, e.g. `user:trade:wr` (AUTH-5). */
  readonly scope: string
  /** False for a broker that refuses the members of PKCE; true where absent. */
  readonly pkce?: boolean | undefined
}

export interface OAuthOptions {
  readonly endpoints: Endpoints
  readonly client: ClientCredentials
  readonly caller: Caller
  readonly crypto: CryptoPort
  readonly network: NetworkPort
}

/** 128 bits or more; RFC 7636 requires 43 to 128 characters of a verifier. */
const MIN_STATE_CHARS = 22
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/
/** Published lives (AUTH-5); a reported life above LIFE_FACTOR times these is ignored. */
const ACCESS_LIFE_MS = 1_800_000
const REFRESH_LIFE_MS = 1_296_000_000
const LIFE_FACTOR = 4

const plausibleLifeMs = (seconds: number | null | undefined, published: number): number => {
  const ms = (seconds ?? 0) * 1_000
  return ms > 0 && ms <= published * LIFE_FACTOR ? ms : published
}

const grantOf = (answer: ResponseOf<typeof CONNECT_OPERATIONS.createAccessToken>): TokenGrant => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  accessExpiresInMs: plausibleLifeMs(answer.expires_in, ACCESS_LIFE_MS),
  refreshExpiresInMs: plausibleLifeMs(answer.rt_expires_in, REFRESH_LIFE_MS),
  createdAt: answer.created_at ?? null,
  user: answer.identity_id,
})

/**
 * Converts a failure. 417 for a bad code and 401 for a bad refresh token (AUTH-5) both require a
 * new sign-in.
 */
function authFailure(failure: CallFailure): AuthFailure {
  const message = failureMessage(failure)
  // The grant was not evaluated; it works again once the clock is correct.
  if (clockRefused(failure)) return { kind: 'unreachable', message }
  if (failure.class === 'not-sent') return { kind: 'unreachable', message }
  if (failure.class === 'rate') return { kind: 'unreachable', message }
  if (failure.class === 'ambiguous') return { kind: 'lost', message }
  const grant =
    (failure.status === 417 && failure.providerCode === 'INVALID_PARAMETER') ||
    (failure.status === 401 &&
      (failure.code === 'invalid-token' || failure.providerCode === 'UNAUTHORIZED'))
  return { kind: grant ? 'invalid-grant' : 'refused', message }
}

const challengeOf = (
  crypto: CryptoPort,
  codeVerifier: string,
): readonly (readonly [string, string])[] => [
  ['code_challenge', crypto.sha256Base64Url(codeVerifier)],
  ['code_challenge_method', 'S256'],
]

/**
 * Creates the provider's authorization code flow (AUTH-5), with PKCE unless the person turned it
 * off for a broker that refuses it (SEC-14).
 */
export function createOAuth(options: OAuthOptions): AuthPort {
  const { endpoints, client, caller, crypto, network } = options
  const token = async (
    params: Parameters<typeof caller.call<typeof CONNECT_OPERATIONS.createAccessToken>>[1],
  ): Promise<Result<TokenGrant, AuthFailure>> => {
    const answer = await caller.call(CONNECT_OPERATIONS.createAccessToken, params)
    return answer.ok ? ok(grantOf(answer.value)) : err(authFailure(answer.error))
  }
  const usesPkce = client.pkce !== false
  const identity = { client_id: client.clientId, client_secret: client.clientSecret }
  return {
    onBack: (listener) => network.onBack(listener),
    authorizeUrl({ state, codeVerifier, redirectUri }) {
      if (state.length < MIN_STATE_CHARS) throw new RangeError('state is shorter than 128 bits')
      if (!VERIFIER.test(codeVerifier)) throw new RangeError('not a PKCE verifier')
      const query: readonly (readonly [string, string])[] = [
        ['response_type', 'code'],
        ['client_id', client.clientId],
        ['scope', client.scope],
        ['state', state],
        ['redirect_uri', redirectUri],
        ...(usesPkce ? challengeOf(crypto, codeVerifier) : []),
      ]
      return `${endpoints.origins.passport}${endpoints.loginPath}?${query.map(([name, value]) => `${name}=${percentEncode(value)}`).join('&')}`
    },
    exchange: ({ code, codeVerifier }) =>
      token({
        ...identity,
        grant_type: 'authorization_code',
        code,
        ...(usesPkce ? { code_verifier: codeVerifier } : {}),
      }),
    refresh: (refreshToken) =>
      token({ ...identity, grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
}
