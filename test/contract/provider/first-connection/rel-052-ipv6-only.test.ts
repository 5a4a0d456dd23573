import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGrpcPort } from '../../../../electron/adapters/grpc-port.js'
import { createReachPort } from '../../../../electron/adapters/connections/reach-port.js'
import { HttpsPort } from '../../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../../electron/adapters/mqtt-port.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'

const WAIT = { timeout: 10_000 }
let broker: BrokerStandIn
const servers: Server[] = []
const sockets = new Set<Socket>()
/** The port at ::1 of each port of the exchange, which itself has an IPv4 address. */
const sixth = new Map<number, number>()

beforeAll(async () => {
  broker = await startBroker('sandbox')
  const { hosts } = broker.practice.ready
  const ports = [hosts.api, hosts.oauth, hosts.passport].map((origin) =>
    Number(new URL(origin).port),
  )
  for (const port of [...ports, hosts.events.port, hosts.data.port, hosts.dataWeb.port]) {
    await openAtSix(port)
  }
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  await broker.close()
})

async function openAtSix(port: number): Promise<void> {
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) =>
    server.listen({ host: '::1', port: 0, ipv6Only: true }, resolve),
  )
  servers.push(server)
  sixth.set(port, (server.address() as AddressInfo).port)
}

const dial: BrokerStandIn['dial'] = (host, port) => {
  const to = broker.dial(host, port)
  return { ...to, host: '::1', port: sixth.get(to.port) ?? 1 }
}

describe('REL-52: a broker that has IPv6 addresses only', () => {
  it('is reached over HTTPS, gRPC and MQTT', async () => {
    const options = { pinnedCa: null, dial }
    const provider = broker.provider({
      ports: {
        http: new HttpsPort(options),
        grpc: () => Promise.resolve(createGrpcPort(options)),
        mqtt: () => Promise.resolve(createMqttPort(options)),
      },
    })
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
    await expect.poll(() => [...seen].toSorted(), WAIT).toEqual(['events', 'market'])
    endEvents()
    endStream()
  })

  it('is reached by the connection test, which finds no IPv4 address', async () => {
    const reach = createReachPort({ pinnedCa: null, dial })
    const host = 'api.sandbox.webull.com'
    expect(await reach.addresses(host, 443)).toEqual({ ipv4: [], ipv6: ['::1'] })
    expect(await reach.secure({ host, port: 443, address: '::1' })).toEqual({
      ok: true,
      value: undefined,
    })
  })
})
