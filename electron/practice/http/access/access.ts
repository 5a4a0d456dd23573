import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CLIENT_TOKEN_HEADER, opensToClientToken } from '../../../../shared/wire/client-tokens.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { AuthKind, Operation } from '../../../../shared/wire/operation.js'
import type { WallClock, HostClock } from '../../simulation/clock.js'
import type { Keys } from '../../data/keys.js'
import type { AccessTokens } from '../../oauth/access-tokens.js'
import type { ClientTokens } from '../../oauth/client-tokens.js'
import type { Grants } from '../../oauth/grants.js'
import { header, type RawRequest } from '../message/raw-request.js'
import type { Variants } from '../../faults/variants.js'
import {
  ROUTE_NOT_FOUND,
  refusal,
  refused,
  unauthorized,
  type Refusal,
} from '../message/refusal.js'
import { readSignatureHeaders, verifyGrpc, verifyHttp, type SignatureHeaders } from './signature.js'

/** Remembers nonces for a fixed time, at most `capacity` of them (the oldest is dropped first). */
export class NonceMemory {
  readonly #lifetimeMs: number
  readonly #capacity: number
  /** Insertion order equals age because every entry has the same lifetime. */
  readonly #seen = new Map<string, number>()

  constructor(lifetimeMs: number, capacity = 200_000) {
    this.#lifetimeMs = lifetimeMs
    this.#capacity = capacity
  }

  /** Stores `nonce`; false when it is a replay. `now` is a monotonic clock. */
  register(nonce: string, now: number): boolean {
    for (const [old, until] of this.#seen) {
      if (until > now && this.#seen.size < this.#capacity) break
      this.#seen.delete(old)
    }
    if (this.#seen.has(nonce)) return false
    this.#seen.set(nonce, now + this.#lifetimeMs)
    return true
  }
}

/** Version of the response format that the caller requested (AUTH-1). */
export type ApiVersion = 'v2' | 'v3'

/** The authenticated caller. */
export interface Caller {
  readonly version: ApiVersion
  /** Identity that the rate limits count by. */
  readonly who: string
  /** The user whose accounts the caller may use. */
  readonly userId: string
}

/** Dependencies of {@link Access}. */
export interface AccessDeps {
  readonly keys: Keys
  readonly userId: () => string
  readonly wall: WallClock
  readonly host: HostClock
  readonly tokens: AccessTokens
  readonly grants: Grants
  readonly clientTokens: ClientTokens
  /** False where calls need no 2FA token; a token that is sent must still be valid. */
  readonly tokenNeeded: boolean
  /** The variant of the broker that is played; absent: the usual one. */
  readonly variants?: Variants
}

/** User id of a Display Solution end user, who may use no account. */
const NO_USER = ''

/** Authenticates callers (AUTH-1 to AUTH-6): version, signature, nonce, then token or bearer. */
export class Access {
  readonly #deps: AccessDeps
  readonly #nonces = new NonceMemory(ASSUMPTIONS.nonceMemoryMs)

  constructor(deps: AccessDeps) {
    this.#deps = deps
  }

  /**
   * Authenticates a request for an operation; null stands for a helper of the login page. `form`
   * holds the decoded fields of a form body, which the signature may cover.
   */
  authenticate(
    kind: AuthKind,
    operation: Operation | null,
    request: RawRequest,
    form: readonly (readonly [string, string])[] | null,
  ): Result<Caller, Refusal> {
    if (kind === 'none') return ok({ version: 'v3', who: 'anyone', userId: NO_USER })
    const version = readVersion(header(request, 'x-version'))
    if (!version.ok) return version
    const clientToken =
      operation !== null && opensToClientToken(operation) && header(request, 'x-app-key') === null
        ? header(request, CLIENT_TOKEN_HEADER)
        : null
    if (clientToken !== null) return this.#client(clientToken, version.value)
    const bearer = kind === 'bearer+signature' ? this.#bearer(request) : null
    if (bearer !== null && !bearer.ok) return bearer
    // The bearer alone authorizes calls to the OAuth host; a signature that is sent must still be
    // valid (ASSUMPTION in AUTH-5).
    if (bearer === null || header(request, 'x-signature') !== null) {
      const signed = this.#signature(request, form)
      if (!signed.ok) return signed
    }
    const opensByBearer = kind === 'signature+token' && this.#opensByBearer(operation, request)
    if (kind === 'signature+token' && !opensByBearer && !this.#tokenFits(request)) {
      return err(refusal(401, CODES.invalidToken, 'x-access-token is missing or invalid.'))
    }
    const userId = bearer === null ? this.#deps.userId() : bearer.value
    return ok({
      version: version.value,
      who: bearer === null ? this.#deps.keys.appKey : userId,
      userId,
    })
  }

  /** Authenticates a gRPC call by the signature over the received bytes only. */
  authenticateGrpc(
    get: (name: string) => string | null,
    message: Uint8Array,
  ): Result<string, Refusal> {
    const headers = readSignatureHeaders(get, this.#deps.wall.now())
    if (!headers.ok) return headers
    if (headers.value.appKey !== this.#deps.keys.appKey) {
      return err(unauthorized('The app key is not valid.'))
    }
    if (!verifyGrpc(headers.value, this.#deps.keys.appSecret, message)) {
      return err(unauthorized('The signature does not match.'))
    }
    const fresh = this.#takeNonce(headers.value)
    return fresh.ok ? ok(headers.value.appKey) : fresh
  }

  #tokenFits(request: RawRequest): boolean {
    const token = header(request, 'x-access-token')
    return token === null
      ? !this.#isTokenNeeded()
      : this.#deps.tokens.use(token, this.#deps.wall.now())
  }

  #isTokenNeeded(): boolean {
    const check = this.#deps.variants?.current.tokenCheck ?? 'usual'
    return check === 'usual' ? this.#deps.tokenNeeded : check === 'required'
  }

  /** True where a sign-in in the browser opens market data without the app key's token. */
  #opensByBearer(operation: Operation | null, request: RawRequest): boolean {
    return (
      this.#deps.variants?.current.bearerMarketData === true &&
      operation?.family === 'market-data' &&
      this.#bearer(request).ok
    )
  }

  /**
   * Authenticates an end user of the Display Solution by the token alone, because the app secret
   * stays with the institution.
   */
  #client(token: string, version: ApiVersion): Result<Caller, Refusal> {
    const user = this.#deps.clientTokens.userOf(token, this.#deps.wall.now())
    return user === null
      ? err(refusal(401, CODES.invalidToken, 'The client token is invalid or expired.'))
      : ok({ version, who: `client ${user}`, userId: NO_USER })
  }

