import { describe, expect, it, vi } from 'vitest'
import { createOpenStream } from '../../../../renderer/bridge/stream.js'
import { INITIAL_CREDIT } from '../../../../shared/ipc/stream-credit.js'
import type { Topic } from '../../../../shared/ipc/streams.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { FakeHost, HEALTH } from '../fake-host.js'

const settle = () => Promise.resolve()
const TWO: readonly Topic[] = [HEALTH, { kind: 'orders' }]

describe('a stream', () => {
  it('listens for its port before it requests it, and grants the first credits', () => {
    const host = new FakeHost()
    createOpenStream(host)(TWO, vi.fn())
    expect(host.last().request.topics).toEqual(TWO)
    expect(host.last().said).toEqual([{ kind: 'credit', frames: INITIAL_CREDIT }])
  })

  it('delivers frames in order, once per animation frame, and then grants as many credits', () => {
    const host = new FakeHost()
    const seen: string[] = []
    createOpenStream(host)(TWO, (frame, topic) =>
      seen.push(`${topic.kind}:${frame.kind}:${frame.seq}`),
    )
    host.last().send('snapshot', {}, 0)
    host.last().send('snapshot', [], 1)
    host.last().send('delta', {}, 0)
    expect(seen).toEqual([])
    expect(host.last().granted).toBe(INITIAL_CREDIT)
    host.paint()
    expect(seen).toEqual(['health:snapshot:1', 'orders:snapshot:1', 'health:delta:2'])
    expect(host.last().said.slice(1)).toEqual([{ kind: 'credit', frames: 3 }])
  })

  it.each([
    ['a jump', { index: 0, seq: 3, kind: 'delta', asOf: 1, body: {} }],
    ['a repetition', { index: 0, seq: 1, kind: 'delta', asOf: 1, body: {} }],
    ['an unknown topic', { index: 9, seq: 1, kind: 'snapshot', asOf: 1, body: {} }],
    ['an unknown kind', { index: 0, seq: 2, kind: 'surprise', asOf: 1, body: {} }],
    ['no frame at all', 'hello'],
  ])('reopens after %s, and delivers what came before it', (_what, broken) => {
    const host = new FakeHost()
    const seen = vi.fn()
    createOpenStream(host)([HEALTH], seen)
    const first = host.last()
    first.send('snapshot', {})
    first.raw(broken)
    expect(seen).toHaveBeenCalledTimes(1)
    expect(first.closed).toBe(true)
    expect(first.said.at(-1)).toEqual({ kind: 'close' })
    host.advance(250)
    expect(host.streams).toHaveLength(2)
    expect(host.last().request.id).not.toBe(first.request.id)
  })

  it('refuses a delta without a snapshot, and one after a gap', () => {
    const host = new FakeHost()
    createOpenStream(host)([HEALTH], vi.fn())
    host.last().send('delta', {})
    expect(host.last().closed).toBe(true)
    host.advance(250)
    const second = host.last()
    second.send('snapshot', {})
    second.send('gap', null)
    expect(second.closed).toBe(false)
    second.send('delta', {})
    expect(second.closed).toBe(true)
  })

  it('continues after a gap that is followed by a snapshot', () => {
    const host = new FakeHost()
    const kinds: string[] = []
    createOpenStream(host)([HEALTH], (frame) => kinds.push(frame.kind))
    for (const kind of ['snapshot', 'gap', 'snapshot', 'delta'] as const) {
      host.last().send(kind, null)
    }
    host.paint()
    expect(kinds).toEqual(['snapshot', 'gap', 'snapshot', 'delta'])
    expect(host.last().closed).toBe(false)
  })

  it('REL-41: says when main sent the oldest frame of a delivery, before it delivers any', () => {
    const host = new FakeHost()
    const seen: number[] = []
    createOpenStream(host)([HEALTH], () => seen.push(host.delivered.length))
    host.last().raw({ index: 0, seq: 1, kind: 'snapshot', asOf: 5_000, body: {} })
    host.last().raw({ index: 0, seq: 2, kind: 'delta', asOf: 9_000, body: {} })
    host.paint()
    expect([host.delivered, seen]).toEqual([[5_000], [1, 1]])
  })

  it('needs no frame of the window for a heartbeat', () => {
    const host = new FakeHost()
    const kinds: string[] = []
    createOpenStream(host)([HEALTH], (frame) => kinds.push(frame.kind))
    host.last().send('snapshot', null)
    host.paint()
    const painted = host.frameRequests
    host.last().send('heartbeat', null)
    expect([host.frameRequests, kinds]).toEqual([painted, ['snapshot']])
    expect(host.last().closed).toBe(false)
  })

  it('a stream of prices is delivered to a visible window only, and of orders to every window', () => {
    const spy = symbol('SPY')
    const topicsOf = (delivery: string) => {
      const host = new FakeHost()
      const open = createOpenStream(host)
      const lists: readonly (readonly Topic[])[] = [
        [{ kind: 'quotes', symbols: [spy] }],
        [{ kind: 'depth', symbol: spy }],
        [{ kind: 'orders' }],
        [{ kind: 'health' }, { kind: 'positions' }],
      ]
      return lists.flatMap((topics) => {
        open(topics, vi.fn())
        host.last().send('snapshot', [])
        return host.deliveries.at(-1) === delivery ? topics.map(({ kind }) => kind) : []
      })
    }
    expect(topicsOf('visible')).toEqual(['quotes', 'depth'])
    expect(topicsOf('always')).toEqual(['orders', 'health', 'positions'])
  })

  it('retries with increasing delays when main refuses, and resets them once healthy', async () => {
    const host = new FakeHost()
    host.refuse = true
    createOpenStream(host)([HEALTH], vi.fn())
    await settle()
    for (const wait of [250, 500, 1_000, 2_000, 4_000, 5_000]) {
      host.advance(wait - 1)
      expect(host.waiting).toBe(1)
      host.advance(1)
      await settle()
    }
    host.refuse = false
    host.advance(5_000)
    host.last().send('snapshot', {})
    host.last().send('closed', null)
    const before = host.streams.length
    host.advance(250)
    expect(host.streams).toHaveLength(before + 1)
  })

  it('requests again when the port never arrives', () => {
    const host = new FakeHost()
    host.deliverPorts = false
    createOpenStream(host)([HEALTH], vi.fn())
    host.advance(10_000)
    host.advance(250)
    expect(host.streams).toHaveLength(2)
  })

  it('accepts only the first port of its own request', () => {
    const host = new FakeHost()
    host.deliverPorts = false
    const seen = vi.fn()
    createOpenStream(host)([HEALTH], seen)
    const real = host.last()
    host.deliver('someone-else', real.port)
    expect(real.said).toEqual([])
    host.deliver(real.request.id, real.port)
    host.deliver(real.request.id, {
      post: () => expect.unreachable(),
      listen: () => expect.unreachable(),
      close: () => undefined,
    })
    real.send('snapshot', {})
    host.paint()
    expect(seen).toHaveBeenCalledTimes(1)
  })

  it('leaves nothing behind when it is disposed, even twice or from within a frame', () => {
    const host = new FakeHost()
    const seen = vi.fn(() => stop())
    const stop = createOpenStream(host)([HEALTH], seen)
    host.last().send('snapshot', {})
    host.last().send('delta', {})
    host.paint()
    expect(seen).toHaveBeenCalledTimes(1)
    stop()
    expect(host.last().closed).toBe(true)
    expect([host.waiting, host.listening]).toEqual([0, 0])
    host.advance(60_000)
    expect(host.streams).toHaveLength(1)
  })
})
