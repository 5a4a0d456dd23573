import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noProxy, type ProxyFor } from '../../../../electron/adapters/connections/proxy.js'
import type { Dial } from '../../../../electron/adapters/dial.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { createReachPort } from '../../../../electron/adapters/connections/reach-port.js'
import { createMqttPort } from '../../../../electron/adapters/mqtt-port.js'
import { checkStream } from '../../../../electron/provider/connection-test/stream-checks.js'
import { Findings } from '../../../../electron/provider/connection-test/findings.js'
import { message } from '../../../../shared/messages/make-message.js'
import { nodePorts } from '../../../harness/exchange/node-ports.js'
import { proxiesBy } from '../../../harness/exchange/proxy-choosers.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'
import { startConnectProxy, type ConnectProxy } from './connect-proxy.js'

let broker: BrokerStandIn
let proxy: ConnectProxy
beforeAll(async () => {
  broker = await startBroker('sandbox')
})
afterAll(() => broker.close())
afterEach(() => proxy?.close())

/** Tests the market stream through a proxy that opens these ports only. */
async function streamThrough(allowed: readonly number[]) {
  proxy = await startConnectProxy((host, port) =>
    allowed.includes(port) ? broker.dial(host, port).port : null,
  )
  const proxyFor = proxiesBy({ kind: 'address', address: `http://127.0.0.1:${proxy.port}` })
  const dial: Dial = (host, port) => ({ ...broker.dial(host, port), port: 1 })
  return streamFinding({ pinnedCa: null, proxyFor, dial }, true)
}

/** Tests the market stream in a network that closes these ports. */
function streamWithout(closed: readonly number[]) {
  const dial: Dial = (host, port) => {
    const to = broker.dial(host, port)
    return closed.includes(port) ? { ...to, port: 1 } : to
  }
  return streamFinding({ pinnedCa: null, proxyFor: noProxy, dial }, false)
}

async function streamFinding(
  options: { readonly pinnedCa: null; readonly proxyFor: ProxyFor; readonly dial: Dial },
  proxied: boolean,
) {
  const { ready } = broker.practice
  const { clock, timers, random } = nodePorts(ready.ca)
  const findings = new Findings('key')
  await checkStream(
    {
      endpoints: broker.endpoints,
      credentials: {
        appKey: ready.appKey,
        appSecret: ready.appSecret,
        algorithm: 'HMAC-SHA256',
      },
      reach: createReachPort(options),
      proxied,
      clock,
      timers,
      random,
      crypto: nodeCrypto,
      mqtt: () => Promise.resolve(createMqttPort(options)),
    },
    findings,
  )
  return findings.report().checks.find(({ check }) => check === 'stream')
}

describe('REL-52: the connection test of live prices through a proxy', () => {
  it('reaches every port that the session would try', async () => {
    expect(await streamThrough([1883, 8883, 443])).toMatchObject({
      state: 'good',
      text: message('connection.streamOpen', { ports: [1883, 8883, 443] }),
    })
    expect(new Set(proxy.targets.map((target) => target.split(':')[1]))).toEqual(
      new Set(['1883', '8883', '443']),
    )
  })

  it.each([
    [[443], [443], [1883, 8883]],
    [[8883, 443], [8883, 443], [1883]],
  ])('works over the ports %j that the proxy allows, and names the others', async (...ports) => {
    const [allowed, open, closed] = ports
    expect(await streamThrough(allowed)).toMatchObject({
      state: 'warning',
      text: message('connection.streamPart', { open, closed }),
    })
  })

  it('names the ports that a firewall closes where there is no proxy', async () => {
    expect(await streamWithout([8883, 443])).toMatchObject({
      state: 'warning',
      text: message('connection.streamPart', { open: [1883], closed: [8883, 443] }),
      next: message('connection.portNext', { port: 8883 }),
    })
    expect(await streamWithout([1883])).toMatchObject({
      text: message('connection.streamPart', { open: [8883, 443], closed: [1883] }),
    })
  })

  it('says that prices are read where the proxy allows none of the ports', async () => {
    expect(await streamThrough([])).toMatchObject({
      state: 'warning',
      text: message('connection.streamClosed', { ports: [1883, 8883, 443] }),
    })
  })
})
