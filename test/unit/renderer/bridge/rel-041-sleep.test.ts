import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenStream, type Topic } from '../../../../renderer/bridge/stream.js'
import { createWindowHost } from '../../../../renderer/bridge/window-host.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { PORT_MESSAGE } from '../../../../shared/ipc/channels.js'

const FRAME_MS = 16
const QUOTES: Topic = { kind: 'quotes', symbols: [symbol('SPY')] }
const HEALTH: Topic = { kind: 'health' }

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

type Listener = (event: unknown) => void

/** Main's end of a window's port. */
function mainPort() {
  const said: unknown[] = []
  let receive: Listener = () => undefined
  const port = {
    addEventListener: (kind: string, listener: Listener) => {
      if (kind === 'message') receive = listener
    },
    postMessage: (message: unknown) => void said.push(message),
    start: () => undefined,
  } as unknown as MessagePort
  return { said, port, send: (data: unknown) => receive({ data }) }
}

/** A window with streams of prices and of the channels' health, and main as the test plays it. */
async function openWindow() {
  const main = mainPort()
  const listeners = new Map<string, Listener>()
  const document = {
    hidden: false,
    addEventListener: (kind: string, listener: Listener) => void listeners.set(kind, listener),
  }
  const page = {
    document,
    origin: 'app://desk',
    addEventListener: (kind: string, listener: Listener) => void listeners.set(kind, listener),
    crypto: { randomUUID: () => crypto.randomUUID() },
    performance,
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    requestAnimationFrame: (run: () => void) => setTimeout(run, FRAME_MS),
    cancelAnimationFrame: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    queueMicrotask,
    reportError: (error: unknown) => {
      throw error
    },
  }
  const streams: string[] = []
  let channel = ''
  const host = createWindowHost(page as unknown as Window, {
    invoke: () => Promise.reject(new Error('no call')),
    openStream: (request) => {
      const opened = request as { readonly id: string; readonly channel: string }
      streams.push(opened.id)
      channel = opened.channel
      return Promise.resolve({ ok: true, value: {} })
    },
  })
  const deliveries: string[] = []
  let isBehind = false
  host.onBehind((behind) => {
    isBehind = behind
    deliveries.push(behind ? 'behind' : 'caught up')
  })
  const open = createOpenStream(host)
  for (const topic of [QUOTES, HEALTH]) {
    open([topic], ({ body }) => deliveries.push(`${String(body)}${isBehind ? ' (old)' : ''}`))
  }
  await vi.advanceTimersByTimeAsync(0)
  listeners.get('message')?.({
    data: { kind: PORT_MESSAGE, id: channel },
    ports: [main.port],
    source: page,
    origin: page.origin,
  })
  const seqs = [0, 0]
  /** Makes what main sends of a stream now. */
  const frames = (stream: 0 | 1, body: string) => ({
    stream: streams[stream],
    frames: [
      {
        index: 0,
        seq: (seqs[stream] = (seqs[stream] ?? 0) + 1),
        kind: seqs[stream] === 1 ? 'snapshot' : 'delta',
        asOf: Date.now(),
        body,
      },
    ],
  })
  main.send([frames(0, 'price 1'), frames(1, 'live')])
  await vi.advanceTimersByTimeAsync(200)
  return {
    main,
    deliveries,
    frames,
    setHidden(hidden: boolean) {
      document.hidden = hidden
      listeners.get('visibilitychange')?.({})
    },
    synchronizations: () =>
      main.said.filter((message) => JSON.stringify(message).includes('synchronize')).length,
  }
}

/** The computer sleeps: its time goes on, the page and its timers stand still. */
const sleep = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

describe('REL-41: a window after a sleep', () => {
  it('shows a price that waited in the page as old, until it has what main sent since', async () => {
    const { main, deliveries, frames } = await openWindow()
    main.send([frames(0, 'price 2')])
    sleep(5_000)
    await vi.advanceTimersByTimeAsync(100)
    expect(deliveries.slice(2)).toEqual(['behind', 'price 2 (old)'])
    expect(main.said.at(-1)).toEqual({ synchronize: true })
    main.send([frames(0, 'price 3'), frames(1, 'down'), { synchronized: true }])
    await vi.advanceTimersByTimeAsync(100)
    expect(deliveries.slice(4)).toEqual(['price 3 (old)', 'down (old)', 'caught up'])
  })

  it('shows a price that waited on its way to the page as old', async () => {
    const { main, deliveries, frames } = await openWindow()
    const onItsWay = frames(0, 'price 2')
    sleep(5_000)
    main.send([onItsWay])
    await vi.advanceTimersByTimeAsync(100)
    expect(deliveries.slice(2)).toEqual(['behind', 'price 2 (old)'])
  })

  it('requests one synchronization, however many prices waited', async () => {
    const { main, deliveries, frames, synchronizations } = await openWindow()
    const onTheirWay = [frames(0, 'price 2'), frames(0, 'price 3')]
    sleep(5_000)
    for (const message of onTheirWay) {
      main.send([message])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(deliveries.slice(2)).toEqual(['behind', 'price 2 (old)', 'price 3 (old)'])
    expect(synchronizations()).toBe(1)
  })

  it('shows prices that come in time as they are, on a page that is busy too', async () => {
    const { main, deliveries, frames, synchronizations } = await openWindow()
    const busy = frames(0, 'price 2')
    sleep(1_500)
    main.send([busy])
    await vi.advanceTimersByTimeAsync(100)
    expect([deliveries.slice(2), synchronizations()]).toEqual([['price 2'], 0])
  })

  it('shows what a hidden window had received as old, once it is visible again', async () => {
    const { main, deliveries, frames, setHidden, synchronizations } = await openWindow()
    setHidden(true)
    main.send([frames(0, 'price 2'), frames(1, 'live')])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([deliveries.slice(2), synchronizations()]).toEqual([['live'], 0])
    setHidden(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(deliveries.slice(3)).toEqual(['behind', 'price 2 (old)'])
    main.send([frames(0, 'price 9'), { synchronized: true }])
    await vi.advanceTimersByTimeAsync(100)
    expect(deliveries.slice(5)).toEqual(['price 9 (old)', 'caught up'])
  })
})
