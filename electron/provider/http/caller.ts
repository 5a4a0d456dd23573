import type { TokenSource } from '../../core/auth/auth-port.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CLIENT_TOKEN_HEADER, opensToClientToken } from '../../../shared/wire/client-tokens.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import { readEvents } from '../../../shared/wire/sse.js'
import { faultOf } from './schema-fault.js'
import { encode, type Encoded } from './encode.js'
import {
  classifyAnswer,
  classifyTransport,
  isTransient,
  localFailure,
  malformedAnswer,
  retryAfterMs,
  type CallFailure,
} from './call-failure.js'
import { originOf, signedHost, type AccessMode, type Endpoints } from './hosts.js'
import type { Priority, RateLimiter } from './rate-limiter.js'
import {
  pause,
  type ClockPort,
  type CryptoPort,
  type HttpPort,
  type LogPort,
  type RandomPort,
  type TimerPort,
} from './ports.js'
import { signHttp, signingMoment, type AppCredentials } from './signing.js'
import { asV3, paramsFor, type ApiVersion } from './api-versions.js'

/** Time limits of the official SDK (LIMITS-5). */
const CONNECT_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 10_000
/** Far above the longest response, a page of a thousand instruments. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024
const RETRY_MIN_MS = 250
const RETRY_SPREAD_MS = 500
const MAX_WAIT_MS: Record<Priority, number> = {
  critical: 20_000,
  normal: 15_000,
  background: 60_000,
}
const TRADE_WAIT_MS = 5_000

export interface CallerOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly mode: AccessMode
  /**
   * `app`: the 2FA token of the app key. `bearer`: the OAuth access token. `client`: an end user's
   * client token.
   */
  readonly tokens: {
    readonly app: TokenSource
    readonly bearer: TokenSource
    readonly client?: TokenSource
  }
  /** The version requested by `x-version`; responses of both versions are understood. */
  readonly version?: ApiVersion
  readonly limiter: RateLimiter
  readonly http: HttpPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: CryptoPort
  readonly log: LogPort
  /** Called after every attempt that was answered or failed in transport. */
  readonly onAttempt?: (attempt: {
    readonly latencyMs: number
    readonly failure: CallFailure | null
  }) => void
  /**
   * Called with the server's time (its `date` header), and the local times between which it was
   * written.
   */
  readonly onServerDate?: (date: string, sentAt: EpochMs, receivedAt: EpochMs) => void
}

export interface CallOptions {
  readonly priority?: Priority
  readonly maxWaitMs?: number
}

export interface Caller {
  /** Makes all waiting and later calls fail as `stopped`. */
  close(): void
  /** Sends one operation of the catalog; never throws. A trade is sent at most once. */
  call<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    options?: CallOptions,
  ): Promise<Result<ResponseOf<O>, CallFailure>>
}

const defaultPriority = (operation: Operation): Priority =>
  operation.id === 'trading.orders.cancel' || operation.id === 'trading.orders.get'
    ? 'critical'
    : 'normal'

function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Creates the client of the provider's HTTP API: it limits, encodes, signs, authorizes, sends,
 * decodes and classifies.
 */
