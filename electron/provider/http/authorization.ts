import {
  ALGORITHM_HASHES,
  grpcStringToSign,
  httpStringToSign,
  signingKey,
  type SignatureAlgorithm,
} from '../../../shared/wire/string-to-sign.js'
import type { TokenSource } from '../../core/auth/auth-port.js'
import type { CallFailure } from './call-failure.js'
import { CLIENT_TOKEN_HEADER, opensToClientToken } from '../../../shared/wire/client-tokens.js'
import type { Operation } from '../../../shared/wire/operation.js'
import type { ApiVersion } from '../../../shared/domain/app/profile.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Encoded } from '../payload/encode.js'
import { signedHost, type AccessMode } from './hosts.js'
import { randomHex } from '../../core/hex.js'
import type { ClockPort, RandomPort } from '../../core/ports.js'
import type { CryptoPort } from '../../core/net-ports.js'

const SIGNATURE_VERSION = '1.0'
const NONCE_BYTES = 16

/**
 * The user's own registered application; Countersign ships without a secret of the broker (SEC-17).
 */
export interface AppCredentials {
  readonly appKey: string
  readonly appSecret: string
  /** HMAC-SHA256 unless the person chose the older one (AUTH-2). */
  readonly algorithm: SignatureAlgorithm
}

/**
 * The sources of tokens. `app`: the 2FA token of the app key. `bearer`: the OAuth access token.
 * `client`: an end user's client token.
 */
export interface CallerTokens {
  readonly app: TokenSource & {
    /** Returns why there is no token now, where the source knows it. */
    readonly lack?: () => CallFailure | null
    /** True where calls go without a token, until `demanded` reports that one was refused. */
    readonly isUnneeded?: () => boolean
    readonly demanded?: () => boolean
    /** True for the token of a sign-in in the browser, which is tried first over Connect. */
    readonly isBearer?: (token: string) => boolean
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
  return source === tokens.bearer || tokens.app.isBearer?.(token) === true
    ? { ...signature, authorization: `Bearer ${token}` }
    : { ...signature, 'x-access-token': token }
}

/** The time and nonce that make a signature unique. */
export interface SigningMoment {
  readonly timestamp: string
  readonly nonce: string
}

/** Formats `YYYY-MM-DDThh:mm:ssZ` (AUTH-1). */
export const signatureTime = (time: EpochMs): string =>
  `${new Date(time).toISOString().slice(0, 19)}Z`

/** Creates time and nonce for one request; every attempt needs new ones. */
export const signingMoment = (clock: ClockPort, random: RandomPort): SigningMoment => ({
  timestamp: signatureTime(clock.now()),
  nonce: randomHex(random, NONCE_BYTES),
})

const signedHeaders = (
  credentials: AppCredentials,
  moment: SigningMoment,
): Record<string, string> => ({
  'x-app-key': credentials.appKey,
  'x-timestamp': moment.timestamp,
  'x-signature-version': SIGNATURE_VERSION,
  'x-signature-algorithm': credentials.algorithm,
  'x-signature-nonce': moment.nonce,
})

/**
 * The signed parts of an HTTP request. A form is signed by its fields (AUTH-5), so it has no body
 * here.
 */
export interface SignableRequest {
  readonly path: string
  /** Host name, with the port only if it is not 443. */
  readonly host: string
  readonly parameters: readonly (readonly [string, string])[]
  readonly body: Uint8Array | null
  /** Sent with every request, token calls included, but not signed; v3 by default. */
  readonly version?: ApiVersion
}

/**
 * Returns the signature headers of one HTTP request, `x-version` included. The secret is never
 * sent.
 */
export function signHttp(
  crypto: CryptoPort,
  credentials: AppCredentials,
  moment: SigningMoment,
  request: SignableRequest,
): Record<string, string> {
  const headers = signedHeaders(credentials, moment)
  const hashes = ALGORITHM_HASHES[credentials.algorithm]
  const text = httpStringToSign({
    path: request.path,
    host: request.host,
    headers: new Map(Object.entries(headers)),
    query: request.parameters,
    bodyDigestHex: request.body === null ? null : crypto.digestHex(hashes.body, request.body),
  })
  return {
    ...headers,
    'x-version': request.version ?? 'v3',
    'x-signature': crypto.hmacBase64(hashes.hmac, signingKey(credentials.appSecret), text),
  }
}

/** Returns the signature metadata of one gRPC call over the serialized request (EVENTS-1). */
export function signGrpc(
  crypto: CryptoPort,
  credentials: AppCredentials,
  moment: SigningMoment,
  message: Uint8Array,
): Record<string, string> {
  const headers = signedHeaders(credentials, moment)
  const hashes = ALGORITHM_HASHES[credentials.algorithm]
  const text = grpcStringToSign(
    new Map(Object.entries(headers)),
    crypto.digestHex(hashes.body, message),
  )
  return {
    ...headers,
    'x-signature': crypto.hmacBase64(hashes.hmac, signingKey(credentials.appSecret), text),
  }
}
