import { PORT_MESSAGE, type PreloadBridge } from '../../shared/ipc/channels.js'
import { ACKNOWLEDGED_AFTER } from '../../shared/ipc/stream-credit.js'
import type { PageMessage, PortMessage } from '../../shared/ipc/streams.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { StreamPort, StreamRequest } from './stream.js'

/** Main sends the window's port at once; one that has not arrived by then was lost. */
const PORT_DEADLINE_MS = 5_000

export type PortListener = (id: string, port: StreamPort) => void

/** The functions of the window that a channel needs. */
export interface ChannelPage {
  /** Calls back for each message to the window that has a port. */
  onPort(listener: (message: unknown, port: MessagePort) => void): void
  newId(): string
  after(delayMs: number, run: () => void): Disposer
  reportError(error: unknown): void
}

/** Receives what main sends to one stream. */
type Receive = (message: unknown) => void

/**
 * The page's end of the one port that all streams of the window share. A message has the frames of
 * every stream that one batch of main changed; all are received in the task of that message.
 */
export class WindowChannel {
  readonly #bridge: Pick<PreloadBridge, 'openStream'>
  readonly #page: ChannelPage
  readonly #listeners = new Set<PortListener>()
  /** The page's name of the port; another one once the port is lost. */
  #id: string
  #port: MessagePort | null = null
  #cancelDeadline: Disposer | null = null
  /** The streams that main has opened while the port was still on its way. */
  #waiting: string[] = []
  readonly #open = new Map<string, Receive>()
  /** The messages read on this port. */
  #read = 0
  /** Called when main has synchronized; null where nobody requested it. */
  #onSynchronized: (() => void) | null = null

  constructor(bridge: Pick<PreloadBridge, 'openStream'>, page: ChannelPage) {
    this.#bridge = bridge
    this.#page = page
    this.#id = page.newId()
    page.onPort((message, port) => this.#onPort(message, port))
  }

  /** Calls back with each stream's port once main has opened the stream. */
  onPort(listener: PortListener): Disposer {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Requests a stream; true when main accepted it. */
  async request(request: StreamRequest): Promise<boolean> {
    const channel = this.#id
    try {
      const reply = await this.#bridge.openStream({ ...request, channel })
      const isOpen = typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok
      if (isOpen !== true) return false
    } catch {
      return false
    }
    // The channel of this stream is lost, and its stream with it.
    if (channel !== this.#id) return false
    if (this.#port !== null) this.#announce(request.id, this.#port)
    else this.#awaitPort(request.id)
    return true
  }

  /**
   * Calls back once everything that main had sent when it received this request is received. A port
   * that was lost meanwhile is replaced by the one after it.
   */
  synchronize(done: () => void): void {
    this.#onSynchronized = done
    if (this.#port !== null) requestSynchronization(this.#port)
  }

  #awaitPort(stream: string): void {
    this.#waiting.push(stream)
    this.#cancelDeadline ??= this.#page.after(PORT_DEADLINE_MS, () => this.#renew())
  }

  #onPort(message: unknown, port: MessagePort): void {
    if (this.#port !== null || !isPortOf(message, this.#id)) return
    this.#port = port
    this.#cancelDeadline?.()
    this.#cancelDeadline = null
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      this.#acknowledge(port)
      this.#receive(data)
    })
    port.addEventListener('close', () => {
      if (port === this.#port) this.#renew()
    })
    port.start()
    const waiting = this.#waiting
    this.#waiting = []
    for (const stream of waiting) this.#announce(stream, port)
    if (this.#onSynchronized !== null) requestSynchronization(port)
  }

  /** Passes a stream's port on; where nobody takes it, main closes the stream again. */
  #announce(stream: string, port: MessagePort): void {
    const post = (message: PortMessage): void =>
      port.postMessage({ stream, message } satisfies PageMessage)
    let isTaken = false
    const streamPort: StreamPort = {
      post,
      listen: (receive) => {
        isTaken = true
        this.#open.set(stream, receive)
      },
      close: () => void this.#open.delete(stream),
    }
    for (const listener of [...this.#listeners]) listener(stream, streamPort)
    if (!isTaken) post({ kind: 'close' })
  }

  /** Main waits for a page that reads no messages, with all streams alike. */
  #acknowledge(port: MessagePort): void {
    this.#read += 1
    if (this.#read % ACKNOWLEDGED_AFTER > 0) return
    port.postMessage({ read: this.#read } satisfies PageMessage)
  }

  #receive(batch: unknown): void {
    if (!Array.isArray(batch)) return
    let isSynchronized = false
    for (const part of batch as readonly unknown[]) {
      if (typeof part !== 'object' || part === null) continue
      if ('synchronized' in part) isSynchronized = true
      const { stream, frames } = part as { readonly stream?: unknown; readonly frames?: unknown }
      if (typeof stream === 'string') this.#run(this.#open.get(stream), frames)
    }
    // After the frames of the same message, wherever it has the answer.
    if (isSynchronized) this.#endSynchronization()
  }

  #endSynchronization(): void {
    const done = this.#onSynchronized
    this.#onSynchronized = null
    done?.()
  }

  /** Begins a new channel: what main had opened over the one before is opened again. */
  #renew(): void {
    const lost = [...this.#open.values()]
    this.#cancelDeadline?.()
    this.#cancelDeadline = null
    this.#id = this.#page.newId()
    this.#port = null
    this.#read = 0
    this.#waiting = []
    this.#open.clear()
    // Not a frame, so the stream is opened again.
    for (const receive of lost) this.#run(receive, null)
  }

  #run(receive: Receive | undefined, frames: unknown): void {
    try {
      receive?.(frames)
    } catch (error) {
      // One stream that fails must not keep the others from the screen.
      this.#page.reportError(error)
    }
  }
}

const requestSynchronization = (port: MessagePort): void =>
  port.postMessage({ synchronize: true } satisfies PageMessage)

const isPortOf = (message: unknown, channel: string): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  message.kind === PORT_MESSAGE &&
  'id' in message &&
  message.id === channel