  #bearer(request: RawRequest): Result<string, Refusal> {
    const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(header(request, 'authorization') ?? '')?.[1]
    const userId =
      token === undefined ? null : this.#deps.grants.userOf(token, this.#deps.wall.now())
    return userId === null
      ? err(refusal(401, CODES.invalidToken, 'The access token is missing, expired or revoked.'))
      : ok(userId)
  }

  #signature(
    request: RawRequest,
    form: readonly (readonly [string, string])[] | null,
  ): Result<void, Refusal> {
    // The gateway rejects an app key of another environment first, whatever else is wrong with the
    // request.
    const appKey = header(request, 'x-app-key')
    if (appKey !== null && appKey !== this.#deps.keys.appKey) return err(ROUTE_NOT_FOUND)
    const headers = readSignatureHeaders((name) => header(request, name), this.#deps.wall.now())
    if (!headers.ok) return headers
    if (!verifyHttp(headers.value, this.#deps.keys.appSecret, { ...request, form })) {
      return err(unauthorized('The signature does not match.'))
    }
    return this.#takeNonce(headers.value)
  }

  #takeNonce(headers: SignatureHeaders): Result<void, Refusal> {
    return this.#nonces.register(headers.nonce, this.#deps.host.monotonic())
      ? ok(undefined)
      : err(unauthorized('This nonce was used before.'))
  }
}

function readVersion(text: string | null): Result<ApiVersion, Refusal> {
  if (text === null) {
    return err(refusal(401, CODES.missingVersion, 'The header x-version is missing.'))
  }
  return text === 'v3' || text === 'v2'
    ? ok(text)
    : err(refused(CODES.unsupportedVersion, 'x-version must be v3 or v2.'))
}
