import type { TokenSource } from '../../core/auth/auth-port.js'
import type { CallFailure } from './call-failure.js'
import { CLIENT_TOKEN_HEADER, opensToClientToken } from '../../../shared/wire/client-tokens.js'
import type { Operation } from '../../../shared/wire/operation.js'
import type { ApiVersion } from '../../../shared/domain/app/profile.js'
import type { Encoded } from '../payload/encode.js'
import { signedHost, type AccessMode } from './hosts.js'
import type { ClockPort, RandomPort } from '../../core/ports.js'
import type { CryptoPort } from '../../core/net-ports.js'
import { signHttp, signingMoment, type AppCredentials } from './signing.js'

/**
 * The sources of tokens. `app`: the 2FA token of the app key. `bearer`: the OAuth access token.
 * `client`: an end user's client token.
 */
export interface CallerTokens {
  readonly app: TokenSource & {
    /** Returns why there is no token now, where the source knows it. */
    readonly lack?: () => CallFailure | null
  }
  readonly bearer: TokenSource
  readonly client?: TokenSource
}

/** The properties of a caller that decide how its requests are authorized. */
export interface Authorization {
  readonly mode: AccessMode
  readonly tokens: CallerTokens
  readonly version: ApiVersion
  readonly credentials: AppCredentials
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly crypto: CryptoPort
}

/** Returns the source of an operation's token; null when it needs none. */
export function tokenSourceOf(
  { mode, tokens }: Pick<Authorization, 'mode' | 'tokens'>,
  operation: Operation,
): TokenSource | null {
  if (operation.auth === 'bearer+signature') return tokens.bearer
  if (operation.auth !== 'signature+token') return null
  if (mode === 'client') return tokens.client ?? null
  return mode === 'connect' && operation.family === 'trading' ? tokens.bearer : tokens.app
}

/** True when an operation may be called in this mode; a client token opens only some. */
export const isOpenTo = (mode: AccessMode, operation: Operation): boolean =>
  mode !== 'client' || operation.auth === 'signature' || opensToClientToken(operation)

/** One attempt of a call. */
interface Attempt {
  readonly origin: string
  readonly encoded: Encoded
  readonly token: string | null
}

/**
 * Returns the authentication headers of one attempt. An end user has no key to sign with, only the
 * client token (AUTH-6).
 */
export function authorizationHeaders(
  authorization: Authorization,
  operation: Operation,
  { origin, encoded, token }: Attempt,
): Readonly<Record<string, string>> {
  const { tokens, version, credentials, clock, random, crypto } = authorization
  const source = tokenSourceOf(authorization, operation)
  if (token !== null && source !== null && source === tokens.client) {
    return { 'x-version': version, [CLIENT_TOKEN_HEADER]: token }
  }
  const signature = signHttp(crypto, credentials, signingMoment(clock, random), {
    path: operation.path,
    host: signedHost(origin),
    parameters: encoded.parameters,
    body: encoded.signedBody,
    version,
  })
  if (token === null) return signature
  return source === tokens.bearer
    ? { ...signature, authorization: `Bearer ${token}` }
    : { ...signature, 'x-access-token': token }
}
