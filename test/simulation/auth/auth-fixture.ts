import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { AuthorizePort } from '../../../electron/core/auth/auth-port.js'
import { OAuthSession, type AuthSession } from '../../../electron/core/auth/auth-session.js'
import type {
  HttpFailure,
  HttpPort,
  HttpRequest,
  HttpResponse,
} from '../../../electron/core/net-ports.js'
import type { ClockPort, FileError, RandomPort, VaultPort } from '../../../electron/core/ports.js'
import { WallClock } from '../../../electron/practice/simulation/clock.js'
import { Faults } from '../../../electron/practice/faults/faults.js'
import { Variants } from '../../../electron/practice/faults/variants.js'
import { Access } from '../../../electron/practice/http/access/access.js'
import { Pipeline } from '../../../electron/practice/http/pipeline.js'
import { RateLimiter } from '../../../electron/practice/http/access/rate-limiter.js'
import { splitTarget } from '../../../electron/practice/http/message/raw-request.js'
import { makeKeys } from '../../../electron/practice/data/keys.js'
import { AccessTokens } from '../../../electron/practice/oauth/access-tokens.js'
import { Authorizer } from '../../../electron/practice/oauth/authorize.js'
import { ClientTokens } from '../../../electron/practice/oauth/client-tokens.js'
import { Grants } from '../../../electron/practice/oauth/grants.js'
import type { Services } from '../../../electron/practice/http/operations/services.js'
import { createProvider, type Provider } from '../../../electron/provider/gateway.js'
import { practiceEndpoints, type Endpoints } from '../../../electron/provider/http/hosts.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { Simulation, settle } from '../core/simulation.js'
import { foreign } from '../../../shared/messages/make-message.js'

const ORIGIN = { api: 'https://127.0.0.1:1001', oauth: 'https://127.0.0.1:1002' } as const
const REDIRECT = 'http://127.0.0.1:49152/callback'

type Sent = Result<HttpResponse, HttpFailure>

function endpointsOf(): Endpoints {
  const endpoints = practiceEndpoints({
    hosts: {
      ...ORIGIN,
      passport: ORIGIN.oauth,
      broker: 'https://127.0.0.1:1003',
      events: { host: '127.0.0.1', port: 1004 },
      data: { host: '127.0.0.1', port: 1005 },
      dataWeb: { host: '127.0.0.1', port: 1007 },
      brokerEvents: { host: '127.0.0.1', port: 1006 },
    },
    ca: '-----BEGIN CERTIFICATE-----',
  })
  if (!endpoints.ok) throw new Error(endpoints.error)
  return endpoints.value
}

/** A vault that outlives the runs of the program; `fails` makes the next writes fail. */
class FakeVault {
  readonly stored = new Map<string, string>()
  fails = false
  readonly port: VaultPort = {
    backend: 'key-store',
    keyStore: 'test',
    read: (name) => Promise.resolve(ok(this.stored.get(name) ?? null)),
    write: (name, secret) => {
      if (this.fails) return Promise.resolve(err<FileError>({ kind: 'full', message: 'full' }))
      this.stored.set(name, secret)
      return Promise.resolve(ok(undefined))
    },
    remove: (name) => {
      this.stored.delete(name)
      return Promise.resolve(ok(undefined))
    },
  }
}

/**
 * The sign-in of the practice exchange (routes, signatures, codes, tokens) and the program's own
 * client and token manager, both in virtual time and connected without sockets. The computer's
 * clock may be wrong, jump, or advance while the program sleeps.
 */
export class AuthFixture {
  readonly time = new Simulation(7)
  readonly keys = makeKeys()
  readonly endpoints = endpointsOf()
  readonly tokens = new AccessTokens()
  readonly grants = new Grants()
  readonly faults = new Faults()
  readonly variants = new Variants()
  readonly vault = new FakeVault()
  /** The name of every request, as the exchange counted it. */
  readonly requests: string[] = []
  /** Every body that the token operations returned. */
  readonly logged: string[] = []
  /** How far the wall clocks are ahead of virtual time, because the computer slept. */
  #slept = 0
  /** How far the computer's clock is ahead of the provider's. */
  skew = 0
  /** Returns the person's answer to the login page; null leaves the attempt without an answer. */
  approve: (url: URL) => Promise<string | null> = (url) => Promise.resolve(this.codeFor(url))
  /** Replaces answers of the exchange by operation path, for answers that it never gives itself. */
  transformAnswer: (request: HttpRequest, answer: Sent) => Sent = (_request, answer) => answer
  online = true
  readonly #authorizer = new Authorizer(this.keys, () => 'U1', this.grants, this.variants)
  readonly #wall: WallClock
  readonly #pipelines: ReadonlyMap<string, Pipeline>

