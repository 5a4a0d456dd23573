import type { PreloadBridge } from '../../../shared/ipc/channels.js'
import type { Reply } from '../../../shared/ipc/envelope.js'
import type { Frame, FrameKind, PortMessage, Topic } from '../../../shared/ipc/streams.js'
import type { StreamHost, StreamPort, StreamRequest } from '../../../renderer/bridge/stream.js'

/** Main's end of one opened stream, controlled by a test. */
export class FakeStream {
  readonly request: StreamRequest
  readonly said: PortMessage[] = []
  closed = false
  #listener: ((message: unknown) => void) | null = null
  readonly #seqs: number[]

  constructor(request: StreamRequest) {
    this.request = request
    this.#seqs = request.topics.map(() => 0)
  }

  get port(): StreamPort {
    return {
      post: (message) => void this.said.push(message),
      listen: (listener) => {
        this.#listener = listener
      },
      close: () => {
        this.closed = true
      },
    }
  }

  /** Sends any message, as a broken main might. */
  raw(message: unknown): void {
    this.#listener?.(message)
  }

  /** Sends the next frame of a topic. */
  send(kind: FrameKind, body: unknown, index = 0): void {
    this.#seqs[index] = (this.#seqs[index] ?? 0) + 1
    this.raw({ index, seq: this.#seqs[index], kind, asOf: 1_000, body } as Frame)
  }

  get granted(): number {
    return this.said.reduce(
      (total, message) => total + (message.kind === 'credit' ? message.frames : 0),
      0,
    )
  }
}

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** A window whose frames, timers and main are controlled by the test. */
export class FakeHost implements StreamHost {
  readonly streams: FakeStream[] = []
  refuse = false
  deliverPorts = true
  now = 0
  #ids = 0
  readonly #portListeners = new Set<(id: string, port: StreamPort) => void>()
  readonly #frames = new Set<() => void>()
  /** How often a frame of the window was requested. */
  frameRequests = 0
  readonly #timers = new Set<Timer>()

  request = (request: StreamRequest): Promise<boolean> => {
    if (this.refuse) return Promise.resolve(false)
    const stream = new FakeStream(request)
    this.streams.push(stream)
    if (this.deliverPorts) this.deliver(request.id, stream.port)
    return Promise.resolve(true)
  }

  deliver(id: string, port: StreamPort): void {
    for (const listener of [...this.#portListeners]) listener(id, port)
  }

  onPort = (listener: (id: string, port: StreamPort) => void) => {
    this.#portListeners.add(listener)
    return () => void this.#portListeners.delete(listener)
  }

  /** To which windows each requested frame is delivered. */
  readonly deliveries: ('always' | 'visible')[] = []

  /** The times at which main sent what was delivered, the oldest of each delivery of a stream. */
  readonly delivered: number[] = []

  beforeDelivery = (asOf: number): void => void this.delivered.push(asOf)

  newId = (): string => `stream-${(this.#ids += 1)}`

  nextFrame = (flush: () => void, delivery: 'always' | 'visible') => {
    this.frameRequests += 1
    this.deliveries.push(delivery)
    this.#frames.add(flush)
    return () => void this.#frames.delete(flush)
  }

  after = (delayMs: number, run: () => void) => {
    const timer = { at: this.now + delayMs, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  paint(): void {
    const due = [...this.#frames]
    this.#frames.clear()
    for (const flush of due) flush()
  }

  advance(ms: number): void {
    this.now += ms
    for (const timer of [...this.#timers].filter((candidate) => candidate.at <= this.now)) {
      this.#timers.delete(timer)
      timer.run()
    }
  }

  get waiting(): number {
    return this.#timers.size
  }

  get listening(): number {
    return this.#portListeners.size
  }

  last(): FakeStream {
    const stream = this.streams.at(-1)
    if (stream === undefined) throw new Error('no stream was opened')
    return stream
  }
}

export const HEALTH: Topic = { kind: 'health' }

/** A bridge that answers from a table and records its calls. */
export function fakeBridge(
  answers: Readonly<Record<string, (input: unknown) => unknown>>,
): PreloadBridge & { readonly calls: { readonly op: string; readonly input: unknown }[] } {
  const calls: { op: string; input: unknown }[] = []
  return {
    calls,
    invoke(op, input) {
      calls.push({ op, input })
      const answer = answers[op]
      return answer === undefined
        ? Promise.reject(new Error('no handler'))
        : Promise.resolve({ ok: true, value: answer(input) } satisfies Reply<unknown>)
    },
    openStream: () => Promise.resolve({ ok: true, value: {} }),
  }
}
