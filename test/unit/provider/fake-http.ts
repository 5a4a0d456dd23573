import { epochMs } from '../../../shared/domain/time.js'
import type { Result } from '../../../shared/domain/result.js'
import type {
  HttpFailure,
  HttpPort,
  HttpRequest,
  HttpResponse,
} from '../../../electron/core/net-ports.js'
import type { ClockPort, TimerPort } from '../../../electron/core/ports.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import {
  HttpCaller,
  type Caller,
  type CallerOptions,
} from '../../../electron/provider/http/caller.js'
import {
  PUBLISHED_ENDPOINTS,
  type AccessMode,
  type Endpoints,
} from '../../../electron/provider/http/hosts.js'
import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import type { ApiVersion } from '../../../shared/domain/app/profile.js'

export type Script = Result<HttpResponse, HttpFailure>
export const answer = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Script => ({
  ok: true,
  value: {
    status,
    headers,
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  },
})
export const broken = (kind: HttpFailure['kind'], phase: HttpFailure['phase']): Script => ({
  ok: false,
  error: { kind, phase, detail: 'X' },
})

export class FakeHttp implements HttpPort {
  readonly #script: Script[]
  readonly sent: HttpRequest[] = []
  constructor(script: Script[]) {
    this.#script = script
  }
  send(request: HttpRequest): Promise<Script> {
    this.sent.push(request)
    return Promise.resolve(this.#script.shift() ?? broken('failed', 'not-sent'))
  }
  close(): void {}
}

export interface CallerFixture {
  readonly http: FakeHttp
  readonly caller: Caller
  readonly rejected: string[]
}

/** Creates a caller over a scripted network; timers fire at once. */
export function callerFixture(
  script: Script[],
  change: {
    readonly mode?: AccessMode
    readonly endpoints?: Endpoints
    readonly tokens?: readonly (string | null)[]
    readonly version?: ApiVersion
    readonly clientToken?: string
    /** Time that passes only by the test's doing, so that the rate limits apply. */
    readonly time?: ClockPort & TimerPort
    readonly onRead?: CallerOptions['onRead']
    readonly onAttempt?: CallerOptions['onAttempt']
    /** A network in place of the script. */
    readonly http?: HttpPort
  } = {},
): CallerFixture {
  const http = new FakeHttp(script)
  const rejected: string[] = []
  const tokens = [...(change.tokens ?? ['token-1', 'token-2', 'token-3'])]
  // Every reading of the clock is a whole window later, so that no script reaches the rate limits.
  let clockReads = 0
  const clock = change.time ?? {
    now: () => epochMs(1_797_000_000_000),
    monotonic: () => (clockReads += 1) * 120_000,
  }
  const timers = change.time ?? {
    after: (_ms: number, call: () => void) => {
      queueMicrotask(call)
      return () => {}
    },
    every: () => () => {},
  }
  let nonce = 0
  const random = {
    bytes: (count: number) => new Uint8Array(count).fill((nonce += 1)),
    fraction: () => 0.5,
  }
  const source = {
    accessToken: () => Promise.resolve(tokens[0] ?? null),
    rejected: (token: string) => {
      rejected.push(token)
      tokens.shift()
    },
  }
  const mode = change.mode ?? 'key'
  const endpoints = change.endpoints ?? PUBLISHED_ENDPOINTS.sandbox
  const caller = new HttpCaller({
    endpoints,
    mode,
    credentials: { appKey: 'key', appSecret: 'top-secret', algorithm: 'HMAC-SHA256' },
    tokens: {
      app: source,
      bearer: {
        accessToken: () => Promise.resolve('bearer-1'),
        rejected: (token) => {
          rejected.push(token)
        },
      },
      ...(change.clientToken === undefined
        ? {}
        : {
            client: {
              accessToken: () => Promise.resolve(change.clientToken ?? null),
              rejected: (token: string) => {
                rejected.push(token)
              },
            },
          }),
    },
    ...(change.version === undefined ? {} : { version: change.version }),
    ...(change.onRead === undefined ? {} : { onRead: change.onRead }),
    ...(change.onAttempt === undefined ? {} : { onAttempt: change.onAttempt }),
    limiter: createRateLimiter({ environment: endpoints.environment, mode, clock, timers }),
    http: change.http ?? http,
    clock,
    timers,
    random,
    crypto: nodeCrypto,
    log: { event: () => {} },
  })
  return { http, caller, rejected }
}
