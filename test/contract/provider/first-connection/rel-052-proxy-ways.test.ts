import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProxyFor } from '../../../../electron/adapters/connections/proxy.js'
import { createGrpcPort } from '../../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../../electron/adapters/mqtt-port.js'
import { ProxyCredentials } from '../../../../electron/core/profiles/proxy-credentials.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { chooser, NO_SYSTEM_PROXY } from '../../../harness/exchange/proxy-choosers.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'
import { startConnectProxy, type ConnectProxy } from './connect-proxy.js'
import { startSocksProxy, type SocksProxy } from './socks-proxy.js'

const STREAMS = ['events', 'market']
const WAIT = { timeout: 20_000 }
let broker: BrokerStandIn
const proxies: { close(): Promise<void> }[] = []
beforeAll(async () => {
  broker = await startBroker('sandbox')
})
afterAll(() => broker.close())
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
})

const route = (host: string, port: number): number => broker.dial(host, port).port
const withoutNetwork: BrokerStandIn['dial'] = (host, port) => ({
  ...broker.dial(host, port),
  port: 1,
})

async function connectProxy(password: string | null = null): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(route, password)
  proxies.push(proxy)
  return proxy
}

async function socksProxy(password?: string): Promise<SocksProxy> {
  const proxy = await startSocksProxy({
    version: 5,
    route,
    ...(password === undefined ? {} : { password }),
  })
  proxies.push(proxy)
  return proxy
}

/** A computer whose setting names a list. */
const bySystem = (list: string, credentials: (proxy: string) => Promise<string | null>): ProxyFor =>
  chooser(undefined, {
    system: { ...NO_SYSTEM_PROXY, resolve: () => Promise.resolve(list) },
    credentials,
  }).proxyFor

const nothingEntered = (): Promise<null> => Promise.resolve(null)

const portsBy = (proxyFor: ProxyFor, dial = withoutNetwork) => {
  const options = { pinnedCa: null, dial, proxyFor }
  return {
    http: new HttpsPort(options),
    grpc: () => Promise.resolve(createGrpcPort(options)),
    mqtt: () => Promise.resolve(createMqttPort(options)),
  }
}

/** Reads accounts, subscribes to both streams, and resolves once both are accepted. */
async function useAll(proxyFor: ProxyFor, dial = withoutNetwork): Promise<string[]> {
  const provider = broker.provider({ ports: portsBy(proxyFor, dial) })
  const accounts = await provider.portfolio.accounts()
  if (!accounts.ok) throw new Error(inEnglish(accounts.error.message))
  const seen = new Set<string>()
  const none = (): void => undefined
  const endEvents = provider.events.start(
    accounts.value.map(({ accountId }) => accountId),
    { onOrder: none, onLost: none, onHealth: none, onSubscribed: () => seen.add('events') },
  )
  const endStream = provider.stream.start({
    ...{ onQuote: none, onDepth: none, onTick: none, onOverLimit: none, onHealth: none },
    onSubscribed: () => seen.add('market'),
  })
  provider.stream.setInterest({ quotes: [symbol('AAPL')], depth: [], ticks: [] })
  await expect.poll(() => [...seen].toSorted(), WAIT).toEqual(STREAMS)
  endEvents()
  endStream()
  return [...seen].toSorted()
}

const request = async (proxyFor: ProxyFor) => {
  const http = new HttpsPort({ pinnedCa: null, dial: withoutNetwork, proxyFor })
  const answer = await http.send({
    ...{ method: 'GET', origin: broker.endpoints.origins.api, target: '/', headers: {} },
    ...{ body: null, connectTimeoutMs: 5_000, readTimeoutMs: 5_000, maxResponseBytes: 10_000 },
  })
  http.close()
  return answer
}

const HOSTS = [
  'api.sandbox.webull.com:443',
  'data-api.sandbox.webull.com:1883',
  'events-api.sandbox.webull.com:443',
]

