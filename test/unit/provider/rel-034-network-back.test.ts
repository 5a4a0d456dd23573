import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { GrpcPort, HttpFailure, MqttPort } from '../../../electron/core/net-ports.js'
import { runEventStream } from '../../../electron/provider/events/event-stream.js'
import { ApiHealth } from '../../../electron/provider/http/api-health.js'
import type { CallFailure } from '../../../electron/provider/http/call-failure.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS } from '../../../electron/provider/http/hosts.js'
import type { Categories } from '../../../electron/provider/market-data/categories.js'
import { createMarketStream } from '../../../electron/provider/market-data/market-stream.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { ok } from '../../../shared/domain/result.js'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { flush, VirtualTime } from '../../property/provider/virtual-time.js'
import { broken, callerFixture } from './fake-http.js'

/** The gRPC statuses UNAVAILABLE, RESOURCE_EXHAUSTED and UNAUTHENTICATED. */
const STATUS = { away: 14, counted: 8, 'key refused': 16 } as const
const BAD_KEY = 4
const TOO_MANY_CONNECTIONS = 105
const CREDENTIALS = { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' } as const

/** A stream whose server the test plays: `attempts` counts its connections. */
interface Fixture {
  readonly time: VirtualTime
  readonly network: ReturnType<typeof createEmitter<void>>
  readonly attempts: () => number
  /** Ends the newest connection: with the network, or because another one still counts. */
  end(mode: 'away' | 'counted' | 'key refused'): void
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
      streams.at(-1)?.onEnd({ status: STATUS[mode], detail: '' })
    },
  }
}

function marketStream(): Fixture {
  const [time, network] = [new VirtualTime(), createEmitter<void>()]
  const connections: Parameters<MqttPort['open']>[1][] = []
  const stream = createMarketStream({
    endpoints: { ...PUBLISHED_ENDPOINTS.sandbox, dataFallbacks: [] },
    credentials: CREDENTIALS,
    caller: { call: () => Promise.resolve(ok(undefined)) } as unknown as Caller,
    categories: {} as Categories,
    onToken: () => () => undefined,
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
            : { kind: 'refused', code: mode === 'counted' ? TOO_MANY_CONNECTIONS : BAD_KEY },
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

  it('connects at once also while the server may count its lost connection', async () => {
    const fixture = open()
    await flush()
    fixture.end('counted')
    const before = fixture.attempts()
    await fixture.time.advance(5_000)
    expect(fixture.attempts()).toBe(before)
    fixture.network.emit()
    await flush()
    expect(fixture.attempts()).toBe(before + 1)
    fixture.stop()
  })

  it.each(['counted', 'key refused'] as const)(
    'goes on with long waits for as long as it is refused: %s',
    async (mode) => {
      const fixture = open()
      let last = 0
      for (let hour = 0; hour < 4; hour += 1) {
        for (let minute = 0; minute < 60; minute += 1) {
          await flush()
          if (fixture.attempts() > last) fixture.end(mode)
          last = fixture.attempts()
          await fixture.time.advance(MINUTE_MS)
        }
      }
      const before = fixture.attempts()
      // A refusal costs the broker work: at most one attempt a minute.
      expect(before).toBeLessThanOrEqual(4 * 60 + 1)
      expect(before).toBeGreaterThan(4 * 12)
      fixture.end(mode)
      fixture.network.emit()
      await flush()
      expect(fixture.attempts()).toBe(before + 1)
      fixture.stop()
    },
  )

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

describe.each([
  ['events', eventStream],
  ['market data', marketStream],
])('REL-34: a connection of %s without a sign of life', (_name, open) => {
  it('is replaced when the network is back, and not before it was silent for a while', async () => {
    const fixture = open()
    await flush()
    fixture.network.emit()
    await flush()
    expect(fixture.attempts()).toBe(1)
    await fixture.time.advance(2_000)
    fixture.network.emit()
    await flush()
    expect(fixture.attempts()).toBe(2)
    fixture.stop()
  })
})

describe('REL-34: the API that answers again after an outage', () => {
  it('shows that the network is back, once, also while the computer stayed online', () => {
    const time = new VirtualTime()
    const health = new ApiHealth(time, { tightest: () => null, budgets: () => [] })
    let backs = 0
    health.onBack(() => (backs += 1))
    const attempt = (code: 'unavailable' | 'refused' | null): void =>
      health.attempted({
        latencyMs: 1,
        failure: code === null ? null : ({ code, message: '' } as CallFailure),
        version: 'v3',
        usual: 'v3',
      })
    attempt(null)
    attempt('unavailable')
    attempt(null)
    expect(backs).toBe(0)
    for (let count = 0; count < 5; count += 1) attempt('unavailable')
    expect(backs).toBe(0)
    // A refusal is an answer.
    attempt('refused')
    expect(backs).toBe(1)
    attempt(null)
    expect(backs).toBe(1)
  })
})

describe('REL-34: the request budget during an outage', () => {
  /** Returns how many requests were handed to a network that fails in a phase, of 25 in 25 s. */
  async function handedOver(phase: HttpFailure['phase']): Promise<number> {
    const time = new VirtualTime()
    const script = Array.from({ length: 100 }, () => broken('failed', phase))
    const { caller, http } = callerFixture(script, { time })
    for (let count = 0; count < 25; count += 1) {
      const before = http.sent.length
      const call = caller.call(ACCOUNT_OPERATIONS.listAccounts, {}, { maxWaitMs: 0 })
      await time.advance(1_000)
      const result = await call
      expect(result.ok).toBe(false)
      if (http.sent.length === before) break
    }
    return http.sent.length
  }

  it('is not used by requests that never left this computer, nor by their repetitions', async () => {
    expect(await handedOver('not-sent')).toBe(50)
  })

  it('is used by requests that the broker may have received', async () => {
    expect(await handedOver('sent')).toBeLessThanOrEqual(30)
  })
})
