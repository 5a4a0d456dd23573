import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../electron/provider/gateway.js'
import type { FaultProxy, Toxics } from '../harness/exchange/fault-proxy.js'
import { until } from '../harness/system/until.js'
import { symbol } from '../../shared/domain/ids.js'
import { expectedOutcome } from './fault-matrix.js'
import type { Fault, FaultOutcome, Phase } from './faults.js'
import { SOCKET_OPERATIONS, SocketFixture, type Proxies } from './socket-fixture.js'

let fixture: SocketFixture
let proxies: Proxies
let client: () => Provider
let provider: Provider

beforeAll(async () => {
  fixture = await SocketFixture.open()
  ;({ proxies, client } = await fixture.proxied())
  provider = client()
  // Signs in, and opens the connection that later requests reuse.
  expect((await provider.portfolio.accounts()).ok).toBe(true)
})
afterEach(() => {
  for (const proxy of Object.values(proxies) as readonly FaultProxy[]) proxy.clear()
})
afterAll(async () => {
  await fixture.close()
  await Promise.all(Object.values(proxies).map((proxy: FaultProxy) => proxy.close()))
})

/** A fault of the network, as the table names it, and how the proxy causes it. */
interface Struck {
  readonly name: string
  readonly fault: Fault
  readonly phase: Phase
  readonly strike: (proxy: FaultProxy) => void | Promise<void>
}

/** A client ends its handshake with fewer bytes after the server's answer; then it speaks. */
const HANDSHAKE_BYTES = 100

const toxic =
  (direction: 'upstream' | 'downstream', toxics: Toxics) =>
  (proxy: FaultProxy): void =>
    proxy.set(direction, toxics)

const REQUESTS: readonly Struck[] = [
  {
    name: 'a new connection is reset',
    fault: 'reset',
    phase: 'connect',
    strike: async (proxy) => {
      proxy.resetPeers()
      // The client notices that its idle connection broke before it needs one again.
      await fixture.run(fixture.provider, 'preview')
      proxy.refuseNext(1)
    },
  },
  {
    name: 'the connection is reset before the request arrives',
    fault: 'reset',
    phase: 'sent',
    strike: toxic('upstream', { resetAfterBytes: 0 }),
  },
  {
    name: 'the connection ends before the request arrives',
    fault: 'drop-before-effect',
    phase: 'sent',
    strike: toxic('upstream', { limitBytes: 0 }),
  },
  {
    name: 'the connection is reset before the answer arrives',
    fault: 'reset',
    phase: 'effect',
    strike: toxic('downstream', { resetAfterBytes: 0 }),
  },
  {
    name: 'the connection ends before the answer arrives',
    fault: 'drop-after-effect',
    phase: 'effect',
    strike: toxic('downstream', { limitBytes: 0 }),
  },
  {
    name: 'the connection is reset within the answer',
    fault: 'reset',
    phase: 'response',
    strike: toxic('downstream', { resetAfterBytes: 120 }),
  },
  {
    name: 'the answer is late by varying times',
    fault: 'delay',
    phase: 'response',
    strike: toxic('downstream', { latencyMs: 150, jitterMs: 100 }),
  },
  {
    name: 'the answer arrives in small pieces over a slow line',
    fault: 'delay',
    phase: 'response',
    strike: toxic('downstream', { sliceBytes: 64, bytesPerSecond: 50_000, slowCloseMs: 50 }),
  },
]

describe.each(REQUESTS)('REL-30: over sockets, $name', ({ fault, phase, strike }) => {
  it.each(SOCKET_OPERATIONS)('has the outcome of the table: %s', async (operation) => {
    await fixture.placeResting()
    expect(await fixture.run(provider, 'preview')).toBe('fine')
    const openedBefore = proxies.api.opened
    await strike(proxies.api)

    // A repeated request needs a new connection, because the first one broke.
    const attempts = (): number => proxies.api.opened - openedBefore + Number(phase !== 'connect')
    const outcome = await fixture.run(provider, operation, attempts)

    expect(outcome).toBe(expectedOutcome({ fault, phase, operation }))
    await fixture.expectNoneTwice()
  })
})

/** A stream of the provider's client, and how often it was subscribed. */
interface OpenStream {
  readonly subscribed: () => number
  readonly received: () => number
  readonly isFinal: () => boolean
  readonly stop: () => void
}

function openEvents(provider: Provider): OpenStream {
  let [subscribed, received, final] = [0, 0, false]
  const stop = provider.events.start([fixture.account], {
    onOrder: () => {
      received += 1
    },
    onSubscribed: () => {
      subscribed += 1
    },
    onLost: (lost) => {
      final = lost.final
    },
    onHealth: () => undefined,
  })
  return { subscribed: () => subscribed, received: () => received, isFinal: () => final, stop }
}

