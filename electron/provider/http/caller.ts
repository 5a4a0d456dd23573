import type { TokenSource } from '../../core/auth/auth-port.js'
import {
  API_VERSIONS,
  STANDARD_VERSION,
  type ApiVersion,
} from '../../../shared/domain/app/profile.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import {
  authorizationHeaders,
  isOpenTo,
  tokenSourceOf,
  type AppCredentials,
  type Authorization,
  type CallerTokens,
} from './authorization.js'
import { decodeResponse, decodeText, type Decoded, type DecodeOptions } from '../payload/decode.js'
import type { UnreadableRow } from '../payload/readable-rows.js'
import { encode, type Encoded } from '../payload/encode.js'
import {
  classifyAnswer,
  classifyTransport,
  isTransient,
  localFailure,
  retryAfterMs,
  type CallFailure,
} from './call-failure.js'
import { laneOf } from './lane.js'
import { rowCount } from './request-summary.js'
import { originOf, type AccessMode, type Endpoints } from './hosts.js'
import type { Permit, RateLimiter } from './rate-limiter.js'
import type { Priority } from './budget.js'
import { pause } from './ports.js'
import type { ClockPort, LogPort, RandomPort, TimerPort } from '../../core/ports.js'
import type { CryptoPort, HttpPort, HttpRequest } from '../../core/net-ports.js'
import { paramsFor, versionOf } from '../payload/api-versions.js'

/** Time limits of the official SDK (LIMITS-5). */
const CONNECT_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 10_000
/** Far above the longest response, a page of a thousand instruments. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024
/** How long a request that may lack its token waits for one. */
const READY_TOKEN_MS = 100
const RETRY_MIN_MS = 250
const RETRY_SPREAD_MS = 500
const MAX_WAIT_MS: Record<Priority, number> = {
  critical: 20_000,
  order: 5_000,
  normal: 15_000,
  background: 60_000,
}
/** A cancel waits no longer than an order; Order Detail may. */
const TRADE_WAIT_MS = 5_000
/**
 * How often a read or a cancel goes again with a new token: tokens may be revoked again while many
 * requests are on their way. Otherwise an order would go on working, and a kill switch
 * would read all of its lists from their first page again.
 */
const MAX_RENEWALS = 3

export interface CallerOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly mode: AccessMode
  readonly tokens: CallerTokens
  /**
   * The version requested by `x-version`; responses of both versions are understood. Where the
   * provider refuses it, the other one is requested from then on.
   */
  readonly version?: ApiVersion | undefined
  readonly limiter: RateLimiter
  readonly http: HttpPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: CryptoPort
  readonly log: LogPort
  /** Called after every attempt that was answered or failed in transport. */
  readonly onAttempt?: (attempt: Attempt) => void
  /**
   * Called with the server's time (its `date` header), and the local times between which it was
   * written.
   */
  readonly onServerDate?: (date: string, sentAt: EpochMs, receivedAt: EpochMs) => void
  /** Called with the rows that were set aside, also when there are none, for every read. */
  readonly onRead?: (
    operation: Operation,
    params: unknown,
    unreadable: readonly UnreadableRow[],
  ) => void
}

/** One attempt of a request, and what came back. */
export interface Attempt {
  readonly operation: Operation
  readonly params: unknown
  readonly latencyMs: number
  readonly failure: CallFailure | null
  /** The rows of a list; null for anything else. */
  readonly rows: number | null
  /** The version of this request, which requests without one of their own use too. */
  readonly version: ApiVersion
  readonly usual: ApiVersion
}

export interface CallOptions {
  readonly priority?: Priority
  readonly maxWaitMs?: number
  /** True for a request that is worth sending without a token: any answer is useful. */
  readonly mayLackToken?: boolean
  /** The version of this request only; by default the caller's. */
  readonly version?: ApiVersion
  /**
   * Called with the rows of a list that could not be read and are missing in the result. Without
   * it, a list of which no row could be read is a failure.
   */
  readonly onUnreadable?: (rows: readonly UnreadableRow[]) => void
  /**
   * Asked once more when the request may leave: it may have waited for a token or for its place in
   * the budget. False: it is not sent.
   */
  readonly maySend?: (() => boolean) | undefined
}