export function createCaller(options: CallerOptions): Caller {
  const {
    endpoints,
    credentials,
    mode,
    tokens,
    limiter,
    http,
    clock,
    timers,
    random,
    crypto,
    log,
    version = 'v3',
  } = options

  let closed = false

  const sourceOf = (operation: Operation): TokenSource | null => {
    if (operation.auth === 'bearer+signature') return tokens.bearer
    if (operation.auth !== 'signature+token') return null
    if (mode === 'client') return tokens.client ?? null
    return mode === 'connect' && operation.family === 'trading' ? tokens.bearer : tokens.app
  }

  /**
   * Returns the authentication headers. An end user has no key to sign with, only the client token
   * (AUTH-6).
   */
  const credentialsOf = (
    operation: Operation,
    origin: string,
    encoded: Encoded,
    token: string | null,
  ): Readonly<Record<string, string>> => {
    const source = sourceOf(operation)
    if (token !== null && source !== null && source === tokens.client) {
      return { 'x-version': version, [CLIENT_TOKEN_HEADER]: token }
    }
    return {
      ...signHttp(crypto, credentials, signingMoment(clock, random), {
        path: operation.path,
        host: signedHost(origin),
        parameters: encoded.parameters,
        body: encoded.signedBody,
        version,
      }),
      ...(token === null
        ? {}
        : source === tokens.bearer
          ? { authorization: `Bearer ${token}` }
          : { 'x-access-token': token }),
    }
  }

  const decode = <O extends Operation>(
    operation: O,
    status: number,
    body: Uint8Array,
  ): Result<ResponseOf<O>, CallFailure> => {
    const text = decodeText(body)
    if (text === null) return err(malformedAnswer(status, 'answer is not UTF-8'))
    let json: unknown
    try {
      json =
        operation.answer === 'events'
          ? readEvents(text)
          : text === ''
            ? undefined
            : JSON.parse(text)
    } catch {
      return err(malformedAnswer(status, 'answer is not JSON'))
    }
    const parsed = operation.response.safeParse(asV3(operation, version, json))
    return parsed.success
      ? ok(parsed.data as ResponseOf<O>)
      : err(malformedAnswer(status, `answer does not fit: ${faultOf(parsed.error)}`))
  }

  /** Sends one attempt, with a new nonce and time and its own permit. */
  const attempt = async <O extends Operation>(
    operation: O,
    params: RequestOf<O>,
    token: string | null,
    call: CallOptions,
  ): Promise<Result<ResponseOf<O>, CallFailure>> => {
    const origin = originOf(endpoints, operation, mode)
    if (origin === null) {
      return err(
        localFailure('not-allowed', `${operation.id} may not be sent in ${endpoints.environment}`),
      )
    }
    const priority = call.priority ?? defaultPriority(operation)
    const permit = await limiter.acquire(
      operation,
      priority,
      call.maxWaitMs ?? (operation.effect === 'trade' ? TRADE_WAIT_MS : MAX_WAIT_MS[priority]),
    )
    if (closed) return err(localFailure('stopped', 'the session is closing'))
    if (!permit.ok) {
      return err(
        localFailure('rate-limited', 'no place in the request budget', permit.error.retryAfterMs),
      )
    }
    const encoded = encode(
      operation.encoding,
      paramsFor(version, operation, params) as Readonly<Record<string, unknown>>,
    )
    const headers = {
      accept: 'application/json',
      ...(encoded.contentType === null ? {} : { 'content-type': encoded.contentType }),
      ...credentialsOf(operation, origin, encoded, token),
    }
    const started = clock.monotonic()
    const sentAt = clock.now()
    const answer = await http.send({
      method: operation.method,
      origin,
      target: operation.path + encoded.query,
      headers,
      body: encoded.body,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      readTimeoutMs: READ_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    })
    permit.value.done()
    const date = answer.ok ? answer.value.headers['date'] : undefined
    if (date !== undefined) options.onServerDate?.(date, sentAt, clock.now())
    const result = read(operation, answer)
    options.onAttempt?.({
      latencyMs: clock.monotonic() - started,
      failure: result.ok ? null : result.error,
    })
    if (!result.ok) {
      log.event('info', 'provider.call-failed', {
        operation: operation.id,
        class: result.error.class,
        code: result.error.code,
        status: result.error.status,
        providerCode: result.error.providerCode,
      })
    }
    return result
  }

  const read = <O extends Operation>(
    operation: O,
    answer: Awaited<ReturnType<HttpPort['send']>>,
  ): Result<ResponseOf<O>, CallFailure> => {
    if (!answer.ok) return err(classifyTransport(answer.error))
    const { status, headers, body } = answer.value
    if (status === 429) {
      limiter.refused(operation, retryAfterMs(headers['retry-after'], clock.now()))
    } else limiter.accepted(operation)
    if (status === 200) return decode(operation, status, body)
    return err(
      classifyAnswer(
        status,
        decodeText(body) ?? '',
        retryAfterMs(headers['retry-after'], clock.now()),
      ),
    )
  }

  return {
    close() {
      closed = true
      limiter.close()
    },
    async call(operation, params, call = {}) {
      const checked = operation.request.safeParse(params)
      if (!checked.success) {
        return err(
          localFailure(
            'invalid-request',
            `${operation.id}: ${checked.error.issues[0]?.path.join('.') ?? ''} ${checked.error.issues[0]?.message ?? ''}`,
          ),
        )
      }
      if (mode === 'client' && operation.auth !== 'signature' && !opensToClientToken(operation)) {
        return err(localFailure('not-allowed', `${operation.id} is not open to a client token`))
      }
      const source = sourceOf(operation)
      let retried = false
      let renewed = false
      for (;;) {
        if (closed) return err(localFailure('stopped', 'the session is closing'))
        const token = source === null ? null : await source.accessToken()
        if (source !== null && token === null) {
          return err(localFailure('signed-out', 'no token: signing in is needed'))
        }
        const result = await attempt(operation, params, token, call)
        if (result.ok) return result
        if (result.error.code === 'invalid-token' && source !== null && token !== null) {
          source.rejected(token)
          if (operation.effect !== 'read' || renewed) return result
          renewed = true
          continue
        }
        // Retry only operations that read and use GET; a trade is never repeated (LIMITS-5).
        if (
          operation.effect !== 'read' ||
          operation.method !== 'GET' ||
          retried ||
          !isTransient(result.error)
        ) {
          return result
        }
        retried = true
        await pause(timers, RETRY_MIN_MS + random.fraction() * RETRY_SPREAD_MS)
      }
    },
  }
}
