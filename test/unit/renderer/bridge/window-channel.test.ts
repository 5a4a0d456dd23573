import { describe, expect, it, vi } from 'vitest'
import { WindowChannel } from '../../../../renderer/bridge/window-channel.js'
import type { StreamPort } from '../../../../renderer/bridge/stream.js'
import { PORT_MESSAGE } from '../../../../shared/ipc/channels.js'
import type { StreamRequest } from '../../../../shared/ipc/streams.js'

/** The end of a port that the page gets, controlled by the test as main. */
function port() {
  const listeners = new Map<string, (event: { data: unknown }) => void>()
  const said: unknown[] = []
  return {
    said,
    send: (data: unknown) => listeners.get('message')?.({ data }),
    end: () => listeners.get('close')?.({ data: null }),
    page: {
      addEventListener: (kind: string, listener: never) => void listeners.set(kind, listener),
      postMessage: (message: unknown) => void said.push(message),
      start: () => undefined,
    } as unknown as MessagePort,
  }
}

function channel() {
  let ids = 0
  let arrive: (message: unknown, port: MessagePort) => void = () => undefined
  let expire: () => void = () => undefined
  const requests: StreamRequest[] = []
  const errors: unknown[] = []
  const windowChannel = new WindowChannel(
    {
      openStream: (request) => {
        requests.push(request as StreamRequest)
        return Promise.resolve({ ok: true, value: {} })
      },
    },
    {
      onPort: (listener) => {
        arrive = listener
      },
      newId: () => `channel-${(ids += 1)}`,
      after: (_ms, run) => {
        expire = run
        return () => {
          expire = () => undefined
        }
      },
      reportError: (error) => errors.push(error),
    },
  )
  const taken = new Map<string, StreamPort>()
  const received: [string, unknown][] = []
  windowChannel.onPort((id, streamPort) => {
    if (id.startsWith('left')) return
    taken.set(id, streamPort)
    streamPort.listen((message) => {
      if (id.startsWith('broken')) throw new Error(id)
      received.push([id, message])
    })
  })
  return {
    requests,
    errors,
    taken,
    received,
    synchronize: (done: () => void) => windowChannel.synchronize(done),
    request: (id: string) => windowChannel.request({ id, topics: [{ kind: 'orders' }] }),
    arrive: (id: string, end: ReturnType<typeof port>) =>
      arrive({ kind: PORT_MESSAGE, id }, end.page),
    expire: () => expire(),
  }
}

describe('the one port of a window', () => {
  it('serves every stream of the window, before and after it arrives', async () => {
    const { request, requests, taken, arrive } = channel()
    expect(await request('stream-a')).toBe(true)
    expect(taken.size).toBe(0)
    const main = port()
    arrive('channel-1', main)
    expect(await request('stream-b')).toBe(true)
    expect(requests.map(({ channel: name }) => name)).toEqual(['channel-1', 'channel-1'])
    taken.get('stream-b')?.post({ kind: 'credit', frames: 3 })
    expect([...taken.keys()]).toEqual(['stream-a', 'stream-b'])
    expect(main.said).toEqual([{ stream: 'stream-b', message: { kind: 'credit', frames: 3 } }])
  })

  it('passes on what a message has for each stream, in one task, and ignores closed ones', async () => {
    const { request, arrive, received, taken, errors } = channel()
    const main = port()
    for (const id of ['stream-a', 'broken-b', 'stream-c', 'stream-d']) await request(id)
    arrive('channel-1', main)
    taken.get('stream-d')?.close()
    main.send(
      ['stream-a', 'broken-b', 'stream-c', 'stream-d'].map((stream) => ({
        stream,
        frames: [stream],
      })),
    )
    expect(received).toEqual([
      ['stream-a', ['stream-a']],
      ['stream-c', ['stream-c']],
    ])
    expect(errors).toHaveLength(1)
  })

  it.each([null, 7, {}, [null], [{ frames: [] }], [{ stream: 3 }]])(
    'ignores %j, which no batch is',
    async (message) => {
      const { request, arrive, received } = channel()
      const main = port()
      await request('stream-a')
      arrive('channel-1', main)
      main.send(message)
      expect(received).toEqual([])
    },
  )

  it('takes no port of another name, and none after the first', async () => {
    const { request, arrive, received } = channel()
    const [foreign, main, second] = [port(), port(), port()]
    await request('stream-a')
    arrive('channel-9', foreign)
    arrive('channel-1', main)
    arrive('channel-1', second)
    for (const { send } of [foreign, second]) send([{ stream: 'stream-a', frames: [1] }])
    expect(received).toEqual([])
    main.send([{ stream: 'stream-a', frames: [2] }])
    expect(received).toEqual([['stream-a', [2]]])
  })

  it('closes a stream in main that was disposed while it was being opened', async () => {
    const { request, arrive } = channel()
    const main = port()
    await request('left-a')
    arrive('channel-1', main)
    expect(main.said).toEqual([{ stream: 'left-a', message: { kind: 'close' } }])
  })

  it('tells main now and then how much it has read', async () => {
    const { request, arrive } = channel()
    const main = port()
    await request('stream-a')
    arrive('channel-1', main)
    for (let count = 0; count < 9; count += 1) main.send([])
    expect(main.said).toEqual([{ read: 4 }, { read: 8 }])
  })

  it('REL-41: is synchronized once main says so, after the frames of the same message', async () => {
    const { request, arrive, received, synchronize } = channel()
    const main = port()
    await request('stream-a')
    arrive('channel-1', main)
    const done = vi.fn(() => received.length)
    synchronize(done)
    expect(main.said).toEqual([{ synchronize: true }])
    main.send([{ stream: 'stream-a', frames: ['old'] }])
    expect(done).not.toHaveBeenCalled()
    main.send([{ synchronized: true }, { stream: 'stream-a', frames: ['newest'] }])
    expect(done.mock.results).toEqual([{ type: 'return', value: 2 }])
    main.send([{ synchronized: true }])
    expect(done).toHaveBeenCalledOnce()
  })

  it('REL-41: is synchronized over its next port where the one before is lost', async () => {
    const { request, arrive, synchronize } = channel()
    const [main, next] = [port(), port()]
    const done = vi.fn()
    await request('stream-a')
    synchronize(done)
    arrive('channel-1', main)
    expect(main.said).toEqual([{ synchronize: true }])
    main.end()
    await request('stream-a')
    arrive('channel-2', next)
    expect(next.said).toEqual([{ synchronize: true }])
    next.send([{ synchronized: true }])
    expect(done).toHaveBeenCalledOnce()
  })

  it('starts over, with streams that open again, when its port ends or never arrives', async () => {
    const { request, requests, arrive, received, expire, taken } = channel()
    const main = port()
    await request('stream-a')
    expire()
    arrive('channel-1', main)
    expect(taken.size).toBe(0)
    await request('stream-b')
    arrive('channel-2', main)
    main.end()
    expect(received).toEqual([['stream-b', null]])
    main.send([{ stream: 'stream-b', frames: [1] }])
    expect(received).toHaveLength(1)
    await request('stream-c')
    expect(requests.at(-1)?.channel).toBe('channel-3')
  })

  it('refuses a stream that was requested over a port that has ended meanwhile', async () => {
    const { request, arrive, taken } = channel()
    const main = port()
    arrive('channel-1', main)
    const opened = vi.fn()
    const opening = request('stream-a').then(opened)
    main.end()
    await opening
    expect(opened).toHaveBeenCalledWith(false)
    expect(taken.size).toBe(0)
  })
})
