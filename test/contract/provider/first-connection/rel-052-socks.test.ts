import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProxyFor } from '../../../../electron/adapters/connections/proxy.js'
import { createGrpcPort } from '../../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../../electron/adapters/mqtt-port.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { proxiesBy } from '../../../harness/exchange/proxy-choosers.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'
import { startSocksProxy, type SocksProxy } from './socks-proxy.js'

const WAIT = { timeout: 10_000 }

let broker: BrokerStandIn
let proxy: SocksProxy
beforeAll(async () => {
  broker = await startBroker('sandbox')
})
afterAll(() => broker.close())
afterEach(() => proxy?.close())

/** Lets no connection through but the proxy's: a direct one finds a closed port. */
const withoutNetwork: BrokerStandIn['dial'] = (host, port) => ({
  ...broker.dial(host, port),
  port: 1,
})
const route = (host: string, port: number): number => broker.dial(host, port).port
const through = (scheme: string, user = ''): ProxyFor =>
  proxiesBy({ kind: 'automatic' }, { ALL_PROXY: `${scheme}://${user}127.0.0.1:${proxy.port}` })

const portsThrough = (proxyFor: ProxyFor) => {
  const options = { pinnedCa: null, dial: withoutNetwork, proxyFor }
  return {
    http: new HttpsPort(options),
    grpc: () => Promise.resolve(createGrpcPort(options)),
    mqtt: () => Promise.resolve(createMqttPort(options)),
  }
}

/** Signs in, subscribes to both streams, and resolves once both are accepted. */
async function useAll(proxyFor: ProxyFor): Promise<void> {
  const provider = broker.provider({ ports: portsThrough(proxyFor) })
  const accounts = await provider.portfolio.accounts()
  if (!accounts.ok) throw new Error(inEnglish(accounts.error.message))
  const seen = new Set<string>()
  const none = (): void => undefined
  const endEvents = provider.events.start(
    accounts.value.map(({ accountId }) => accountId),
    {
      ...{ onOrder: none, onLost: none, onHealth: none },
      onSubscribed: () => seen.add('events'),
    },
  )
  const endStream = provider.stream.start({
    ...{ onQuote: none, onDepth: none, onTick: none, onOverLimit: none, onHealth: none },
    onSubscribed: () => seen.add('market'),
  })
  provider.stream.setInterest({ quotes: [symbol('AAPL')], depth: [], ticks: [] })
  await expect.poll(() => [...seen].toSorted(), WAIT).toEqual(['events', 'market'])
  endEvents()
  endStream()
}

const HOSTS = [
  'api.sandbox.webull.com:443',
  'data-api.sandbox.webull.com:1883',
  'events-api.sandbox.webull.com:443',
]

describe('REL-52: a network that only a SOCKS proxy leaves', () => {
  it.each([
    ['socks5', 5, ''],
    ['socks5h', 5, ''],
    ['socks4', 4, ''],
    ['socks5', 5, 'user:pass%20word@'],
  ] as const)(
    'carries HTTPS, gRPC and MQTT by name with %s (version %i, credentials "%s")',
    async (scheme, version, user) => {
      const password = user === '' ? {} : { password: 'user:pass word' }
      proxy = await startSocksProxy({ version, route, ...password })
      await useAll(through(scheme, user))
      expect([...new Set(proxy.targets)].toSorted()).toEqual(HOSTS)
    },
  )

  it('says what it refuses, and no answer of it passes for the broker’s', async () => {
    proxy = await startSocksProxy({ version: 5, route: () => null, password: 'user:word' })
    const requestThrough = async (user: string) => {
      const http = new HttpsPort({
        ...{ pinnedCa: null, dial: withoutNetwork, proxyFor: through('socks5', user) },
      })
      const answer = await http.send({
        ...{ method: 'GET', origin: broker.endpoints.origins.api, target: '/', headers: {} },
        ...{ body: null, connectTimeoutMs: 3_000, readTimeoutMs: 3_000, maxResponseBytes: 1_000 },
      })
      http.close()
      return answer.ok ? 'answered' : [answer.error.phase, answer.error.detail]
    }
    expect(await requestThrough('')).toEqual(['not-sent', 'PROXY_CREDENTIALS'])
    expect(await requestThrough('user:other@')).toEqual(['not-sent', 'PROXY_PASSWORD'])
    expect(await requestThrough('user:word@')).toEqual(['not-sent', 'PROXY_REFUSED'])
  })

  it('ends a stream of gRPC with the proxy’s failure, once', async () => {
    proxy = await startSocksProxy({ version: 5, route: () => null })
    const ends: unknown[] = []
    createGrpcPort({
      pinnedCa: null,
      dial: withoutNetwork,
      proxyFor: through('socks5'),
    }).openStream(
      {
        ...{ ...broker.endpoints.events, method: '/a.B/C' },
        ...{ message: new Uint8Array(), metadata: {} },
      },
      { onMessage: () => undefined, onEnd: (end) => ends.push(end) },
    )
    await expect.poll(() => ends, WAIT).toEqual([{ status: 14, detail: 'PROXY_REFUSED' }])
  })
})
