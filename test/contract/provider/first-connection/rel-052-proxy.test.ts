import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProxyFor } from '../../../../electron/adapters/connections/proxy.js'
import { createGrpcPort } from '../../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../../electron/adapters/mqtt-port.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { chooser, proxiesBy } from '../../../harness/exchange/proxy-choosers.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'
import { startConnectProxy, type ConnectProxy } from './connect-proxy.js'

let broker: BrokerStandIn
let proxy: ConnectProxy
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
const through = (): ProxyFor =>
  proxiesBy({ kind: 'address', address: `http://127.0.0.1:${proxy.port}` })

const portsThrough = (proxyFor: ProxyFor) => ({
  http: new HttpsPort({ pinnedCa: null, dial: withoutNetwork, proxyFor }),
  grpc: () => Promise.resolve(createGrpcPort({ pinnedCa: null, dial: withoutNetwork, proxyFor })),
  mqtt: () => Promise.resolve(createMqttPort({ pinnedCa: null, dial: withoutNetwork, proxyFor })),
})

describe('REL-52: a network that only a proxy leaves', () => {
  it('carries HTTPS and the event stream, with their own certificates', async () => {
    proxy = await startConnectProxy(route)
    const provider = broker.provider({ ports: portsThrough(through()) })
    const accounts = await provider.portfolio.accounts()
    if (!accounts.ok) throw new Error(inEnglish(accounts.error.message))
    let subscribed = false
    const ids = accounts.value.map(({ accountId }) => accountId)
    const endEvents = provider.events.start(ids, {
      onOrder: () => undefined,
      onSubscribed: () => {
        subscribed = true
      },
      onLost: () => undefined,
      onHealth: () => undefined,
    })
    expect(await provider.market.snapshots([symbol('AAPL')])).toMatchObject({ ok: true })
    await expect.poll(() => subscribed, { timeout: 10_000 }).toBe(true)
    expect(proxy.targets).toContain('events-api.sandbox.webull.com:443')
    endEvents()
    expect(proxy.targets).toContain('api.sandbox.webull.com:443')
  })

  it('is answered over MQTT', async () => {
    proxy = await startConnectProxy(route)
    const { host, port } = broker.endpoints.data
    const connected = await new Promise<string>((resolve) => {
      createMqttPort({ pinnedCa: null, dial: withoutNetwork, proxyFor: through() }).open(
        {
          ...{ host, port, clientId: '0f8fad5b-d9cb-469f-a165-70867728950e' },
          ...{ username: broker.practice.ready.appKey, password: 'any' },
          ...{ keepAliveSeconds: 60, connectTimeoutMs: 5_000 },
        },
        {
          onConnected: () => resolve('connected'),
          onMessage: () => undefined,
          onEnd: ({ kind }) => resolve(kind),
        },
      )
    })
    expect(connected).toBe('connected')
    expect(proxy.targets).toEqual([`${host}:${port}`])
  })

  it('is used with the credentials of the environment, and a refusal for them is no answer of the broker', async () => {
    proxy = await startConnectProxy(route, 'user:pass word')
    const named = (user: string): ProxyFor =>
      proxiesBy({ kind: 'automatic' }, { HTTPS_PROXY: `http://${user}127.0.0.1:${proxy.port}` })
    const provider = broker.provider({ ports: portsThrough(named('user:pass%20word@')) })
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    const http = new HttpsPort({ pinnedCa: null, dial: withoutNetwork, proxyFor: named('') })
    expect(
      await http.send({
        ...{ method: 'GET', origin: broker.endpoints.origins.api, target: '/', headers: {} },
        ...{ body: null, connectTimeoutMs: 3_000, readTimeoutMs: 3_000, maxResponseBytes: 1_000 },
      }),
    ).toEqual({
      ok: false,
      error: { kind: 'connect', phase: 'not-sent', detail: 'PROXY_CREDENTIALS' },
    })
    http.close()
  })
})

describe('REL-52: the proxy of a connection', () => {
  const environment = {
    https_proxy: 'http://proxy.example:3128',
    no_proxy: 'internal.example, .lan,other.example:8443',
  }
  const automatic = proxiesBy({ kind: 'automatic' }, environment)
  const address = { kind: 'http', host: 'proxy.example', port: 3_128, credentials: null }

  it.each([
    ['api.webull.com', 443, address],
    ['internal.example', 443, null],
    ['api.internal.example', 443, null],
    ['broker.lan', 1_883, null],
    ['other.example', 8_443, null],
    ['other.example', 443, address],
    ['127.0.0.1', 8_443, null],
    ['localhost', 443, null],
  ])(
    'to %s:%i is the one of the environment, without its exceptions',
    async (host, port, expected) => {
      expect(await automatic(host, port)).toEqual([expected])
    },
  )

  it('is none where the person says so, and never one for this computer', async () => {
    expect(await proxiesBy({ kind: 'none' }, environment)('api.webull.com', 443)).toEqual([null])
    const chosen = proxiesBy({ kind: 'address', address: 'http://other.example:80' }, environment)
    expect(await chosen('api.webull.com', 443)).toEqual([
      { ...address, host: 'other.example', port: 80 },
    ])
    expect(await chosen('127.0.0.1', 443)).toEqual([null])
    expect(await chosen('::1', 443)).toEqual([null])
  })

  it('is said in words, also where its kind cannot be used', async () => {
    const text = async (variable: string): Promise<string> => {
      const { text: use } = await chooser(undefined, {
        environment: { HTTPS_PROXY: variable },
      }).describe('api.webull.com')
      return inEnglish(use)
    }
    expect(await text('http://user:secret@proxy.example:3128')).toBe(
      'http://proxy.example:3128, named by HTTPS_PROXY in the environment',
    )
    expect(await text('socks5://user:secret@proxy.example')).toBe(
      'socks5://proxy.example:1080, named by HTTPS_PROXY in the environment',
    )
    expect(await text('ftp://proxy.example:3128')).toContain('cannot be used')
    expect(await text('')).toContain('direct')
  })
})
