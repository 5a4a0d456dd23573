import { describe, expect, it, vi } from 'vitest'
import { WindowChannel } from '../../../electron/app/streams/window-channel.js'
import { createSenderRegistry } from '../../../electron/app/ipc/sender-registry.js'
import { serveStream, type StreamPort } from '../../../electron/app/streams/stream-host.js'
import { epochMs } from '../../../shared/domain/time.js'

/** A window's port, whose other end is the test. */
function fakePort() {
  const listeners = new Map<string, (event: { data: unknown }) => void>()
  const sent: unknown[] = []
  const port: StreamPort = {
    postMessage: (message) => void sent.push(message),
    on: (event: string, listener: never) => void listeners.set(event, listener),
    start: () => undefined,
    close: vi.fn(),
  }
  return {
    port,
    sent,
    say: (data: unknown) => listeners.get('message')?.({ data }),
    end: () => listeners.get('close')?.({ data: null }),
  }
}

function opened() {
  const due = new Set<() => void>()
  const log = { event: vi.fn() }
  const main = fakePort()
  const channel = new WindowChannel('window-1', main.port, {
    batches: {
      next: (flush) => {
        due.add(flush)
        return () => void due.delete(flush)
      },
    },
    log,
  })
  const batch = (): void => {
    const flushes = [...due]
    due.clear()
    for (const flush of flushes) flush()
  }
  return { ...main, channel, log, batch, due }
}

describe('what leaves main for a window', () => {
  it('REL-41: is one message for each batch, with the frames of every stream', () => {
    const { channel, batch, sent } = opened()
    const [a, b] = [channel.open('stream-a'), channel.open('stream-b')]
    channel.next(() => a.postMessage(['quotes']))
    channel.next(() => b.postMessage(['positions']))
    batch()
    expect(sent).toEqual([
      [
        { stream: 'stream-a', frames: ['quotes'] },
        { stream: 'stream-b', frames: ['positions'] },
      ],
    ])
  })

  it('goes on after a message between batches, such as a sign of life', () => {
    const { channel, batch, sent } = opened()
    const stream = channel.open('stream-a')
    stream.postMessage(['heartbeat'])
    channel.next(() => stream.postMessage(['quotes']))
    batch()
    expect(sent).toEqual([
      [{ stream: 'stream-a', frames: ['heartbeat'] }],
      [{ stream: 'stream-a', frames: ['quotes'] }],
    ])
  })

  it('is one message for the signs of life of all streams', () => {
    const { channel, batch, sent } = opened()
    const beats: (() => void)[] = []
    for (const id of ['stream-a', 'stream-b']) {
      serveStream(channel.open(id), [{ kind: 'orders' }], {
        senders: createSenderRegistry(),
        log: { event: vi.fn() },
        clock: { now: () => epochMs(1), monotonic: () => 1 },
        timers: {
          after: () => () => undefined,
          every: (_ms, call) => {
            beats.push(call)
            return () => undefined
          },
        },
        batches: channel,
        feedOf: () => new Promise(() => undefined),
        onFeedsReplaced: () => () => undefined,
      })
    }
    for (const beat of beats) beat()
    expect(sent).toEqual([])
    batch()
    const heartbeat = expect.objectContaining({ kind: 'heartbeat' }) as unknown
    expect(sent).toEqual([
      [
        { stream: 'stream-a', frames: [heartbeat] },
        { stream: 'stream-b', frames: [heartbeat] },
      ],
    ])
  })

  it('REL-30: misses only the stream that fails, whose cause is logged', () => {
    const { channel, batch, sent, log } = opened()
    const stream = channel.open('stream-a')
    channel.next(() => {
      throw new Error('no value')
    })
    channel.next(() => stream.postMessage(['quotes']))
    batch()
    expect(sent).toHaveLength(1)
    expect(log.event).toHaveBeenCalledWith(
      'error',
      'stream.failed',
      expect.objectContaining({ error: expect.stringContaining('no value') as string }),
    )
  })

  it('waits for a page that reads nothing, and then sends what is newest', () => {
    const { channel, batch, sent, say } = opened()
    const stream = channel.open('stream-a')
    let price = 0
    const move = (): void => {
      price += 1
      channel.next(() => stream.postMessage([price]))
      batch()
    }
    for (let count = 0; count < 20; count += 1) move()
    expect(sent).toHaveLength(8)
    // Each change was collected, so the flushes of all of them read the newest price.
    say({ read: 4 })
    batch()
    expect(sent).toHaveLength(9)
    expect(JSON.stringify(sent.at(-1))).toContain('[20]')
  })

  it('REL-41: is sent at once before a sleep, also to a page that is behind', () => {
    const { channel, batch, sent, due } = opened()
    const stream = channel.open('stream-a')
    for (let count = 0; count < 20; count += 1) {
      channel.next(() => stream.postMessage([count]))
      batch()
    }
    channel.next(() => stream.postMessage(['prices are old']))
    const before = sent.length
    channel.flush()
    expect(sent).toHaveLength(before + 1)
    expect(JSON.stringify(sent.at(-1))).toContain('prices are old')
    batch()
    channel.flush()
    expect([sent.length, due.size]).toEqual([before + 1, 0])
  })

  it('REL-41: says in the next batch that everything before it is sent', () => {
    const { channel, batch, sent, say } = opened()
    const stream = channel.open('stream-a')
    say({ synchronize: true })
    say({ synchronize: true })
    channel.next(() => stream.postMessage(['newest']))
    expect(sent).toEqual([])
    batch()
    expect(sent).toEqual([[{ synchronized: true }, { stream: 'stream-a', frames: ['newest'] }]])
  })

  it('counts no more read messages than it has sent', () => {
    const { channel, batch, sent, say } = opened()
    const stream = channel.open('stream-a')
    say({ read: 1_000 })
    for (let count = 0; count < 20; count += 1) {
      channel.next(() => stream.postMessage([count]))
      batch()
    }
    expect(sent).toHaveLength(8)
  })

  it('ends with the page: its streams are told, and nothing more is sent', () => {
    const { channel, batch, sent, end, due } = opened()
    const [stream, onClose] = [channel.open('stream-a'), vi.fn()]
    stream.on('close', onClose)
    channel.next(() => stream.postMessage(['quotes']))
    end()
    expect(onClose).toHaveBeenCalledOnce()
    expect(channel.size).toBe(0)
    expect(due.size).toBe(0)
    channel.next(() => stream.postMessage(['quotes']))
    batch()
    stream.postMessage(['late'])
    expect(sent).toEqual([])
  })

  it('SEC-08: passes a message to the stream that it names, and refuses what is none', () => {
    const { channel, say, log } = opened()
    const received = vi.fn()
    channel.open('stream-a').on('message', received)
    const wrong = [{ read: -1 }, { synchronize: false }, { stream: 'stream-a', message: {} }]
    for (const message of [null, 'x', {}, ...wrong]) say(message)
    say({ stream: 'stream-b', message: { kind: 'close' } })
    expect(received).not.toHaveBeenCalled()
    expect(log.event).toHaveBeenCalledTimes(6)
    say({ stream: 'stream-a', message: { kind: 'credit', frames: 2 } })
    expect(received).toHaveBeenCalledWith({ data: { kind: 'credit', frames: 2 } })
  })
})
