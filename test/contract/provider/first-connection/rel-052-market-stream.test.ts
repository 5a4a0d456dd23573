import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { proxiesBy } from '../../../harness/exchange/proxy-choosers.js'
import { createMqttPort, type MqttPortOptions } from '../../../../electron/adapters/mqtt-port.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import type { MqttEnd, MqttPort } from '../../../../electron/core/net-ports.js'
import { MarketDataService } from '../../../../electron/core/market/market-data-service.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { USUAL_BROKER } from '../../../../shared/practice/broker-variant.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'
import { startConnectProxy } from './connect-proxy.js'

const SPY = symbol('SPY')
const WAIT = { timeout: 30_000, interval: 50 }

let broker: BrokerStandIn
let close: () => void = () => undefined
beforeAll(async () => {
  broker = await startBroker('sandbox')
})
afterAll(() => broker.close())
afterEach(async () => {
  close()
  await broker.play(USUAL_BROKER)
})

/** The market data of a session, which watches one symbol, and the ports that it tried. */
function openMarket() {
  const attempts: number[] = []
  const port = createMqttPort({ pinnedCa: null, dial: broker.dial })
  const counted: MqttPort = {
    open(request, handlers) {
      attempts.push(request.port)
      return port.open(request, handlers)
    },
  }
  const provider = broker.provider({ ports: { mqtt: () => Promise.resolve(counted) } })
  const service = new MarketDataService({
    market: provider.market,
    stream: provider.stream,
    clock: systemClock,
    timers: systemTimers,
  })
  service.start()
  const release = service.hold([SPY])
  close = () => {
    release()
    service.dispose()
  }
  return { service, attempts }
}

describe('REL-52: a network that closes the port of market data', () => {
  it.each(['refused', 'cut', 'silent'] as const)(
    'is got around by the WebSocket where the connection is %s, and the way is named',
    async (tls) => {
      await broker.play({ marketStream: { tls, webSocket: 'open' } })
      const { service, attempts } = openMarket()
      await expect.poll(() => service.health.state, WAIT).toBe('live')
      expect(service.health.way).toEqual({ kind: 'websocket', port: 8883 })
      expect(attempts).toEqual([1883, 8883])
      await expect.poll(() => service.health.lastMessageAt, WAIT).not.toBeNull()
      await expect.poll(() => service.quotes.get(SPY)?.last, WAIT).toBeDefined()
      expect(service.quotes.get(SPY)?.polledAt).toBeUndefined()
      expect(service.isInterrupted(SPY)).toBe(false)
    },
  )

  it('has prices that are read and dated where every way is closed, and streams again when one opens', async () => {
    await broker.play({ marketStream: { tls: 'refused', webSocket: 'cut' } })
    const { service, attempts } = openMarket()
    await expect.poll(() => service.health.way?.kind, WAIT).toBe('polling')
    await expect.poll(() => service.quotes.get(SPY)?.polledAt, WAIT).toBeDefined()
    expect(service.health.state).not.toBe('live')
    expect(attempts.slice(0, 3)).toEqual([1883, 8883, 443])
    expect(attempts.length).toBeLessThan(20)
    await broker.play(USUAL_BROKER)
    await expect.poll(() => service.health.state, { ...WAIT, timeout: 60_000 }).toBe('live')
    expect(service.health.way?.kind).not.toBe('polling')
    await expect.poll(() => service.quotes.get(SPY)?.polledAt, WAIT).toBeUndefined()
  })
})

/** Opens one connection inside a WebSocket; resolves with how it went. */
function connectOnce(options: Partial<MqttPortOptions>): Promise<'connected' | MqttEnd> {
  const [route] = broker.endpoints.dataFallbacks
  if (route === undefined) throw new Error('no WebSocket')
  return new Promise((resolve) => {
    const stop = createMqttPort({ pinnedCa: null, dial: broker.dial, ...options }).open(
      {
        ...route,
        ...{ clientId: '0f8fad5b-d9cb-469f-a165-70867728950e', isBrief: true },
        ...{ username: broker.practice.ready.appKey, password: 'any' },
        ...{ keepAliveSeconds: 60, connectTimeoutMs: 5_000 },
      },
      {
        onConnected: () => {
          resolve('connected')
          stop()
        },
        onMessage: () => undefined,
        onEnd: resolve,
      },
    )
  })
}

describe('REL-52: MQTT inside a WebSocket', () => {
  it('goes through a proxy', async () => {
    const proxy = await startConnectProxy((host, port) => broker.dial(host, port).port)
    const address = `http://127.0.0.1:${proxy.port}`
    const proxyFor = proxiesBy({ kind: 'address', address })
    expect(await connectOnce({ proxyFor })).toBe('connected')
    expect(proxy.targets).toEqual([`${broker.endpoints.data.host}:8883`])
    await proxy.close()
  })

  it('trusts no authority but the own one', async () => {
    const dial: BrokerStandIn['dial'] = (host, port) => {
      const to = broker.dial(host, port)
      return { host: to.host, port: to.port }
    }
    expect(await connectOnce({ dial })).toMatchObject({ kind: 'tls' })
  })
})
