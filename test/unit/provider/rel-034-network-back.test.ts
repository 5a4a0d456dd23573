import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { GrpcPort, MqttPort } from '../../../electron/core/net-ports.js'
import { runEventStream } from '../../../electron/provider/events/event-stream.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS } from '../../../electron/provider/http/hosts.js'
import type { Categories } from '../../../electron/provider/market-data/categories.js'
import { createMarketStream } from '../../../electron/provider/market-data/market-stream.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { ok } from '../../../shared/domain/result.js'
import { flush, VirtualTime } from '../../property/provider/virtual-time.js'

const UNAVAILABLE = 14
const RESOURCE_EXHAUSTED = 8
const TOO_MANY_CONNECTIONS = 105
const CREDENTIALS = { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' } as const

/** A stream whose server the test plays: `attempts` counts its connections. */
interface Fixture {
  readonly time: VirtualTime
  readonly network: ReturnType<typeof createEmitter<void>>
  readonly attempts: () => number
  /** Ends the newest connection: with the network, or because another one still counts. */
  end(mode: 'away' | 'counted'): void
  stop(): void
}

function portsOf(time: VirtualTime, network: Fixture['network']) {
  return {
    clock: time,
    timers: time,
    // The longest waits.
    random: { bytes: (count: number) => new Uint8Array(count), fraction: () => 0.999 },
    crypto: nodeCrypto,
    log: { event: () => undefined },
    network: { onBack: (listener: () => void) => network.add(listener) },
  }
}

function eventStream(): Fixture {
  const [time, network] = [new VirtualTime(), createEmitter<void>()]
  const streams: Parameters<GrpcPort['openStream']>[1][] = []
  const stop = runEventStream({
    address: { host: 'h', port: 1 },
    method: '/a.B/C',
    name: 'events',
    credentials: CREDENTIALS,
    ports: {
      ...portsOf(time, network),
      grpc: () =>
        Promise.resolve({
          openStream: (_request, handlers) => {
            streams.push(handlers)
            return () => undefined
          },
        }),
    },
    request: () => new Uint8Array(),
    onMessage: () => undefined,
    onLost: () => undefined,
    onHealth: () => undefined,
  })
  return {
    time,
    network,
    stop,
    attempts: () => streams.length,
    end: (mode) => {
      const status = mode === 'away' ? UNAVAILABLE : RESOURCE_EXHAUSTED
      streams.at(-1)?.onEnd({ status, detail: '' })
    },
  }
}

function marketStream(): Fixture {
  const [time, network] = [new VirtualTime(), createEmitter<void>()]
  const connections: Parameters<MqttPort['open']>[1][] = []
  const stream = createMarketStream({
    endpoints: PUBLISHED_ENDPOINTS.sandbox,
    credentials: CREDENTIALS,
    caller: { call: () => Promise.resolve(ok(undefined)) } as unknown as Caller,
    categories: {} as Categories,
    ports: {
      ...portsOf(time, network),
      mqtt: () =>
        Promise.resolve({
          open: (_request, handlers) => {
            connections.push(handlers)
            return () => undefined
          },
        }),
    },
  })
  const none = (): void => undefined
  const stop = stream.start({
    onSubscribed: none,
    onQuote: none,
    onDepth: none,
    onOverLimit: none,
    onTick: none,
    onHealth: none,
  })
  return {
    time,
    network,
    stop,
    attempts: () => connections.length,
    end: (mode) =>
      connections
        .at(-1)
        ?.onEnd(
          mode === 'away'
            ? { kind: 'network', detail: '' }
            : { kind: 'refused', code: TOO_MANY_CONNECTIONS },
        ),
  }
}

/** Fails so often that the next wait is long. */
async function failOften({ time, end }: Fixture): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await flush()
    end('away')
    if (attempt < 5) await time.advance(31_000)
  }
}

describe.each([
  ['events', eventStream],
  ['market data', marketStream],
])('REL-34: the stream of %s after a long time without a network', (_name, open) => {
  it('connects at once when the network is back, and not a second time after its wait', async () => {
    const fixture = open()
    await failOften(fixture)
    const before = fixture.attempts()
    await fixture.time.advance(500)
    expect(fixture.attempts()).toBe(before)
    fixture.network.emit()
    await flush()
    expect(fixture.attempts()).toBe(before + 1)
    fixture.network.emit()
    await flush()
    expect(fixture.attempts()).toBe(before + 1)
    fixture.stop()
  })

  it('waits as long as before when that was wrong', async () => {
    const fixture = open()
    await failOften(fixture)
    fixture.network.emit()
    await flush()
    const before = fixture.attempts()
    fixture.end('away')
    await fixture.time.advance(20_000)
    expect(fixture.attempts()).toBe(before)
    await fixture.time.advance(15_000)
    expect(fixture.attempts()).toBe(before + 1)
    fixture.stop()
  })

  it('does not shorten the time for which the server counts its lost connection', async () => {
    const fixture = open()
    await flush()
    fixture.end('counted')
    const before = fixture.attempts()
    fixture.network.emit()
    await fixture.time.advance(5_000)
    expect(fixture.attempts()).toBe(before)
    fixture.stop()
  })

  it('does not connect once it is closed', async () => {
    const fixture = open()
    await failOften(fixture)
    const before = fixture.attempts()
    fixture.stop()
    fixture.network.emit()
    await fixture.time.advance(60_000)
    expect(fixture.attempts()).toBe(before)
  })
})