function openMarket(provider: Provider): OpenStream {
  let [subscribed, received] = [0, 0]
  provider.stream.setInterest({ quotes: [symbol('AAPL')], depth: [], ticks: [] })
  const stop = provider.stream.start({
    onQuote: () => {
      received += 1
    },
    onDepth: () => undefined,
    onOverLimit: () => undefined,
    onTick: () => undefined,
    onSubscribed: () => {
      subscribed += 1
    },
    onHealth: () => undefined,
  })
  return { subscribed: () => subscribed, received: () => received, isFinal: () => false, stop }
}

const STREAMS = {
  events: { open: openEvents, proxy: () => proxies.events },
  market: { open: openMarket, proxy: () => proxies.data },
} as const

/** Causes something that the stream delivers: quotes come by themselves, order events do not. */
async function causeDelivery(kind: keyof typeof STREAMS): Promise<void> {
  if (kind === 'market') return
  await fixture.placeResting()
  await fixture.run(fixture.provider, 'cancel')
}

/** Faults that strike while a stream opens: the next connection is cut. */
const OPENING: readonly Struck[] = [
  {
    name: 'its connection is reset',
    fault: 'reset',
    phase: 'connect',
    strike: (proxy) => proxy.refuseNext(1),
  },
  {
    name: 'its connection is reset while it subscribes',
    fault: 'reset',
    phase: 'sent',
    strike: toxic('upstream', { resetAfterBytes: HANDSHAKE_BYTES, afterReply: true }),
  },
  {
    name: 'its connection ends while it subscribes',
    fault: 'drop-before-effect',
    phase: 'sent',
    strike: toxic('upstream', { limitBytes: HANDSHAKE_BYTES, afterReply: true }),
  },
]

/** Faults that strike a stream that is subscribed. */
const RUNNING: readonly Struck[] = [
  {
    name: 'its connection is reset',
    fault: 'reset',
    phase: 'effect',
    strike: (proxy) => proxy.resetPeers(),
  },
  {
    name: 'its connection ends within a message',
    fault: 'drop-after-effect',
    phase: 'effect',
    strike: toxic('downstream', { limitBytes: 10 }),
  },
]

describe.each(['events', 'market'] as const)('REL-34: over sockets, the stream of %s', (kind) => {
  const { open, proxy } = STREAMS[kind]

  async function outcomeOf(stream: OpenStream, subscribedBefore: number): Promise<FaultOutcome> {
    await until('subscribed again', () => stream.subscribed() > subscribedBefore)
    const received = stream.received()
    await causeDelivery(kind)
    await until('a delivery', () => stream.received() > received)
    return stream.isFinal() ? 'reported' : 'reconnects'
  }

  it.each(OPENING)('reconnects when $name', async ({ fault, phase, strike }) => {
    await strike(proxy())
    const openedBefore = proxy().opened
    const stream = open(client())
    try {
      expect(await outcomeOf(stream, 0)).toBe(expectedOutcome({ fault, phase, operation: kind }))
      expect(proxy().opened - openedBefore).toBeGreaterThan(1)
    } finally {
      stream.stop()
    }
  })

  it.each(RUNNING)('reconnects when $name', async ({ fault, phase, strike }) => {
    const stream = open(client())
    try {
      await until('subscribed', () => stream.subscribed() === 1)
      await strike(proxy())
      expect(await outcomeOf(stream, 1)).toBe(expectedOutcome({ fault, phase, operation: kind }))
    } finally {
      stream.stop()
    }
  })

  it('is late, but the same, over a slow line with delays', async () => {
    const stream = open(client())
    try {
      await until('subscribed', () => stream.subscribed() === 1)
      const slow = { latencyMs: 200, jitterMs: 100, sliceBytes: 16, bytesPerSecond: 20_000 }
      proxy().set('downstream', slow)
      const received = stream.received()
      await causeDelivery(kind)
      await until('a late delivery', () => stream.received() > received)
      expect(stream.subscribed()).toBe(1)
      expect(expectedOutcome({ fault: 'delay', phase: 'response', operation: kind })).toBe('fine')
    } finally {
      stream.stop()
    }
  })
})

describe('REL-34: over sockets, a gap in the market stream', () => {
  it('ends with a new subscription once the connection is found broken', async () => {
    const stream = openMarket(client())
    try {
      await until('quotes', () => stream.received() > 0)
      proxies.data.set('downstream', { blackHole: true })
      proxies.data.resetPeers()
      proxies.data.clear()
      await until('subscribed again', () => stream.subscribed() === 2)
      const received = stream.received()
      await until('quotes again', () => stream.received() > received)
      const cell = { fault: 'market-gap', phase: 'effect', operation: 'market' } as const
      expect(expectedOutcome(cell)).toBe('reconnects')
    } finally {
      stream.stop()
    }
  })
})