describe('REL-52: the ways that the system names are tried in their order', () => {
  it('reaches the broker over HTTPS, gRPC and MQTT by the first way that is open', async () => {
    const socks = await socksProxy()
    const refusing = await startConnectProxy(() => null)
    proxies.push(refusing)
    const list = `PROXY 127.0.0.1:1; HTTP 127.0.0.1:${refusing.port}; SOCKS5 127.0.0.1:${socks.port}; DIRECT`
    await useAll(bySystem(list, nothingEntered))
    expect([...new Set(socks.targets)].toSorted()).toEqual(HOSTS)
    expect(refusing.targets.length).toBeGreaterThan(0)
  })

  it('connects directly where the last way is no proxy and the others are closed', async () => {
    const list = 'PROXY 127.0.0.1:1;DIRECT'
    expect(await useAll(bySystem(list, nothingEntered), broker.dial)).toEqual(STREAMS)
  })

  it('connects directly, without a bridge, where the setting names no proxy', async () => {
    expect(await useAll(bySystem('DIRECT', nothingEntered), broker.dial)).toEqual(STREAMS)
  })

  it('tries a way that failed behind the others from then on, until its time is over', async () => {
    let now = 0
    const { proxyFor } = chooser(undefined, {
      monotonicMs: () => now,
      system: { ...NO_SYSTEM_PROXY, resolve: () => Promise.resolve('PROXY a.example:1;DIRECT') },
    })
    const first = await proxyFor('api.example', 443)
    expect(first.map((step) => step?.host ?? 'direct')).toEqual(['a.example', 'direct'])
    proxyFor.onStep?.(first[0] ?? null, false)
    const hosts = async () =>
      (await proxyFor('api.example', 443)).map((step) => step?.host ?? 'direct')
    expect(await hosts()).toEqual(['direct', 'a.example'])
    now = 5 * 60_000
    expect(await hosts()).toEqual(['a.example', 'direct'])
  })
})

describe('REL-52: a proxy that asks for a user name and a password', () => {
  const entered = async (proxy: string, password: string) => {
    const credentials = new ProxyCredentials(memoryVault())
    expect(await credentials.set(proxy, { user: 'user', password })).toMatchObject({ ok: true })
    return async (name: string) => {
      const stored = await credentials.load(name)
      return stored === null ? null : `${stored.user}:${stored.password}`
    }
  }

  it('receives those that were entered for it, over HTTP and SOCKS', async () => {
    const http = await connectProxy('user:pass:word')
    const byHttp = await entered(`http://127.0.0.1:${http.port}`, 'pass:word')
    await useAll(bySystem(`PROXY 127.0.0.1:${http.port}`, byHttp))
    const socks = await socksProxy('user:pass:word')
    const bySocks = await entered(`socks5://127.0.0.1:${socks.port}`, 'pass:word')
    await useAll(bySystem(`SOCKS5 127.0.0.1:${socks.port}`, bySocks))
    expect([...new Set(socks.targets)].toSorted()).toEqual(HOSTS)
  })

  it('receives none that were entered for another port, host or kind', async () => {
    const other = await connectProxy('user:secret')
    for (const name of [
      `http://127.0.0.1:${other.port + 1}`,
      `https://127.0.0.1:${other.port}`,
      `socks5://127.0.0.1:${other.port}`,
      `http://localhost:${other.port}`,
    ]) {
      const ways = bySystem(`PROXY 127.0.0.1:${other.port}`, await entered(name, 'secret'))
      expect(await request(ways)).toMatchObject({ error: { detail: 'PROXY_CREDENTIALS' } })
    }
    expect(new Set(other.credentials)).toEqual(new Set(['']))
  })

  it('refuses wrong ones, which is told apart from missing ones', async () => {
    const http = await connectProxy('user:right')
    const wrong = await entered(`http://127.0.0.1:${http.port}`, 'wrong')
    expect(await request(bySystem(`PROXY 127.0.0.1:${http.port}`, wrong))).toMatchObject({
      error: { kind: 'connect', phase: 'not-sent', detail: 'PROXY_PASSWORD' },
    })
    const socks = await socksProxy('user:right')
    const wrongHere = await entered(`socks5://127.0.0.1:${socks.port}`, 'wrong')
    expect(await request(bySystem(`SOCKS5 127.0.0.1:${socks.port}`, wrongHere))).toMatchObject({
      error: { kind: 'connect', phase: 'not-sent', detail: 'PROXY_PASSWORD' },
    })
  })

  it('is named where it has no Basic sign-in', async () => {
    const ntlm = await startConnectProxy(route, 'user:right', 'NTLM')
    proxies.push(ntlm)
    const ways = bySystem(`PROXY 127.0.0.1:${ntlm.port}`, nothingEntered)
    expect(await request(ways)).toMatchObject({ error: { detail: 'PROXY_SCHEME' } })
  })
})
