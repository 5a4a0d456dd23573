import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import type { Result } from '../../../shared/domain/result.js'
import { MINUTE_MS, epochMs } from '../../../shared/domain/time.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import { HttpCaller, type Caller } from '../../../electron/provider/http/caller.js'
import type { CallFailure } from '../../../electron/provider/http/call-failure.js'
import { createProvider, type Provider } from '../../../electron/provider/gateway.js'
import { practiceEndpoints } from '../../../electron/provider/http/hosts.js'
import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import type { ProviderDependencies } from '../../../electron/provider/http/ports.js'
import type { HttpPort, HttpRequest, HttpResponse } from '../../../electron/core/net-ports.js'
import { startPractice, type Practice } from '../../../electron/practice/server/practice.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/** The outcome of one call: the client's result and the raw answer. */
export interface Observed<O extends Operation = Operation> {
  readonly result: Result<ResponseOf<O>, CallFailure>
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** How a client differs from the authorized one. */
export interface Guise {
  readonly appKey?: string
  readonly appSecret?: string
  /** Changes the headers after signing; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The token to send; null means the authorized client's token. */
  readonly token?: string | null
  readonly bearer?: string | null
}

/** The product's client over real sockets. */
export interface Client {
  /** Calls as the product does: invalid parameters are never sent. */
  observe<O extends Operation>(operation: O, params: RequestOf<O>): Promise<Observed<O>>
  /** Calls without checking the parameters, so that the exchange must check them. */
  unchecked(operation: Operation, params: unknown): Promise<Observed>
  /** Returns how many requests it sent: a read without an answer in time is sent once more. */
  sent(): number
  close(): void
}

export interface Session {
  readonly practice: Practice
  readonly ready: PracticeReady
  readonly dependencies: ProviderDependencies
  /** Unexpected errors of the exchange. */
  readonly errors: readonly unknown[]
  /** The 2FA token of the authorized client. */
  readonly token: string
  client(guise?: Guise): Client
  /** Returns the product's complete client, including streams. */
  provider(): Provider
  /**
   * Stops the exchange's count of time until the returned function is called, so that its limits do
   * not depend on how long requests take.
   */
  stopTime(): () => void
  close(): Promise<void>
}

/**
 * The clock of the client's rate limiter runs this many times faster, so that the provider's limits
 * apply but never cause a wait.
 */
const LIMITER_SPEEDUP = 1_000
const PATIENCE_MS = 3_600_000

const speller = (
  http: HttpPort,
  change: Guise['headers'],
  onSend: () => void,
  onResponse: (answer: HttpResponse) => void,
): HttpPort => ({
  close: () => http.close(),
  send: async (request: HttpRequest) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries({ ...request.headers, ...change })) {
      if (value !== null) headers[name] = value
    }
    onSend()
    const answer = await http.send({ ...request, headers })
    if (answer.ok) onResponse(answer.value)
    return answer
  },
})

/**
 * A minute of the night in New York. An exchange started at night begins its day at 10:00 with the
 * whole session ahead, at whatever hour the suite runs.
 */
const NIGHT_MINUTE = 180
const DAY_MINUTES = 1_440
const backToNight = (now: number): number =>
  ((exchangeClock(epochMs(now)).minute - NIGHT_MINUTE + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS

const always = (token: string | null) => ({
  accessToken: () => Promise.resolve(token),
  rejected: () => undefined,
})

/**
 * Opens a practice exchange in this process, over real sockets, and creates clients for it on
 * request. Rate limits are off.
 */
export async function openSession(): Promise<Session> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-conformance-'))
  const errors: unknown[] = []
  let stoppedAt: number | null = null
  const back = backToNight(Date.now())
  const started = await startPractice(
    {
      seed: 'conformance',
      dataDir,
      portBase: 0,
      rateLimits: 'off',
      clock: 'practice',
      speed: 1,
      environment: 'practice',
    },
    {
      host: {
        wall: () => epochMs(Date.now() - back),
        monotonic: () => stoppedAt ?? performance.now(),
      },
      onError: (error) => errors.push(error),
      pingMs: 300,
      slotMs: 300,
    },
  )
  if (!started.ok) throw new Error(started.error.message)
  const practice = started.value
  // From now on requests are checked against real time; only the start had to be at night.
  await practice.command({ command: 'skew', ms: back })
  const { ready } = practice
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  const dependencies = nodePorts(ready.ca)
  const limiterClock = {
    clock: { now: dependencies.clock.now, monotonic: () => performance.now() * LIMITER_SPEEDUP },
    timers: {
      ...dependencies.timers,
      after: (ms: number, call: () => void) =>
        dependencies.timers.after(ms / LIMITER_SPEEDUP, call),
    },
  }
  const clients: { close(): void }[] = []
  const userAccess = { token: '' }

  const client = (guise: Guise = {}): Client => {
    // Calls run at the same time, and each has its own last answer.
    const calls = new AsyncLocalStorage<{ last: HttpResponse | null }>()
    const { clock, timers, random, crypto, log } = dependencies
    let sent = 0
    const onSend = (): void => void (sent += 1)
    const caller: Caller = new HttpCaller({
      endpoints: endpoints.value,
      mode: 'key',
      clock,
      timers,
      random,
      crypto,
      log,
      credentials: {
        appKey: guise.appKey ?? ready.appKey,
        appSecret: guise.appSecret ?? ready.appSecret,
        algorithm: 'HMAC-SHA256',
      },
      tokens: {
        app: {
          accessToken: () => Promise.resolve(guise.token ?? userAccess.token),
          rejected: () => undefined,
        },
        bearer: always(guise.bearer ?? null),
      },
      limiter: createRateLimiter({ environment: 'practice', mode: 'key', ...limiterClock }),
      http: speller(dependencies.http, guise.headers, onSend, (answer) => {
        const call = calls.getStore()
        if (call !== undefined) call.last = answer
      }),
    })
    const observe = async <O extends Operation>(
      operation: O,
      params: RequestOf<O>,
    ): Promise<Observed<O>> => {
      const call: { last: HttpResponse | null } = { last: null }
      const result = await calls.run(call, () =>
        caller.call(operation, params, { maxWaitMs: PATIENCE_MS }),
      )
      const answer = call.last
      return {
        result,
        status: answer?.status ?? null,
        headers: answer?.headers ?? {},
        text: answer === null ? '' : new TextDecoder().decode(answer.body),
      }
    }
    const client: Client = {
      observe,
      unchecked: (operation, params) => observe({ ...operation, request: z.unknown() }, params),
      sent: () => sent,
      close: () => caller.close(),
    }
    clients.push(client)
    return client
  }

  const first = await client().observe(AUTH_OPERATIONS.createToken, {})
  if (!first.result.ok) throw new Error(first.text)
  userAccess.token = first.result.value.token
  return {
    practice,
    ready,
    dependencies,
    errors,
    client,
    provider() {
      const provider = createProvider({
        endpoints: endpoints.value,
        mode: 'key',
        credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
        client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
        tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
        ports: nodePorts(ready.ca),
      })
      clients.push(provider)
      return provider
    },
    stopTime() {
      stoppedAt = performance.now()
      return () => {
        stoppedAt = null
      }
    },
    get token() {
      return userAccess.token
    },
    async close() {
      for (const entry of clients) entry.close()
      dependencies.http.close()
      await practice.close()
      await removeFolder(dataDir)
    },
  }
}
