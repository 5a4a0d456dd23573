import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { describe, expect, it } from 'vitest'
import type { GrpcPort } from '../../../electron/core/net-ports.js'
import type { TimerPort } from '../../../electron/core/ports.js'
import { runEventStream } from '../../../electron/provider/events/event-stream.js'
import { epochMs } from '../../../shared/domain/time.js'

const UNAUTHENTICATED = 16
const HOUR_MS = 3_600_000

/** A stream whose server refuses the key, on a computer whose clock the test sets. */
class RefusedStream {
  attempts = 0
  aheadMs = 0
  readonly states: string[] = []
  readonly stop: () => void
  #now = 0
  #repeated: { readonly ms: number; dueAt: number; readonly call: () => void }[] = []

  constructor() {
    const openStream: GrpcPort['openStream'] = (_request, { onEnd }) => {
      this.attempts += 1
      onEnd({ status: UNAUTHENTICATED, detail: 'refused' })
      return () => undefined
    }
    this.stop = runEventStream({
      address: { host: 'h', port: 1 },
      method: '/a.B/C',
      name: 'events',
      credentials: { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' },
      ports: {
        clock: { now: () => epochMs(this.#now + this.aheadMs), monotonic: () => this.#now },
        timers: this.#timers(),
        random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
        crypto: {
          hmacBase64: () => '',
          digestHex: () => '',
          sha256Base64Url: () => '',
          equal: () => true,
          ed25519: nodeCrypto.ed25519,
        },
        log: { event: () => undefined },
        network: LOOPBACK_NETWORK,
        grpc: () => Promise.resolve({ openStream }),
      },
      request: () => new Uint8Array(),
      onMessage: () => undefined,
      onLost: () => undefined,
      onHealth: ({ state }) => this.states.push(state),
    })
  }

  /** Lets time pass, and everything that follows from it happen. */
  async pass(ms: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end; this.#now += 1_000) {
      for (const timer of [...this.#repeated]) {
        if (timer.dueAt > this.#now) continue
        timer.dueAt += timer.ms
        timer.call()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #timers(): TimerPort {
    return {
      after: () => () => undefined,
      every: (ms, call) => {
        const timer = { ms, dueAt: this.#now + ms, call }
        this.#repeated.push(timer)
        return () => {
          this.#repeated = this.#repeated.filter((other) => other !== timer)
        }
      },
    }
  }
}

describe('EVENTS-5: a stream whose key is refused', () => {
  it('is not opened again while nothing changes', async () => {
    const stream = new RefusedStream()

    await stream.pass(60_000)

    expect(stream.attempts).toBe(1)
    expect(stream.states.at(-1)).toBe('stopped')
    stream.stop()
  })

  it('is opened once more when the clock of this computer is set', async () => {
    const stream = new RefusedStream()
    stream.aheadMs = HOUR_MS
    await stream.pass(20_000)
    const before = stream.attempts

    stream.aheadMs = 0
    await stream.pass(60_000)

    expect(stream.attempts).toBe(before + 1)
    stream.stop()
  })

  it('ignores small corrections of the clock', async () => {
    const stream = new RefusedStream()
    await stream.pass(20_000)

    stream.aheadMs = 2_000
    await stream.pass(60_000)

    expect(stream.attempts).toBe(1)
    stream.stop()
  })

  it('is not opened after it was closed', async () => {
    const stream = new RefusedStream()
    await stream.pass(20_000)

    stream.stop()
    stream.aheadMs = HOUR_MS
    await stream.pass(60_000)

    expect(stream.attempts).toBe(1)
  })
})