  constructor() {
    const host = { wall: () => this.serverNow(), monotonic: () => this.time.now + this.#slept }
    this.#wall = new WallClock(host)
    const clientTokens = new ClientTokens()
    const services = {
      options: { environment: 'practice' },
      keys: this.keys,
      tokens: this.tokens,
      grants: this.grants,
      clientTokens,
      faults: this.faults,
      variants: this.variants,
      wall: this.#wall,
      authorizer: this.#authorizer,
      persist: () => Promise.resolve(),
      whenDurable: () => null,
      userId: () => 'U1',
      exchange: { accounts: () => [] },
    } as unknown as Services
    const access = new Access({
      keys: this.keys,
      userId: () => 'U1',
      wall: this.#wall,
      host,
      tokens: this.tokens,
      grants: this.grants,
      clientTokens,
      tokenNeeded: true,
    })
    const deps = {
      services,
      dataServices: services,
      access,
      limiter: new RateLimiter('off'),
      host,
      counted: (id: string) => void this.requests.push(id),
      wait: () => Promise.resolve(),
    }
    this.#pipelines = new Map([
      [ORIGIN.api, new Pipeline('api', deps)],
      [ORIGIN.oauth, new Pipeline('oauth', deps)],
    ])
  }

  serverNow = (): number => this.time.wall() + this.#slept

  /** The computer's clock: it may be wrong, and its monotonic part stops during sleep. */
  readonly clock: ClockPort = {
    now: () => epochMs(this.serverNow() + this.skew),
    monotonic: () => this.time.now,
  }
  readonly random: RandomPort = this.time.random()

  /** Puts the computer to sleep: no timer runs, and only the wall clocks advance. */
  sleep(ms: number): void {
    this.#slept += ms
  }

  /**
   * Advances virtual time and fires due timers; time advances only after all promises have settled.
   */
  async advance(ms: number): Promise<void> {
    await this.time.run(this.time.now + ms)
    await settle()
  }

  /** Returns the callback's query after the exchange itself approved. */
  codeFor(url: URL): string {
    const checked = this.#authorizer.check(Object.fromEntries(url.searchParams))
    if (!checked.ok) throw new Error(JSON.stringify(checked.error))
    return new URL(this.#authorizer.approve(checked.value, this.#wall.now())).search.slice(1)
  }

  count(id: string): number {
    return this.requests.filter((request) => request === id).length
  }

  readonly #http: HttpPort = {
    send: async (request) => {
      if (!this.online) return err({ kind: 'connect', phase: 'not-sent', detail: 'ENETUNREACH' })
      const target = splitTarget(request.target)
      const pipeline = this.#pipelines.get(request.origin)
      if (target === null || pipeline === undefined) {
        throw new Error(`a request left for ${request.origin}`)
      }
      const delivery = await pipeline.handle({
        method: request.method,
        ...target,
        headers: { ...request.headers },
        host: request.origin.slice('https://'.length),
        body: Buffer.from(request.body ?? []),
      })
      const answer: Sent =
        delivery.kind === 'drop'
          ? err({ kind: 'reset', phase: 'sent', detail: 'ECONNRESET' })
          : ok({
              status: delivery.rendered.status,
              headers: Object.fromEntries(
                Object.entries(delivery.rendered.headers).map(([name, value]) => [
                  name.toLowerCase(),
                  String(value),
                ]),
              ),
              body: new TextEncoder().encode(delivery.rendered.body),
            })
      return this.transformAnswer(request, answer)
    },
    close: () => undefined,
  }

  readonly logEvents: {
    readonly level: string
    readonly name: string
    readonly fields: unknown
  }[] = []

  /** Starts a run of the program: its provider client and its sign-in. */
  start({ automatic = false }: { readonly automatic?: boolean } = {}): Run {
    // Timers of an earlier run never fire.
    this.time.epoch += 1
    const timers = this.time.timers()
    const log = {
      event: (level: string, name: string, fields?: unknown) =>
        void this.logEvents.push({ level, name, fields }),
    }
    const adapters = {
      clock: this.clock,
      timers,
      random: this.random,
      crypto: nodeCrypto,
      log,
      http: this.#http,
      network: LOOPBACK_NETWORK,
      grpc: () => Promise.reject(new Error('no streams here')),
      mqtt: () => Promise.reject(new Error('no streams here')),
    }
    const tokenStore = {
      load: async () => this.vault.stored.get('app-token') ?? null,
      save: async (token: string | null) => {
        if (token === null) this.vault.stored.delete('app-token')
        else await this.vault.port.write('app-token', token)
      },
    }
    const provider = createProvider({
      endpoints: this.endpoints,
      credentials: {
        appKey: this.keys.appKey,
        appSecret: this.keys.appSecret,
        algorithm: 'HMAC-SHA256',
      },
      client: {
        clientId: this.keys.clientId,
        clientSecret: this.keys.clientSecret,
        scope: 'user:trade:wr',
      },
      mode: 'key',
      tokenStore,
      ports: adapters,
    })
    let cancel: () => void = () => undefined
    const authorize: AuthorizePort = {
      cancel: () => cancel(),
      authorize: async (urlFor) => {
        const ended = new Promise<null>((resolve) => {
          cancel = () => resolve(null)
        })
        const query = await Promise.race([this.approve(new URL(urlFor(REDIRECT))), ended])
        return query === null
          ? err({ kind: 'cancelled', message: foreign('Signing in was cancelled.') })
          : ok({ query, redirectUri: REDIRECT })
      },
    }
    const session = new OAuthSession({
      auth: provider.auth,
      authorize,
      vault: this.vault.port,
      clock: this.clock,
      timers,
      random: this.random,
      log,
      automatic,
    })
    provider.useBearer(session.tokens)
    const phases: string[] = []
    session.onChange(() => {
      const { phase } = session.view()
      if (phases.at(-1) !== phase) phases.push(phase)
    })
    return {
      session,
      provider,
      phases,
      stop: () => {
        session.dispose()
        provider.close()
      },
    }
  }
}

export interface Run {
  readonly session: AuthSession
  readonly provider: Provider
  /** Every phase that was published, in sequence. */
  readonly phases: string[]
  stop(): void
}
