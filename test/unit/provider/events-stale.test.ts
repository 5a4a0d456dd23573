import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { describe, expect, it } from 'vitest'
import { runEventStream } from '../../../electron/provider/events/event-stream.js'
import type { GrpcPort, GrpcStreamRequest } from '../../../electron/core/net-ports.js'
import type { BrokerAssumptions } from '../../../shared/domain/app/broker-assumptions.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'

/** A stream in virtual time, whose server sends a message on each `send`. */
async function openStream(assumptions?: BrokerAssumptions) {
  let now = 0
  let timers: { dueAt: number; call: () => void }[] = []
  let deliver: (bytes: Uint8Array) => void = () => undefined
  const states: string[] = []
  const probes: unknown[] = []
  const grpc = {
    openStream: (request: GrpcStreamRequest, listener: { onMessage(bytes: Uint8Array): void }) => {
      deliver = listener.onMessage
      probes.push(request.probing?.afterSilenceMs)
      return () => undefined
    },
  } as unknown as GrpcPort
  const stop = runEventStream({
    address: { host: 'h', port: 1 } as never,
    method: '/a.B/C',
    name: 'events',
    assumptions,
    doubt: createEmitter(),
    credentials: { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' } as never,
    ports: {
      clock: { now: () => epochMs(now), monotonic: () => now },
      timers: {
        after: (ms, call) => {
          const timer = { dueAt: now + ms, call }
          timers.push(timer)
          return () => {
            timers = timers.filter((other) => other !== timer)
          }
        },
        every: () => () => undefined,
      },
      random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
      crypto: { hmacBase64: () => '', hmac: () => '', digestHex: () => '' } as never,
      log: { event: () => undefined },
      network: LOOPBACK_NETWORK,
      grpc: () => Promise.resolve(grpc),
    },
    request: () => new Uint8Array(),
    onMessage: (_bytes, control) => {
      control.received(null)
      if (states.at(-1) === 'connecting') control.accepted()
    },
    onLost: () => undefined,
    onHealth: ({ state }) => states.push(state),
  })
  const pass = (ms: number): void => {
    const end = now + ms
    for (;;) {
      const next = timers.filter(({ dueAt }) => dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)[0]
      if (next === undefined) break
      timers = timers.filter((other) => other !== next)
      now = next.dueAt
      next.call()
    }
    now = end
  }
  await new Promise((resolve) => setTimeout(resolve, 0))
  return { states, probes, pass, stop, send: () => deliver(new Uint8Array()) }
}

describe('EVENTS-6: events without heartbeats', () => {
  it('are not live any more after one missed ping, and are again with the next one', async () => {
    const { states, pass, send, stop } = await openStream()
    send()
    expect(states.at(-1)).toBe('live')
    pass(ASSUMPTIONS.streamStaleAfterMs)
    expect(states.at(-1)).toBe('stale')
    send()
    expect(states.at(-1)).toBe('live')
    stop()
  })

  it('stay live while pings come, and are down after a long silence', async () => {
    const { states, pass, send, stop } = await openStream()
    send()
    for (let ping = 0; ping < 5; ping += 1) {
      pass(60_000)
      send()
    }
    expect(new Set(states.slice(1))).toEqual(new Set(['live']))
    pass(ASSUMPTIONS.streamDeadAfterMs)
    expect(states).toContain('down')
    stop()
  })

  it('are waited for three times as long, and not asked, where a person said so', async () => {
    const usual = await openStream()
    expect(usual.probes).toEqual([ASSUMPTIONS.eventHealthCheckAfterMs])
    usual.stop()
    const { states, probes, pass, send, stop } = await openStream({
      eventSilence: 'long',
      healthChecks: 'never',
    })
    expect(probes).toEqual([null])
    send()
    pass(3 * ASSUMPTIONS.streamStaleAfterMs - 1)
    expect(states.at(-1)).toBe('live')
    pass(1)
    expect(states.at(-1)).toBe('stale')
    pass(3 * (ASSUMPTIONS.streamDeadAfterMs - ASSUMPTIONS.streamStaleAfterMs))
    expect(states).toContain('down')
    stop()
  })
})
