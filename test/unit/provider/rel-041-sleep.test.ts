import { describe, expect, it } from 'vitest'
import type { MqttPort } from '../../../electron/core/net-ports.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS } from '../../../electron/provider/http/hosts.js'
import type { Categories } from '../../../electron/provider/market-data/categories.js'
import { createMarketStream } from '../../../electron/provider/market-data/market-stream.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { ok } from '../../../shared/domain/result.js'
import { flush, VirtualTime } from '../../property/provider/virtual-time.js'

const CREDENTIALS = { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' } as const
/** A refusal after which the broker counts the connection for a minute. */
const TOO_MANY_CONNECTIONS = 105
const SLOT_WAIT_MS = 60_000
const NONE = (): void => undefined

/** A market stream of a computer that the test lets sleep and wake. */
async function connectedStream() {
  const time = new VirtualTime()
  const [sleep, back] = [createEmitter<void>(), createEmitter<void>()]
  const connections: Parameters<MqttPort['open']>[1][] = []
  const states: string[] = []
  let closed = 0
  const stream = createMarketStream({
    endpoints: PUBLISHED_ENDPOINTS.sandbox,
    credentials: CREDENTIALS,
    caller: { call: () => Promise.resolve(ok(undefined)) } as unknown as Caller,
    categories: {} as Categories,
    onToken: () => NONE,
    ports: {
      clock: time,
      timers: time,
      random: { bytes: (count: number) => new Uint8Array(count), fraction: () => 0.999 },
      log: { event: NONE },
      network: {
        onSleep: (listener) => sleep.add(listener),
        onBack: (listener) => back.add(listener),
      },
      mqtt: () =>
        Promise.resolve({
          open: (_request, handlers) => {
            connections.push(handlers)
            return () => {
              closed += 1
            }
          },
        }),
    },
  })
  const stop = stream.start({
    onSubscribed: NONE,
    onQuote: NONE,
    onDepth: NONE,
    onOverLimit: NONE,
    onTick: NONE,
    onHealth: ({ state }) => states.push(state),
  })
  await flush()
  connections[0]?.onConnected()
  return {
    ...{ time, sleep, back, stop, connections },
    state: () => states.at(-1),
    reports: () => states.length,
    closed: () => closed,
  }
}

describe('REL-41: market data while the computer sleeps', () => {
  it('ends before the sleep, so that no price of it is shown as current after it', async () => {
    const stream = await connectedStream()
    expect(stream.state()).toBe('live')
    stream.sleep.emit()
    expect([stream.state(), stream.closed()]).toEqual(['down', 1])
    // What the network still delivers to the ended connection changes nothing.
    stream.connections[0]?.onConnected()
    expect(stream.state()).toBe('down')
    stream.stop()
  })

  it('connects at once when the computer wakes', async () => {
    const stream = await connectedStream()
    stream.sleep.emit()
    await flush()
    expect(stream.connections).toHaveLength(1)
    stream.back.emit()
    await flush()
    expect(stream.connections).toHaveLength(2)
    stream.connections[1]?.onConnected()
    expect(stream.state()).toBe('live')
    stream.stop()
  })

  it('connects again within half a minute when the computer stayed awake', async () => {
    const stream = await connectedStream()
    stream.sleep.emit()
    await stream.time.advance(31_000)
    await flush()
    expect(stream.connections).toHaveLength(2)
    stream.connections[1]?.onConnected()
    stream.back.emit()
    await flush()
    expect(stream.connections).toHaveLength(2)
    stream.stop()
  })

  it('leaves a wait for the next attempt as it is, and its reason', async () => {
    const stream = await connectedStream()
    stream.connections[0]?.onEnd({ kind: 'refused', code: TOO_MANY_CONNECTIONS })
    stream.sleep.emit()
    await stream.time.advance(SLOT_WAIT_MS - 1_000)
    await flush()
    expect(stream.connections).toHaveLength(1)
    await stream.time.advance(2_000)
    await flush()
    expect(stream.connections).toHaveLength(2)
    stream.stop()
  })

  it('connects once when the computer announces its sleep twice', async () => {
    const stream = await connectedStream()
    stream.sleep.emit()
    stream.sleep.emit()
    stream.back.emit()
    await stream.time.advance(2 * SLOT_WAIT_MS)
    await flush()
    expect([stream.closed(), stream.connections.length]).toEqual([1, 2])
    stream.stop()
  })

  it('reports nothing while nothing arrives and nothing changes, and a sleep at once', async () => {
    const stream = await connectedStream()
    await stream.time.advance(10_000)
    const before = stream.reports()
    await stream.time.advance(60_000)
    expect(stream.reports()).toBe(before)
    stream.sleep.emit()
    expect([stream.state(), stream.reports()]).toEqual(['down', before + 1])
    stream.stop()
  })

  it('stays closed when it was closed before the sleep', async () => {
    const stream = await connectedStream()
    stream.stop()
    stream.sleep.emit()
    stream.back.emit()
    await stream.time.advance(60_000)
    await flush()
    expect(stream.connections).toHaveLength(1)
  })
})
