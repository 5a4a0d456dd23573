import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Dial } from '../../../../electron/adapters/dial.js'
import { HttpsPort } from '../../../../electron/adapters/https-port.js'
import { startPractice, type Practice } from '../../../../electron/practice/server/practice.js'
import { createProvider, type Provider } from '../../../../electron/provider/gateway.js'
import {
  PUBLISHED_ENDPOINTS,
  type AccessMode,
  type Endpoints,
} from '../../../../electron/provider/http/hosts.js'
import type { TokenSource } from '../../../../electron/core/auth/auth-port.js'
import type { ProviderDependencies } from '../../../../electron/provider/http/ports.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { BrokerVariantChange } from '../../../../shared/practice/broker-variant.js'
import type { PracticeState } from '../../../../shared/practice/practice-control.js'
import { nodePorts } from '../../../harness/exchange/node-ports.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

/** An exchange in this process under the published host names of an environment. */
export interface BrokerStandIn {
  readonly practice: Practice
  readonly endpoints: Endpoints
  readonly dial: Dial
  /** Makes the exchange play a variant of the broker. */
  play(change: BrokerVariantChange): Promise<void>
  /** How often each operation was requested. */
  requests(): Promise<PracticeState['requests']>
  provider(options?: {
    readonly mode?: AccessMode
    readonly bearer?: TokenSource
    readonly pkce?: boolean
    readonly ports?: Partial<ProviderDependencies>
  }): Provider
  close(): Promise<void>
}

const portOf = (origin: string): number => Number(new URL(origin).port)

export async function startBroker(environment: 'sandbox' | 'production'): Promise<BrokerStandIn> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-broker-'))
  const endpoints = PUBLISHED_ENDPOINTS[environment]
  const names = [
    ...Object.values(endpoints.origins).map((origin) => new URL(origin).hostname),
    endpoints.events.host,
    endpoints.data.host,
  ]
  const started = await startPractice(
    {
      seed: 'contract',
      dataDir,
      portBase: 0,
      rateLimits: 'off',
      clock: 'practice',
      speed: 1,
      environment,
      names,
    },
    {
      host: { wall: () => epochMs(Date.now()), monotonic: () => performance.now() },
      onError: (error) => {
        throw error
      },
    },
  )
  if (!started.ok) throw new Error(started.error.message)
  const practice = started.value
  const { ready } = practice
  const { hosts, ca } = ready
  const ports = new Map<string, number>([
    [new URL(endpoints.origins.api).hostname, portOf(hosts.api)],
    [new URL(endpoints.origins.oauth).hostname, portOf(hosts.oauth)],
    [new URL(endpoints.origins.passport).hostname, portOf(hosts.passport)],
    [endpoints.events.host, hosts.events.port],
    [endpoints.data.host, hosts.data.port],
  ])
  const dial: Dial = (host, port) => {
    const isWebSocket = host === endpoints.data.host && port !== endpoints.data.port
    const local = isWebSocket ? hosts.dataWeb.port : (ports.get(host) ?? 1)
    return { host: '127.0.0.1', port: local, authority: ca }
  }
  const providers: Provider[] = []
  return {
    practice,
    endpoints,
    dial,
    async play(change) {
      await practice.command({ command: 'broker-variant', change })
    },
    async requests() {
      return ((await practice.command({ command: 'state' })) as PracticeState).requests
    },
    provider({ mode = 'key', bearer, pkce, ports: replaced = {} } = {}) {
      const provider = createProvider({
        endpoints,
        mode,
        credentials: {
          appKey: ready.appKey,
          appSecret: ready.appSecret,
          algorithm: 'HMAC-SHA256',
        },
        client: {
          clientId: ready.clientId,
          clientSecret: ready.clientSecret,
          scope: ready.scope,
          pkce,
        },
        tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
        ports: { ...nodePorts(null), http: new HttpsPort({ pinnedCa: null, dial }), ...replaced },
      })
      if (bearer !== undefined) provider.useBearer(bearer)
      providers.push(provider)
      return provider
    },
    async close() {
      for (const provider of providers) provider.close()
      await practice.close()
      await removeFolder(dataDir)
    },
  }
}

/** Signs in as a person in the browser; returns the source of the user's token. */
export async function signInAt(broker: BrokerStandIn): Promise<TokenSource> {
  const { auth } = broker.provider({ mode: 'connect' })
  const request = {
    state: 's'.repeat(32),
    codeVerifier: 'v'.repeat(43),
    redirectUri: 'http://127.0.0.1:28471/callback',
  }
  const { redirect } = (await broker.practice.command({
    command: 'approve',
    query: Object.fromEntries(new URL(auth.authorizeUrl(request)).searchParams),
  })) as { readonly redirect: string }
  const code = new URL(redirect).searchParams.get('code') ?? ''
  const grant = await auth.exchange({ ...request, code })
  if (!grant.ok) throw new Error(grant.error.kind)
  const { accessToken } = grant.value
  return { accessToken: () => Promise.resolve(accessToken), rejected: () => undefined }
}
