import type { Disposer } from '../../../shared/domain/brand.js'
import { ACKNOWLEDGED_AFTER } from '../../../shared/ipc/stream-credit.js'
import { zPageMessage, type Frame, type StreamBatch } from '../../../shared/ipc/streams.js'
import { causeFields } from '../../core/described-error.js'
import type { LogPort } from '../../core/ports.js'
import type { Batches } from './batches.js'
import type { StreamPort } from './stream-host.js'

/**
 * The messages that a page may have left unread before nothing more is sent. It acknowledges more
 * often than that, so only one that is busy for so long is waited for.
 */
const MAX_UNREAD = 2 * ACKNOWLEDGED_AFTER

/** A stream's end within the channel: what its host listens to. */
interface OpenEnd {
  onMessage: (event: { data: unknown }) => void
  onClose: () => void
}

export interface ChannelOptions {
  /** Shared by all windows. */
  readonly batches: Pick<Batches, 'next'>
  readonly log: LogPort
}

/**
 * The one port between main and a window, shared by all streams of the window. What a batch has for
 * the window leaves as one message, so that the page cannot show half of it. All streams of a busy
 * page wait together, so that none of them is ahead when it reads on.
 */
export class WindowChannel {
  readonly id: string
  readonly #port: StreamPort
  readonly #options: ChannelOptions
  readonly #ends = new Map<string, OpenEnd>()
  /** What the streams call when the window's next batch is collected. */
  readonly #waiting = new Set<() => void>()
  /** The batch that is being collected; null between batches. */
  #batch: StreamBatch[number][] | null = null
  #cancelBatch: Disposer | null = null
  #sent = 0
  #read = 0
  #closed = false
  /** One function, so that two requests have one answer. */
  readonly #synchronize = (): void => this.#post({ synchronized: true })

  constructor(id: string, port: StreamPort, options: ChannelOptions) {
    this.id = id
    this.#port = port
    this.#options = options
    port.on('message', ({ data }) => this.#onMessage(data))
    port.on('close', () => this.close())
    port.start()
  }

  /** The number of open streams. */
  get size(): number {
    return this.#ends.size
  }

  get isClosed(): boolean {
    return this.#closed
  }

  has(stream: string): boolean {
    return this.#ends.has(stream)
  }

  /** Opens a stream's end; it is closed with the channel. */
  open(stream: string): StreamPort {
    const end: OpenEnd = { onMessage: () => undefined, onClose: () => undefined }
    this.#ends.set(stream, end)
    return {
      postMessage: (frames) => this.#post({ stream, frames: frames as readonly Frame[] }),
      on: (event: 'message' | 'close', listener: never) => {
        if (event === 'message') end.onMessage = listener
        else end.onClose = listener
      },
      start: () => undefined,
      close: () => {
        if (this.#ends.get(stream) === end) this.#ends.delete(stream)
      },
    }
  }

  /** Calls `flush` with the window's next batch; the disposer takes the call back. */
  next(flush: () => void): Disposer {
    this.#waiting.add(flush)
    this.#arrange()
    return () => void this.#waiting.delete(flush)
  }

  /**
   * Sends at once what waits for the next batch, also to a page that is behind: the computer is
   * about to sleep, and the window must not show prices of before it as current afterwards.
   */
  flush(): void {
    if (this.#closed) return
    this.#cancelBatch?.()
    this.#collect()
  }

  /** Closes every stream and the port. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    const ends = [...this.#ends.values()]
    this.#ends.clear()
    this.#waiting.clear()
    this.#cancelBatch?.()
    for (const end of ends) end.onClose()
    this.#port.close()
  }

  #arrange(): void {
    const isBehind = this.#sent - this.#read >= MAX_UNREAD
    if (this.#closed || isBehind || this.#cancelBatch !== null || this.#waiting.size === 0) return
    this.#cancelBatch = this.#options.batches.next(() => this.#collect())
  }

  #collect(): void {
    this.#cancelBatch = null
    const due = [...this.#waiting]
    this.#waiting.clear()
    const batch: StreamBatch[number][] = []
    this.#batch = batch
    for (const flush of due) this.#run(flush)
    this.#batch = null
    if (batch.length > 0) this.#send(batch)
  }

  #run(flush: () => void): void {
    try {
      flush()
    } catch (error) {
      // One stream that fails must not keep the others from the window.
      this.#options.log.event('error', 'stream.failed', causeFields(error))
    }
  }

  #post(part: StreamBatch[number]): void {
    if (this.#batch === null) this.#send([part])
    else this.#batch.push(part)
  }

  #send(batch: StreamBatch): void {
    if (this.#closed) return
    this.#sent += 1
    this.#port.postMessage(batch)
  }

  #onMessage(data: unknown): void {
    const message = zPageMessage.safeParse(data)
    if (!message.success) {
      return this.#options.log.event('warn', 'stream.message-refused', { ref: String(this.id) })
    }
    if ('read' in message.data) return this.#onRead(message.data.read)
    if ('synchronize' in message.data) return void this.next(this.#synchronize)
    // A message to a stream that has just ended says nothing.
    return this.#ends.get(message.data.stream)?.onMessage({ data: message.data.message })
  }

  #onRead(read: number): void {
    this.#read = Math.min(Math.max(this.#read, read), this.#sent)
    this.#arrange()
  }
}