export interface Caller {
  /** Makes all waiting and later calls fail as `stopped`. */
  close(): void
  /**
   * Sends one operation of the catalog; never throws. A trade is sent at most once; a cancel again
   * after its token was refused.
   */
  call<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    options?: CallOptions,
  ): Promise<Result<ResponseOf<O>, CallFailure>>
}

function defaultPriority({ id, effect }: Operation): Priority {
  if (id === 'trading.orders.cancel' || id === 'trading.orders.get') return 'critical'
  return effect === 'trade' ? 'order' : 'normal'
}

/** True for operations that may be repeated; a trade never is (LIMITS-5). */
const isRepeatable = (operation: Operation): boolean =>
  operation.effect === 'read' && operation.method === 'GET'

/**
 * True for requests that are sent again after their token was refused. That refusal comes before
 * the request is evaluated, and a second cancel of an order cancels no more than the first; a
 * placement or a change is the person's to repeat.
 */
const mayRenewToken = ({ id, effect }: Operation): boolean =>
  effect === 'read' || id === 'trading.orders.cancel'

/** The repetitions that one call has used. */
interface Tries {
  retried: boolean
  renewals: number
  /** The token that was refused last; null before a refusal. */
  refusedToken: string | null
  changedVersion: boolean
}

/** Where a request goes, by whom and in which version. */
interface RequestAddress {
  readonly origin: string
  readonly token: string | null
  readonly version: ApiVersion
}

type HttpAnswer = Awaited<ReturnType<HttpPort['send']>>

/**
 * The client of the provider's HTTP API: it limits, encodes, signs, authorizes, sends, decodes and
 * classifies.
 */
export class HttpCaller implements Caller {
  readonly #options: CallerOptions
  readonly #authorization: Authorization
  #version: ApiVersion
  #closed = false

  constructor(options: CallerOptions) {
    this.#options = options
    this.#version = options.version ?? STANDARD_VERSION
    this.#authorization = { ...options, version: this.#version }
  }

  close(): void {
    this.#closed = true
    this.#options.limiter.close()
  }

  async call<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    call: CallOptions = {},
  ): Promise<Result<ResponseOf<O>, CallFailure>> {
    const problem = this.#problemOf(operation, params)
    if (problem !== null) return err(problem)
    const source = tokenSourceOf(this.#authorization, operation)
    const tries: Tries = {
      retried: false,
      renewals: 0,
      refusedToken: null,
      changedVersion: false,
    }
    for (;;) {
      const token = await (call.mayLackToken === true
        ? this.#readyToken(source)
        : this.#tokenOf(source))
      if (!token.ok) return token
      const result = await this.#attempt(operation, params, token.value, call)
      if (result.ok) return ok(this.#reported(operation, params, result.value, call))
      if (this.#changesVersion(operation, result.error, call, tries)) continue
      const retries = this.#isTokenRefused(result.error, source, token.value)
        ? this.#changeToken(operation, source, token.value, tries)
        : await this.#pauseBeforeRetry(operation, result.error, tries)
      if (!retries) return result
    }
  }

  /** Reports the rows that were set aside, and returns the response. */
  #reported<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    { value, unreadable }: Decoded<O>,
    { onUnreadable }: CallOptions,
  ): ResponseOf<O> {
    const [first] = unreadable
    if (first !== undefined) {
      this.#options.log.event('warn', 'provider.rows-set-aside', {
        operation: operation.id,
        count: unreadable.length,
        issue: first.fault,
      })
      onUnreadable?.(unreadable)
    }
    if (operation.effect === 'read') this.#options.onRead?.(operation, params, unreadable)
    return value
  }

  /** Returns why a call may not be sent; null when it may. */
  #problemOf(operation: Operation, params: unknown): CallFailure | null {
    const checked = operation.request.safeParse(params)
    if (!checked.success) {
      const issue = checked.error.issues[0]
      return localFailure(
        'invalid-request',
        `${operation.id}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
      )
    }
    return isOpenTo(this.#options.mode, operation)
      ? null
      : localFailure('not-allowed', `${operation.id} is not open to a client token`)
  }

  /** Returns the token of the next attempt; null when the operation needs none. */
  async #tokenOf(source: TokenSource | null): Promise<Result<string | null, CallFailure>> {
    if (this.#closed) return err(localFailure('stopped', 'the session is closing'))
    if (source === null) return ok(null)
    const token = await source.accessToken()
    if (token !== null) return ok(token)
    const { app } = this.#options.tokens
    if (source === app && app.isUnneeded?.() === true) return ok(null)
    const lack = source === app ? (app.lack?.() ?? null) : null
    return err(lack ?? localFailure('signed-out', 'no token: signing in is needed'))
  }

  /** Returns the token where there is one already, without a wait for another. */
  async #readyToken(source: TokenSource | null): Promise<Result<string | null, CallFailure>> {
    if (this.#closed) return err(localFailure('stopped', 'the session is closing'))
    const late = pause(this.#options.timers, READY_TOKEN_MS).then(() => null)
    return ok(source === null ? null : await Promise.race([source.accessToken(), late]))
  }

  /** True where another token, or a first one, may change the answer. */
  #isTokenRefused(
    { code }: CallFailure,
    source: TokenSource | null,
    token: string | null,
  ): source is TokenSource {
    if (source === null) return false
    if (code === 'invalid-token') return true
    // A market data right that the sign-in lacks may belong to the app key.
    const isBearer = token !== null && this.#options.tokens.app.isBearer?.(token) === true
    return isBearer && (code === 'unauthorized' || code === 'not-entitled')
  }

  #changeToken(
    operation: Operation,
    source: TokenSource,
    token: string | null,
    tries: Tries,
  ): boolean {
    if (token !== null) return this.#renewToken(operation, source, token, tries)
    const { app } = this.#options.tokens
    return source === app && app.demanded?.() === true && mayRenewToken(operation)
  }

  /**
   * Reports a refused token; returns true when the call may be sent again with a new one. Where the
   * broker returns the same token again, more attempts would be refused as well.
   */
  #renewToken(operation: Operation, source: TokenSource, token: string, tries: Tries): boolean {
    source.rejected(token)
    if (!mayRenewToken(operation) || token === tries.refusedToken) return false
    tries.refusedToken = token
    tries.renewals += 1
    return tries.renewals <= MAX_RENEWALS
  }

  /**
   * Takes the other version where the provider refused the usual one; returns true when the call
   * may be sent once more. A trade is not: the refusal says that nothing was placed.
   */
  #changesVersion(
    operation: Operation,
    { providerCode }: CallFailure,
    call: CallOptions,
    tries: Tries,
  ): boolean {
    if (providerCode !== CODES.unsupportedVersion || call.version !== undefined) return false
    if (tries.changedVersion) return false
    tries.changedVersion = true
    const refused = this.#version
    this.#version = API_VERSIONS.find((version) => version !== refused) ?? refused
    this.#options.log.event('warn', 'provider.version-refused', {
      code: refused,
      reason: `requests use ${this.#version}`,
    })
    return operation.effect === 'read'
  }

  /** Waits before the one retry of a transient failure; returns false when there is none. */
  async #pauseBeforeRetry(
    operation: Operation,
    failure: CallFailure,
    tries: Tries,
  ): Promise<boolean> {
    if (!isRepeatable(operation) || tries.retried || !isTransient(failure)) return false
    tries.retried = true
    const { timers, random } = this.#options
    await pause(timers, RETRY_MIN_MS + random.fraction() * RETRY_SPREAD_MS)
    return true
  }

  /** Sends one attempt, with a new nonce and time and its own permit. */
  async #attempt<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    token: string | null,
    call: CallOptions,
  ): Promise<Result<Decoded<O>, CallFailure>> {
    const { endpoints, mode, clock } = this.#options
    const origin = originOf(endpoints, operation, mode)
    if (origin === null) {
      return err(
        localFailure('not-allowed', `${operation.id} may not be sent in ${endpoints.environment}`),
      )
    }
    const permit = await this.#permit(operation, call)
    if (!permit.ok) return permit
    if (call.maySend?.() === false) {
      permit.value.notSent()
      return err(localFailure('withdrawn', 'withdrawn while it waited for its place'))
    }
    const version = versionOf(call.version ?? this.#version, params)
    const request = this.#requestOf(operation, params, { origin, token, version })
    const started = clock.monotonic()
    const answer = await this.#send(request, permit.value)
    const result = this.#read(operation, answer, {
      acceptsNone: call.onUnreadable !== undefined,
      requested: version,
    })
    this.#report({
      operation,
      params,
      latencyMs: clock.monotonic() - started,
      failure: result.ok ? null : result.error,
      rows: result.ok ? rowCount(result.value.value) : null,
      version,
      usual: this.#version,
    })
    return result
  }

  async #permit(
    operation: Operation,
    { priority = defaultPriority(operation), maxWaitMs }: CallOptions,
  ): Promise<Result<Permit, CallFailure>> {
    const permit = await this.#options.limiter.acquire(
      operation,
      priority,
      maxWaitMs ?? (operation.effect === 'trade' ? TRADE_WAIT_MS : MAX_WAIT_MS[priority]),
    )
    if (this.#closed) return err(localFailure('stopped', 'the session is closing'))
    if (permit.ok) return permit
    const { retryAfterMs, limit } = permit.error
    const failure = localFailure('rate-limited', 'no place in the request budget', retryAfterMs)
    return err(limit === null ? failure : { ...failure, limit })
  }

  #requestOf<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    { origin, token, version }: RequestAddress,
  ): HttpRequest {
    const encoded: Encoded = encode(
      operation.encoding,
      paramsFor(version, operation, params) as Readonly<Record<string, unknown>>,
    )
    return {
      lane: laneOf(operation),
      method: operation.method,
      origin,
      target: operation.path + encoded.query,
      headers: {
        accept: 'application/json',
        ...(encoded.contentType === null ? {} : { 'content-type': encoded.contentType }),
        ...authorizationHeaders({ ...this.#authorization, version }, operation, {
          origin,
          encoded,
          token,
        }),
      },
      body: encoded.body,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      readTimeoutMs: READ_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    }
  }

  async #send(request: HttpRequest, permit: Permit): Promise<HttpAnswer> {
    const { http, clock, onServerDate } = this.#options
    const sentAt = clock.now()
    const answer = await http.send(request)
    if (!answer.ok && answer.error.phase === 'not-sent') permit.notSent()
    else permit.done()
    const date = answer.ok ? answer.value.headers['date'] : undefined
    if (date !== undefined) onServerDate?.(date, sentAt, clock.now())
    return answer
  }

  #read<O extends Operation>(
    operation: O,
    answer: HttpAnswer,
    options: DecodeOptions,
  ): Result<Decoded<O>, CallFailure> {
    if (!answer.ok) return err(classifyTransport(answer.error))
    const { limiter, clock } = this.#options
    const { status, headers, body } = answer.value
    const retryAfter = retryAfterMs(headers['retry-after'], clock.now())
    if (status === 429) limiter.refused(operation, retryAfter)
    else limiter.accepted(operation)
    return status === 200
      ? decodeResponse(operation, status, body, options)
      : err(classifyAnswer(status, decodeText(body) ?? '', retryAfter))
  }

  #report(attempt: Attempt): void {
    const { operation, failure } = attempt
    this.#options.onAttempt?.(attempt)
    if (failure === null) return
    this.#options.log.event('info', 'provider.call-failed', {
      operation: operation.id,
      class: failure.class,
      code: failure.code,
      status: failure.status,
      providerCode: failure.providerCode,
    })
  }
}
